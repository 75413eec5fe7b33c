#include "cli/commands/command_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "cli/options/problem_arguments.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"

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

Shard parse_shard(std::string_view text) {
  const std::vector<std::string> parts = split(text, '/');
  if (parts.size() != 2) {
    throw InvalidArgument(fmt::format(
        "--shard must be I/K, the number of the shard and how many there are, as in 3/8, not '{}'",
        text));
  }
  Shard shard;
  shard.count = static_cast<int>(parse_whole(parts[1], "number of shards", 1, kMaxShards));
  shard.number = static_cast<int>(
      parse_whole(parts[0], "number of the shard", 1, static_cast<std::uint64_t>(shard.count)));
  return shard;
}

std::string format_count_line(const CountLine& line, const Shard& shard,
                              const std::string& journal) {
  std::vector<std::string> words = {"nqueens", "count", board_text(line.board)};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(board_options(line.board));
  if (line.engine != "auto") add({"--engine", line.engine});
  if (line.depth) add({"--depth", fmt::to_string(*line.depth)});
  if (line.board.is_plain() && line.board.rows() > kLargestComputedSize) add({"--force"});
  if (shard.count > 1) add({"--shard", to_string(shard)});
  add({"--journal", journal});
  if (shard.count == 1) add({"--resume"});
  for (std::string& word : words) word = shell_quote(word);
  return join(words, " ");
}

std::string usual_journal_name(int shard) {
  return fmt::format("part-{}.nqj", shard);
}

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

std::string repeat_hint(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_quote(word);
  return join(words, " ");
}

std::string resume_hint(std::vector<std::string> words) {
  const auto end_of_options = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end_of_options, "--resume") == end_of_options) {
    words.insert(end_of_options, "--resume");
  }
  return repeat_hint(std::move(words));
}

}  // namespace nqueens::cli
