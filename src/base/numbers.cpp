#include "base/numbers.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>

#include "nqueens/wide.hpp"

namespace nqueens {

std::string to_string(WideCount value) {
  return fmt::format("{}", value);
}

namespace base {

constexpr double kNoise = 1e-3;  // seconds

std::string plural(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string plural(int number, std::string_view noun) {
  return plural(static_cast<std::uint64_t>(number), noun);
}

std::string to_digits(double number, int digits) {
  if (number == 0) return "0";
  constexpr int kWritten = 6;  // from a million on
  const std::string text = fmt::format("{:.{}e}", number, digits - 1);
  const std::size_t e = text.find('e');
  const int exponent = std::atoi(text.c_str() + e + 1);
  if (exponent >= kWritten) return fmt::format("{}e{}", text.substr(0, e), exponent);
  return fmt::format("{:.{}f}", *parse_number<double>(text), std::max(0, digits - 1 - exponent));
}

std::string two_digits(double number) {
  return to_digits(number, 2);
}

std::string rough_duration(double seconds) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr double kDay = 86400;
  constexpr Unit kUnits[] = {{365.2425 * kDay, "years"}, {kDay, "d"}, {3600, "h"}, {60, "min"}};
  if (seconds < kNoise) return "less than 1 ms";
  const double shown = *parse_number<double>(fmt::format("{:.1e}", seconds));  // two digits
  if (shown < 0.1) return two_digits(1000 * seconds) + " ms";
  for (const Unit& unit : kUnits) {
    // Compared after rounding: 59.7 s would be shown as 60 s.
    if (shown < unit.seconds) continue;
    return fmt::format("{} {}", two_digits(std::max(1.0, seconds / unit.seconds)), unit.name);
  }
  return two_digits(seconds) + " s";
}

std::string about(double seconds) {
  return (seconds < kNoise ? "" : "about ") + rough_duration(seconds);
}

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::string to_hex(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace base
}  // namespace nqueens
