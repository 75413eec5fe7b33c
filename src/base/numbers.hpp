// Parsing and rounding of numbers; means; predicted times as text; check sums; and words for
// enumerations: one table for each, used in both directions and for the error that lists the valid
// words.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "nqueens/error.hpp"

namespace nqueens::base {

/// Reads the whole text as a decimal number, or as a whole number in another `base`. Returns
/// nullopt for any other text, and for a number that its type does not hold.
template <typename Number, typename... Base>
std::optional<Number> parse_number(std::string_view text, Base... base) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, base...);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

/// Reads a decimal number from 0 on as people write it: 1e6, 1_000_000 and 2.5e3 too.
template <typename Number>
std::optional<Number> parse_decimal(std::string_view text);
std::optional<std::uint64_t> parse_whole(std::string_view text);  ///< a whole one below 2^64

template <std::integral Number>
std::string plural(Number number, std::string_view noun) {  ///< "1 task", "12 tasks"
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

/// Writes significant digits; two are "0.52", "5.2", "52", "520", "5200", from 10^6 on "5.2e6".
std::string to_digits(double number, int digits);
/// A predicted time: "12 ms", "5.2 s", "3.3 min", "2.1 h", "12 days", "less than 1 ms".
std::string rough_duration(double seconds);
/// A time that was measured: "0.52 s", "3 min 20 s", "2 h 05 min", "3 days 4 h", "12 years".
std::string format_duration(double seconds);
std::string about(double seconds);  ///< "about 5.2 s", "less than 1 ms"

/// The mean of samples that are added one by one.
struct RunningMean {
  std::uint64_t samples = 0;
  double mean = 0;
  double squares = 0;  ///< of differences from the mean

  void add(double value);
  double deviation() const;  ///< standard deviation of one sample as part of the mean; from two on
};

/// Returns XXH3, 64 bits, the same on every machine. Different seeds give unrelated sums.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);
std::string to_hex(std::uint64_t value);  ///< 16 lower case digits

template <typename Value>
struct Word {
  Value value;
  std::string_view text;
};

/// Returns the word for a value; the first one for a value that is not in the table.
template <typename Value, std::size_t size>
constexpr std::string_view word_of(const Word<Value> (&words)[size], Value value) {
  for (const Word<Value>& word : words) {
    if (word.value == value) return word.text;
  }
  return words[0].text;
}

template <typename Value, std::size_t size>
constexpr std::optional<Value> find_word(const Word<Value> (&words)[size], std::string_view text) {
  for (const Word<Value>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

/// Throws InvalidArgument, which lists the words, for any other text; `what` says what they name.
template <typename Value, std::size_t size>
Value parse_word(const Word<Value> (&words)[size], std::string_view text, std::string_view what) {
  if (const std::optional<Value> value = find_word(words, text)) return *value;
  std::string valid;
  for (const Word<Value>& word : words) {
    valid += fmt::format("{}{}", valid.empty() ? "" : ", ", word.text);
  }
  throw InvalidArgument(fmt::format("unknown {}: '{}'; one of {} is expected", what, text, valid));
}

template <typename Value, std::size_t size>
std::vector<std::string> texts_of(const Word<Value> (&words)[size]) {
  std::vector<std::string> texts;
  for (const Word<Value>& word : words) texts.emplace_back(word.text);
  return texts;
}

}  // namespace nqueens::base
