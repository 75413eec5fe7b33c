#include "base/numbers.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>
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

double round_to_two_digits(double number) {
  return std::strtod(fmt::format("{:.1e}", number).c_str(), nullptr);
}

std::string two_digits(double number) {
  const double rounded = round_to_two_digits(number);
  if (rounded == 0) return "0";
  if (std::abs(rounded) >= 1e6) return fmt::format("{:.1e}", number);
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(std::abs(rounded))));
  return fmt::format("{:.{}f}", rounded, std::max(0, decimals));
}

std::string rough_duration(double seconds) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr double kDay = 86400;
  constexpr Unit kUnits[] = {{365.2425 * kDay, "years"}, {kDay, "d"}, {3600, "h"}, {60, "min"}};
  if (seconds < kNoise) return "less than 1 ms";
  const double shown = round_to_two_digits(seconds);
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
