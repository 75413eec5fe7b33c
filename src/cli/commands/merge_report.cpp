#include "cli/commands/merge_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/command_lines.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

/// Shards that a line names; the rest is for --missing.
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
    if (file.shard == 0) continue;
    const std::string name = journal_like(file.path.string(), file.shard, shard.number);
    if (!name.empty() && !taken(name)) return name;
  }
  const std::filesystem::path folder = result.files.front().path.parent_path();
  const std::string usual = (folder / usual_journal_name(shard.number)).string();
  if (!taken(usual)) return usual;
  return (folder / fmt::format("part-{}-of-{}.nqj", shard.number, shard.count)).string();
}

}  // namespace

std::vector<std::string> missing_lines(const MergeResult& result) {
  const WorkLine line{result.problem, result.work_engine, result.depth};
  std::vector<std::string> lines;
  for (const ShardGap& gap : result.gaps) {
    const Shard shard{gap.shard, result.shards};
    lines.push_back(format_work_line(
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
  std::string text = fmt::format("merged journals are incomplete: {} of {} missing, {} on one core",
                                 result.missing.size(), plural(result.tasks, "task"),
                                 about(result.missing_core_seconds));
  if (result.shards == 0) return text;
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

Json file_record(const JournalFile& file) {
  return {{"path", file.path.string()},
          {"tasks_done", file.tasks_done},
          {"tasks_new", file.tasks_new},
          {"damaged_lines", file.damaged.count},
          {"closed", file.closed}};
}

Json provenance_records(const std::vector<Provenance>& counted_by) {
  Json records = Json::array();
  for (const Provenance& one : counted_by) {
    records.push_back({{"host", one.host},
                       {"version", one.version},
                       {"engine", one.engine},
                       {"instruction_set", one.instruction_set},
                       {"threads", one.threads}});
  }
  return records;
}

void add_merge(Json& record, const MergeResult& result) {
  record["complete"] = result.solutions.has_value();
  add_run(record, result);
  record["solutions"] = nullptr;
  if (result.solutions) record["solutions"] = to_string(*result.solutions);
  record["tasks_done"] = result.tasks_done;
  record["tasks_missing"] = result.missing.size();
  record["missing_core_seconds"] = result.missing_core_seconds;
  record["duplicates"] = result.duplicates;
  record["counted_by"] = provenance_records(result.counted_by);
  record["journals"] = Json::array();
  for (const JournalFile& file : result.files) record["journals"].push_back(file_record(file));
  if (result.shards == 0) return;
  record["shards"] = result.shards;
  record["incomplete_shards"] = Json::array();
  const std::vector<std::string> lines = missing_lines(result);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    record["incomplete_shards"].push_back(
        {{"shard", result.gaps[i].shard},
         {"tasks_missing", result.gaps[i].tasks_missing},
         {"predicted_core_seconds", result.gaps[i].predicted_core_seconds},
         {"line", lines[i]}});
  }
}

}  // namespace nqueens::cli
