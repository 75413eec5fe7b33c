// Numbers read from texts, and rounded to be shown.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>

namespace nqueens::base {

/// The whole text as a decimal number, or as whole number of another `base`; nullopt for any other
/// text, and for a number that its type does not hold.
template <typename Number, typename... Base>
std::optional<Number> parse_number(std::string_view text, Base... base) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, base...);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

inline double round_to_two_digits(double number) {
  return std::strtod(fmt::format("{:.1e}", number).c_str(), nullptr);
}

}  // namespace nqueens::base
