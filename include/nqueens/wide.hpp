// Counts wider than 64 bits: Q(29) no longer fits std::uint64_t.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nqueens/language.hpp"  // IWYU pragma: keep

namespace nqueens {

/// An unsigned count of 128 bits. Q(n) < n! and 34! < 2^128, so every board that this library
/// counts (n <= 32) fits.
__extension__ typedef unsigned __int128 WideCount;

/// Decimal digits without separators. O(digits).
std::string to_string(WideCount value);

/// Parses decimal digits and nothing else (no sign, space or separator); throws InvalidArgument
/// on anything else and on values of 2^128 and above.
WideCount parse_wide(std::string_view text);

}  // namespace nqueens
