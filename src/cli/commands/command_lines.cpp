#include "cli/commands/command_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// The last position of the number in the text, not as part of a longer number; npos without one.
std::size_t find_number(std::string_view text, const std::string& number) {
  std::size_t at = text.rfind(number);
  while (at != std::string_view::npos) {
    const bool alone =
        !is_digit_at(text, at + number.size()) && (at == 0 || !is_digit_at(text, at - 1));
    if (alone || at == 0) return alone ? at : std::string_view::npos;
    at = text.rfind(number, at - 1);
  }
  return at;
}

/// What is before and behind the last occurrence of the number in a file's name.
std::optional<std::pair<std::string, std::string>> around_number(const std::string& file,
                                                                 int number) {
  const std::string digits = fmt::to_string(number);
  const std::string name = std::filesystem::path(file).filename().string();
  const std::size_t in_name = find_number(name, digits);
  if (in_name == std::string::npos) return std::nullopt;
  const std::size_t at = file.size() - name.size() + in_name;
  return std::pair{file.substr(0, at), file.substr(at + digits.size())};
}

}  // namespace

std::string format_merge_line(const std::string& journal, const Shard& shard) {
  if (shard.count == 1) return "nqueens merge " + shell_quote(journal);
  const auto parts = around_number(journal, shard.number);
  if (!parts) return "nqueens merge FILE...";
  const auto quoted = [](const std::string& text) { return text.empty() ? "" : shell_quote(text); };
  return fmt::format("nqueens merge {}*{}", quoted(parts->first), quoted(parts->second));
}

std::string journal_like(const std::string& journal, int shard, int other) {
  const auto parts = around_number(journal, shard);
  return parts ? fmt::format("{}{}{}", parts->first, other, parts->second) : "";
}

std::string resume_hint(std::vector<std::string> words, bool needs_resume) {
  const auto end_of_options = std::find(words.begin(), words.end(), "--");
  if (needs_resume && std::find(words.begin(), end_of_options, "--resume") == end_of_options) {
    words.insert(end_of_options, "--resume");
  }
  for (std::string& word : words) word = shell_quote(word);
  return join(words, " ");
}

}  // namespace nqueens::cli
