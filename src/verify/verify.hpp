// The oracle for restricted boards, used by searches and tests; and verification whose block sizes
// tests can set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "domain/problem.hpp"
#include "nqueens/verify.hpp"
#include "placements/placement_input.hpp"

namespace nqueens {

/// Why the columns, one for each row, do not solve the problem: "8 queens on a board of 7 rows",
/// "no queen may stand on row 2, column 5", "no queen on row 2, column 3, where one is given", "row
/// 0, column 3 and row 1, column 5 attack each other". The fault in the first row; nullopt for a
/// solution. O(rows^2).
std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns);

namespace verifying {

struct VerifyTuning {
  /// Bytes of a block of a file, at least kMinTextBlock.
  std::size_t block_bytes = placements::kBlockBytes;
  /// Queens of a piece in memory, at least 1: its 256 KiB fit the cache of a core.
  std::size_t piece_queens = 1 << 16;
  /// Smaller inputs, in bytes, take the calling thread alone: starting workers takes longer.
  std::uint64_t serial_below = 512 * 1024;
  /// Sets of marks, 5 bits a queen each. Eight marking threads keep up with dozens that parse.
  int max_sets = 8;
};

/// `name` is for errors and may be empty; `width`: columns of a drawing, else 0. options.board only
/// tells whether the caller named the board. Throws InvalidArgument like checked_queens().
VerifyResult verify_columns(std::span<const Column> columns, const Board& board,
                            const VerifyOptions& options, const VerifyTuning& tuning = {},
                            const std::string& name = "", std::uint64_t width = 0);
/// Precondition: nothing has been read from the input yet.
VerifyResult verify_input(placements::PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning = {});

}  // namespace verifying

}  // namespace nqueens
