// The oracle of verify() and of the searches; and verification with the sizes of its pieces as
// parameters, for tests with small inputs.
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

/// What keeps the columns, one for each row, from solving the problem: "8 queens on a board of 7
/// rows", "no queen may stand on row 2, column 5", "no queen on row 2, column 3, where one is
/// given", "row 0, column 3 and row 1, column 5 attack each other". Of several faults that in the
/// first row; nullopt for a solution. O(rows^2).
std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns);

namespace verifying {

struct VerifyTuning {
  /// Bytes of a block of a file, kMinTextBlock or more.
  std::size_t block_bytes = placements::kBlockBytes;
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
/// Of an input from which nothing has been read yet.
VerifyResult verify_input(placements::PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning = {});

}  // namespace verifying

}  // namespace nqueens
