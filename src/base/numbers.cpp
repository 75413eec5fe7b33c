#include "base/numbers.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "nqueens/wide.hpp"

namespace nqueens {

std::string to_string(WideCount value) {
  return fmt::format("{}", value);
}

namespace base {

constexpr double kNoise = 1e-3;  // seconds
constexpr double kDay = 86400;
constexpr double kYear = 365.2425 * kDay;

template <typename Number>
std::optional<Number> parse_decimal(std::string_view text) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (text[i] != '_' || !is_between) plain += text[i];
  }
  if (plain.empty() || (!is_digit(plain[0]) && plain[0] != '.')) return std::nullopt;
  return parse_number<Number>(plain);
}
template std::optional<double> parse_decimal(std::string_view text);

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  // It holds each whole number of 64 bits exactly.
  static_assert(std::numeric_limits<long double>::digits >= 64);
  const auto value = parse_decimal<long double>(text);
  if (!value || *value != std::floor(*value) || *value >= 0x1p64L) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

void RunningMean::add(double value) {
  ++samples;
  const double difference = value - mean;
  mean += difference / static_cast<double>(samples);
  squares += difference * (value - mean);
}

double RunningMean::deviation() const {
  return std::sqrt(squares / static_cast<double>(samples - 1)) / mean;
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

std::string rough_duration(double seconds) {
  struct TimeUnit {
    double seconds;
    const char* name;
  };
  constexpr TimeUnit kUnits[] = {{kYear, "years"}, {kDay, "days"}, {3600, "h"}, {60, "min"}};
  if (seconds < kNoise) return "less than 1 ms";
  const double shown = *parse_number<double>(fmt::format("{:.1e}", seconds));  // two digits
  if (shown < 0.1) return to_digits(1000 * seconds, 2) + " ms";
  for (const TimeUnit& unit : kUnits) {
    // They are compared after rounding, since 59.7 s would be shown as 60 s.
    if (shown < unit.seconds) continue;
    return fmt::format("{} {}", to_digits(std::max(1.0, seconds / unit.seconds), 2), unit.name);
  }
  return to_digits(seconds, 2) + " s";
}

std::string format_duration(double seconds) {
  if (seconds < 0.5e-6) return "under 1 us";
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 0.1) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  if (seconds >= 1000 * kYear) return to_digits(seconds / kYear, 2) + " years";
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  if (whole < 86400) return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
  if (seconds < 2 * kYear) {
    return fmt::format("{} {} h", plural(whole / 86400, "day"), whole % 86400 / 3600);
  }
  return fmt::format("{:.1f} years", seconds / kYear);
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
