// Counts wider than 64 bits (Q(29) does not fit std::uint64_t), and published ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nqueens {

/// Q(n) < n! and 34! < 2^128, so every board that this library counts (n <= 32) fits.
__extension__ typedef unsigned __int128 WideCount;

/// Decimal digits without separators. O(digits).
std::string to_string(WideCount value);

// Published values for checking results. Never used to compute a count.

/// Number of solutions of the board, n = 0 to 27 (OEIS A000170); nullopt outside.
std::optional<WideCount> known_solutions(int board_size);

/// Number of fundamental solutions, rotations and reflections counted once, n = 0 to 27
/// (OEIS A002562, with 1 for the empty board); nullopt outside.
std::optional<WideCount> known_fundamental_solutions(int board_size);

}  // namespace nqueens
