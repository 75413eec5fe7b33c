#include "cli/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// The value digits * 10^exponent, digits without leading and trailing zeros (none for zero).
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;
  std::string plain;  ///< the text without separators
};

/// Takes digits from the front, single underscores allowed between two of them.
std::string take_digits(std::string_view& text) {
  std::string digits;
  while (!text.empty()) {
    const bool separator =
        text[0] == '_' && !digits.empty() && text.size() > 1 && is_digit(text[1]);
    if (!is_digit(text[0]) && !separator) break;
    if (!separator) digits += text[0];
    text.remove_prefix(1);
  }
  return digits;
}

std::optional<Decimal> scan(std::string_view text) {
  Decimal number;
  if (text.starts_with('-')) {
    number.negative = true;
    text.remove_prefix(1);
  }
  const std::string whole = take_digits(text);
  std::string fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  std::string exponent;
  bool exponent_negative = false;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) {
      exponent_negative = text[0] == '-';
      text.remove_prefix(1);
    }
    exponent = take_digits(text);
    if (exponent.empty()) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;

  number.plain =
      fmt::format("{}.{}e{}{}", whole.empty() ? "0" : whole, fraction.empty() ? "0" : fraction,
                  exponent_negative ? "-" : "+", exponent.empty() ? "0" : exponent);
  // Beyond a million the value is absurd whatever its digits; the cap keeps the sum in range.
  constexpr std::int64_t kExponentCap = 1'000'000;
  for (const char digit : exponent) {
    number.exponent = std::min(number.exponent * 10 + (digit - '0'), kExponentCap);
  }
  if (exponent_negative) number.exponent = -number.exponent;
  number.exponent -= static_cast<std::int64_t>(fraction.size());
  number.digits = whole + fraction;
  while (number.digits.ends_with('0')) {
    number.digits.pop_back();
    ++number.exponent;
  }
  number.digits.erase(0, number.digits.find_first_not_of('0'));
  return number;
}

/// The exact value; nullopt when it does not fit 64 bits. Precondition: exponent >= 0.
std::optional<std::uint64_t> whole_value(const Decimal& number) {
  constexpr std::int64_t kDigits = 20;
  if (number.digits.empty()) return 0;
  if (static_cast<std::int64_t>(number.digits.size()) + number.exponent > kDigits) {
    return std::nullopt;
  }
  const std::string all =
      number.digits + std::string(static_cast<std::size_t>(number.exponent), '0');
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

}  // namespace

std::uint64_t parse_whole(std::string_view text, std::string_view subject, std::uint64_t least,
                          std::uint64_t most) {
  const auto refuse = [&](std::string_view fault) -> InvalidArgument {
    return InvalidArgument(fmt::format("{} {}: {}; {} to {}", subject, fault,
                                       text.empty() ? "''" : text, least, most));
  };
  if (text.empty()) throw refuse("is missing");
  const std::optional<Decimal> number = scan(text);
  if (!number) throw refuse("is not a number");
  if (number->negative) throw refuse("is negative");
  if (!number->digits.empty() && number->exponent < 0) throw refuse("is not a whole number");
  const std::optional<std::uint64_t> value = whole_value(*number);
  if (!value || *value < least || *value > most) throw refuse("out of range");
  return *value;
}

double parse_seconds(std::string_view text, std::string_view subject) {
  const auto refuse = [&](std::string_view fault) -> InvalidArgument {
    return InvalidArgument(fmt::format("{} {}: {}; {} to 1e9 seconds", subject, fault,
                                       text.empty() ? "''" : text, kLeastSeconds));
  };
  if (text.empty()) throw refuse("is missing");
  const std::optional<Decimal> number = scan(text);
  if (!number) throw refuse("is not a number");
  if (number->negative) throw refuse("is negative");
  double value = 0;
  const char* const end = number->plain.data() + number->plain.size();
  const auto [stop, error] = std::from_chars(number->plain.data(), end, value);
  if (error != std::errc{} || !(value >= kLeastSeconds && value <= kMostSeconds)) {
    throw refuse("out of range");
  }
  return value;
}

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

}  // namespace nqueens::cli
