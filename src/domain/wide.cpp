// Printing and parsing of 128-bit counts; the standard library does neither for __int128.
#include "nqueens/wide.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nqueens/error.hpp"

namespace nqueens {

std::string to_string(WideCount value) {
  return fmt::format("{}", value);
}

WideCount parse_wide(std::string_view text) {
  constexpr WideCount kMax = ~WideCount{0};
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) {
    throw InvalidArgument(fmt::format("not a count: '{}'; decimal digits are expected", text));
  }
  WideCount value = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (value > (kMax - digit) / 10) {
      throw InvalidArgument(fmt::format("count too large: {}; it must be below 2^128", text));
    }
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace nqueens
