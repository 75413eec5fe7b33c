// Verification with the sizes of its pieces as parameters, for tests with small inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "nqueens/verify.hpp"
#include "placements/column_stream.hpp"

namespace nqueens::placements {

struct VerifyTuning {
  /// Bytes of a block of a file, kMinTextBlock or more.
  std::size_t block_bytes = kBlockBytes;
  /// Queens of a piece of a placement in memory, 1 or more: 256 KiB fit the cache of a core.
  std::size_t piece_queens = 1 << 16;
  /// Inputs of fewer bytes are done by the calling thread: starting workers takes longer.
  std::uint64_t serial_below = 512 * 1024;
  /// Sets of marks, 5 bits a queen each. Eight threads that mark keep up with dozens that parse.
  int max_sets = 8;
};

/// `name` is the input's, for errors, and may be empty; `width` is that of a drawing, else 0.
/// options.board only tells whether the board was asked for, or is that of the placement. Throws
/// InvalidArgument as checked_queens() does.
VerifyResult verify_columns(std::span<const Column> columns, const Board& board,
                            const VerifyOptions& options, const VerifyTuning& tuning = {},
                            const std::string& name = "", std::uint64_t width = 0);
VerifyResult verify_descriptor(int descriptor, const std::string& name,
                               const VerifyOptions& options, const VerifyTuning& tuning);
/// Of an input from which nothing has been read yet.
VerifyResult verify_input(PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning = {});

}  // namespace nqueens::placements
