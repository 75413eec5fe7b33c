// Counts wider than 64 bits: Q(29) does not fit std::uint64_t.
#pragma once

#include <string>

namespace nqueens {

/// Q(n) < n! and 34! < 2^128, so every plain board that is counted (n <= 32) fits.
__extension__ typedef unsigned __int128 WideCount;

/// Writes decimal digits without separators. O(digits).
std::string to_string(WideCount value);

}  // namespace nqueens
