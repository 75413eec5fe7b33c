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

/// Says why the columns are no solution, by the fault in the first row: "8 queens on a board of 7
/// rows", "no queen may stand on row 2, column 5", "no queen on row 2, column 3, where one is
/// given", "row 0, column 3 and row 1, column 5 attack each other". Returns nullopt for a solution.
/// O(rows^2).
std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns);

namespace verifying {

struct VerifyTuning {
  std::size_t block_bytes = placements::kBlockBytes;  ///< at least kMinTextBlock
  /// A piece in memory has this many queens, at least 1: its 256 KiB fit the cache of a core.
  std::size_t piece_queens = 1 << 16;
  /// The calling thread alone takes inputs of fewer bytes: starting workers takes longer.
  std::uint64_t serial_below = 512 * 1024;
  /// There are this many sets of marks at most: eight threads that mark keep up with dozens that
  /// parse.
  int max_sets = 8;
};

/// Errors say `name`, which may be empty; `width` is the number of columns of a drawing, else 0.
/// options.board only tells whether the caller named the board. Throws InvalidArgument like
/// checked_queens().
VerifyResult verify_columns(std::span<const Column> columns, const Board& board,
                            const VerifyOptions& options, const VerifyTuning& tuning = {},
                            const std::string& name = "", std::uint64_t width = 0);
/// Precondition: nothing has been read from the input yet.
VerifyResult verify_input(placements::PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning = {});

}  // namespace verifying

}  // namespace nqueens
