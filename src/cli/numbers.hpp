// The numbers of the command line: 1000000, 1e6, 1_000_000 and 2.5e3 are all whole numbers here.
// The one parser of them; every refusal is one line that names the value and what is valid.
#pragma once

#include <cstdint>
#include <string_view>

namespace nqueens::cli {

/// Parses a whole number from `least` to `most`. `subject` names it in errors ("board size"):
///
///   empty         board size is missing: ''; 0 to 32
///   -5            board size is negative: -5; 0 to 32
///   2.5, 1e-3     board size is not a whole number: 2.5; 0 to 32
///   abc, 0x10     board size is not a number: abc; 0 to 32
///   33, 1e30      board size out of range: 33; 0 to 32
///
/// Throws InvalidArgument. Exact for all 64 bits; never goes through floating point.
std::uint64_t parse_whole(std::string_view text, std::string_view subject, std::uint64_t least,
                          std::uint64_t most);

/// Parses a number of seconds, kLeastSeconds to kMostSeconds, fractions allowed.
double parse_seconds(std::string_view text, std::string_view subject);

inline constexpr double kLeastSeconds = 0.001;
inline constexpr double kMostSeconds = 1e9;

/// True when the text can only be meant as a number: a digit after at most one '-' and one '.'.
bool looks_like_number(std::string_view text);

}  // namespace nqueens::cli
