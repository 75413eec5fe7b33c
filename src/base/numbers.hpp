// Numbers read from texts, and rounded to be shown; predicted times as text.
#pragma once

#include <charconv>
#include <optional>
#include <string>
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

double round_to_two_digits(double number);
/// Two significant digits: "0.52", "5.2", "52", "520", "5200"; "5.2e+06" from a million on.
std::string two_digits(double number);
/// A predicted time: "12 ms", "5.2 s", "3.3 min", "2.1 h", "12 d", "1.5 years"; "less than 1 ms"
/// for what is noise.
std::string rough_duration(double seconds);
/// "about 5.2 s", "less than 1 ms".
std::string about(double seconds);

}  // namespace nqueens::base
