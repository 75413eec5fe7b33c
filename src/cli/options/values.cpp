#include "cli/options/values.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "base/numbers.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

/// Tells whether one letter more, less or another, or two exchanged neighbours, make one the other.
bool is_near(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  const bool are_exchanged = a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
  return (a.size() <= 1 && b.size() <= 1) || are_exchanged;
}

/// Writes "txt, npy or json".
std::string alternatives(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
  }
  return text;
}

std::string suffix_of(const std::string& format) {
  constexpr std::string_view kTexts[] = {"columns", "board", "squares", "text"};
  const bool is_text = std::ranges::find(kTexts, format) != std::end(kTexts);
  return is_text ? ".txt" : "." + format;
}

}  // namespace

std::uint64_t parse_whole(std::string_view text, std::string_view subject, std::uint64_t min,
                          std::uint64_t max) {
  const std::optional<std::uint64_t> value = base::parse_whole(text);
  if (value && *value >= min && *value <= max) return *value;
  refuse("{} must be a whole number from {} to {}, not '{}'", subject, min, max, text);
}

double parse_seconds(std::string_view text, std::string_view subject) {
  const std::optional<double> value = base::parse_decimal<double>(text);
  if (value && *value >= 0.001 && *value <= 1e9) return *value;
  refuse("{} must be a number of seconds from 0.001 to 1e9, not '{}'", subject, text);
}

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  if (word.size() - dashes < 2) return std::nullopt;  // the start of many, and near to many
  auto found = std::ranges::find_if(
      candidates, [&](const std::string& candidate) { return candidate.starts_with(word); });
  if (found == candidates.end()) {
    found = std::ranges::find_if(
        candidates, [&](const std::string& candidate) { return is_near(word, candidate); });
  }
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

void require_word(std::string_view text, std::string_view subject,
                  std::span<const std::string> valid) {
  if (std::find(valid.begin(), valid.end(), text) != valid.end()) return;
  const std::optional<std::string> meant = nearest(text, valid);
  refuse("{} must be {}, not '{}'{}", subject, alternatives(valid), text,
         meant ? fmt::format("; did you mean {}?", *meant) : "");
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

std::string choose_format(const ResultOptions& options, bool json,
                          std::span<const std::string> formats) {
  const auto& [given, output] = options;
  if (json && !output) {
    if (!given) return "json";
    refuse("the format {} does not go into JSON; leave out --json, or give --output FILE", *given);
  }
  constexpr std::string_view kSuffixes[] = {".txt", ".csv", ".npy", ".json", ".svg", ".png"};
  std::string suffix = std::filesystem::path(output.value_or("")).extension().string();
  for (char& letter : suffix) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  if (given) {
    const bool is_known = std::ranges::find(kSuffixes, suffix) != std::end(kSuffixes);
    if (!is_known || suffix == suffix_of(*given)) return *given;
    refuse("the format {} does not go into {}; use {}, or another format", *given, *output,
           suffix_of(*given));
  }
  if (suffix.empty()) return formats.front();
  std::vector<std::string> valid;
  for (const std::string& format : formats) {
    if (suffix == valid.emplace_back(suffix_of(format))) return format;
  }
  const bool is_picture = suffix == ".svg" || suffix == ".png";
  refuse("no format has the suffix {}: {}; use {}{}", suffix, *output, alternatives(valid),
         is_picture ? "; nqueens draw makes pictures" : ", or give --format");
}

}  // namespace nqueens::cli
