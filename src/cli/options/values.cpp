#include "cli/options/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <numeric>
#include <vector>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// The number without the underscores between its digits; nullopt for what is no number from 0 on.
std::optional<std::string> plain_number(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between_digits =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (text[i] != '_' || !between_digits) plain += text[i];
  }
  // from_chars() takes numbers beyond those of a double for numbers too.
  double value = 0;
  const char* const last = plain.data() + plain.size();
  const bool begins = !plain.empty() && (is_digit(plain[0]) || plain[0] == '.');
  if (!begins || std::from_chars(plain.data(), last, value).ptr != last) return std::nullopt;
  return plain;
}

/// The exact value of a plain number; nullopt where it is not whole, or does not fit 64 bits.
std::optional<std::uint64_t> whole_value(const std::string& plain) {
  const std::size_t e = std::min(plain.find_first_of("eE"), plain.size());
  std::string digits = plain.substr(0, e);
  // An exponent above a million is out of range with any digits; the cap prevents overflow.
  std::int64_t exponent = 0;
  for (const char letter : plain.substr(e)) {
    if (is_digit(letter))
      exponent = std::min<std::int64_t>(exponent * 10 + (letter - '0'), 1000000);
  }
  if (plain.find('-') != std::string::npos) exponent = -exponent;
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<std::int64_t>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return 0;
  while (digits.ends_with('0')) {
    digits.pop_back();
    ++exponent;
  }
  constexpr std::int64_t kMostDigits = 20;
  if (exponent < 0 || static_cast<std::int64_t>(digits.size()) + exponent > kMostDigits) {
    return std::nullopt;
  }
  return base::parse_number<std::uint64_t>(digits +
                                           std::string(static_cast<std::size_t>(exponent), '0'));
}

/// Insertions, deletions, replacements and exchanges of neighbours that turn one word into the
/// other (optimal string alignment distance). O(a b).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  std::iota(current.begin(), current.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(previous);
    previous.swap(current);
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
  }
  return current[b.size()];
}

/// "txt, npy or json".
std::string alternatives(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
  }
  return text;
}

/// How the names of files of a format end.
std::string suffix_of(const std::string& format) {
  constexpr std::string_view kTexts[] = {"columns", "board", "squares", "text"};
  const bool is_text = std::ranges::find(kTexts, format) != std::end(kTexts);
  return is_text ? ".txt" : "." + format;
}

}  // namespace

std::uint64_t parse_whole(std::string_view text, std::string_view subject, std::uint64_t min,
                          std::uint64_t max) {
  const std::optional<std::string> plain = plain_number(text);
  const std::optional<std::uint64_t> value = plain ? whole_value(*plain) : std::nullopt;
  if (value && *value >= min && *value <= max) return *value;
  throw InvalidArgument(
      fmt::format("{} must be a whole number from {} to {}, not '{}'", subject, min, max, text));
}

double parse_seconds(std::string_view text, std::string_view subject) {
  if (const std::optional<std::string> plain = plain_number(text)) {
    const auto value = base::parse_number<double>(*plain);
    if (value && *value >= 0.001 && *value <= 1e9) return *value;
  }
  throw InvalidArgument(
      fmt::format("{} must be a number of seconds from 0.001 to 1e9, not '{}'", subject, text));
}

double parse_part(std::string_view text, std::string_view subject) {
  const bool is_percent = text.ends_with('%');
  if (const auto plain = plain_number(text.substr(0, text.size() - (is_percent ? 1 : 0)))) {
    const double part = base::parse_number<double>(*plain).value_or(0) / (is_percent ? 100 : 1);
    if (part > 0 && part < 1) return part;
  }
  throw InvalidArgument(fmt::format(
      "{} must be a part of the whole, above 0 and below 1, such as 0.01 or 1%, not '{}'", subject,
      text));
}

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  // No valid word is that long; the distance costs the product of the lengths.
  constexpr std::size_t kLongestWord = 64;
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() >= 2 && word != "--" && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    const std::size_t limit = std::max<std::size_t>(1, candidate.size() / 3);
    // A word of which every letter must be replaced is no near miss: "-x" for "-t".
    if (distance > limit || distance + 1 >= candidate.size()) continue;
    if (!best || distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

void require_word(std::string_view text, std::string_view subject,
                  std::span<const std::string> valid) {
  if (std::find(valid.begin(), valid.end(), text) != valid.end()) return;
  const std::optional<std::string> meant = nearest(text, valid);
  throw InvalidArgument(fmt::format("{} must be {}, not '{}'{}", subject, alternatives(valid), text,
                                    meant ? fmt::format("; did you mean {}?", *meant) : ""));
}

BoardRange parse_board_range(std::string_view text) {
  const auto size = [&](std::string_view part) {
    const std::string_view shown = part.empty() ? text : part;
    return static_cast<int>(parse_whole(shown, "board size", 0, kMaxProblemSize));
  };
  const std::size_t dots = text.find("..");
  const BoardRange range{size(text.substr(0, dots)), size(text.substr(dots + 2))};
  if (range.first > range.last) {
    throw InvalidArgument(
        fmt::format("the range {} is empty; did you mean {}..{}?", text, range.last, range.first));
  }
  return range;
}

BoardShape parse_board(std::string_view text, std::uint64_t max, std::uint64_t min,
                       std::uint64_t max_side) {
  const std::size_t cross = text.find('x');
  if (cross == std::string_view::npos || cross == 0 || cross + 1 == text.size()) {
    const std::uint64_t size = parse_whole(text, "board size", min, max);
    return {size, size};
  }
  return {parse_whole(text.substr(0, cross), "number of rows", 1, max_side),
          parse_whole(text.substr(cross + 1), "number of columns", 1, max_side)};
}

std::string choose_format(const std::optional<std::string>& given,
                          const std::optional<std::string>& output,
                          std::span<const std::string> formats) {
  constexpr std::string_view kSuffixes[] = {".txt", ".csv", ".npy", ".json", ".svg", ".png"};
  std::string suffix = std::filesystem::path(output.value_or("")).extension().string();
  for (char& letter : suffix) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  if (given) {
    const bool is_known = std::ranges::find(kSuffixes, suffix) != std::end(kSuffixes);
    if (!is_known || suffix == suffix_of(*given)) return *given;
    throw InvalidArgument(
        fmt::format("the format {} does not go into {}; use {}, or another format", *given, *output,
                    suffix_of(*given)));
  }
  if (suffix.empty()) return formats.front();
  std::vector<std::string> valid;
  for (const std::string& format : formats) {
    if (suffix == valid.emplace_back(suffix_of(format))) return format;
  }
  const bool is_picture = suffix == ".svg" || suffix == ".png";
  throw InvalidArgument(
      fmt::format("no format has the suffix {}: {}; use {}{}", suffix, *output, alternatives(valid),
                  is_picture ? "; nqueens draw makes pictures" : ", or give --format"));
}

}  // namespace nqueens::cli
