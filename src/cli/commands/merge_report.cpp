#include "cli/commands/merge_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/command_lines.hpp"
#include "cli/record.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

/// Shards that the error line names.
constexpr std::size_t kMaxNumbers = 16;

/// A name for the journal of a shard that has none: as the journals of other shards are named, or
/// the usual one in the folder of the first journal. None that has records of other shards.
std::string fresh_journal(const MergeResult& result, const Shard& shard) {
  const auto taken = [&](const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
    return std::any_of(result.files.begin(), result.files.end(), [&](const JournalFile& file) {
      return file.tasks_done > 0 && file.path.lexically_normal() == path;
    });
  };
  for (const JournalFile& file : result.files) {
    for (const Shard& other : file.shards) {
      const std::string name = journal_like(file.path.string(), other.number, shard.number);
      if (!name.empty() && !taken(name)) return name;
    }
  }
  const std::filesystem::path folder = result.files.front().path.parent_path();
  const std::string usual = (folder / usual_journal_name(shard.number)).string();
  if (!taken(usual)) return usual;
  return (folder / fmt::format("part-{}-of-{}.nqj", shard.number, shard.count)).string();
}

}  // namespace

std::vector<std::string> missing_lines(const MergeResult& result) {
  const CountLine line{result.board, result.count_engine, result.depth};
  std::vector<std::string> lines;
  for (const ShardGap& gap : result.gaps) {
    const Shard shard{gap.shard, result.shards};
    lines.push_back(format_count_line(
        line, shard, gap.journal.empty() ? fresh_journal(result, shard) : gap.journal.string()));
  }
  return lines;
}

std::string merge_summary(const MergeResult& result) {
  std::string text = fmt::format("{} of {} from {}", plural(result.tasks, "task"), cut_text(result),
                                 plural(result.files.size(), "journal"));
  if (result.duplicates > 0) {
    text += fmt::format(", {} dropped", plural(result.duplicates, "equal duplicate"));
  }
  for (const JournalFile& file : result.files) {
    if (file.damaged.count == 0) continue;
    text +=
        fmt::format(", {} of {}", damage_text(file.damaged), escape_controls(file.path.string()));
  }
  return text;
}

std::string incomplete_text(const MergeResult& result) {
  std::string text =
      fmt::format("no total yet: {} of the work is done; {} of {} missing, {} on one core",
                  format_percent(result.fraction, false), result.missing.size(),
                  plural(result.tasks, "task"), about(result.missing_core_seconds));
  if (result.shards == 1) return text;
  std::vector<std::string> numbers;
  for (const ShardGap& gap : result.gaps) {
    if (numbers.size() == kMaxNumbers) {
      numbers.emplace_back("...");
      break;
    }
    numbers.push_back(fmt::to_string(gap.shard));
  }
  return text + fmt::format(", in {} of {} ({})", result.gaps.size(),
                            plural(result.shards, "shard"), join(numbers, ", "));
}

}  // namespace nqueens::cli
