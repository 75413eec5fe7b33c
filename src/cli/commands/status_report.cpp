#include "cli/commands/status_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/commands/merge_report.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

/// Not negative: the clock of a file server may be ahead of this machine's.
double seconds_between(SystemTime earlier, SystemTime later) {
  return std::max(0.0, std::chrono::duration<double>(later - earlier).count());
}

std::string ago(SystemTime time, SystemTime now) {
  const double seconds = seconds_between(time, now);
  return seconds < 1 ? "just now" : format_duration(seconds) + " ago";
}

/// The host that wrote last, and how many others did before.
std::string hosts(const std::vector<Provenance>& counted_by) {
  if (counted_by.empty()) return "-";
  std::set<std::string> others;
  for (const Provenance& one : counted_by) others.insert(one.host);
  others.erase(counted_by.back().host);
  return counted_by.back().host + (others.empty() ? "" : fmt::format(" +{}", others.size()));
}

std::string utc(SystemTime time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace

std::string status_text(const JournalStatus& status, SystemTime now, const Paint& paint) {
  const std::uint64_t left = status.tasks - status.tasks_done;
  std::string text =
      paint.heading(fmt::format("{}: {} of {} done ({} of the work)", title(status.problem),
                                status.tasks_done, plural(status.tasks, "task"),
                                format_percent(status.fraction, left == 0))) +
      "\n";
  Table table({{"journal"},
               {"tasks", Align::right},
               {"part", Align::right},
               {"damaged lines", Align::right},
               {"last written", Align::right},
               {"host"}});
  for (const JournalWriter& writer : status.writers) {
    table.add({escape_controls(writer.file.path.string()), fmt::to_string(writer.file.tasks_done),
               format_percent(writer.fraction, writer.file.tasks_done == status.tasks),
               fmt::to_string(writer.file.damaged.count), ago(writer.last_write, now),
               hosts(writer.counted_by)});
  }
  text += table.format(paint);
  if (status.duplicates > 0) {
    text += fmt::format("{} dropped\n", plural(status.duplicates, "equal duplicate"));
  }
  if (left == 0) return text + "nothing is missing: nqueens merge prints the total\n";
  text += fmt::format("missing: {}, {} on one core\n", plural(left, "task"),
                      about(status.missing_core_seconds));
  if (status.rate) {
    text += fmt::format(
        "{} tasks/s over {} from the first begin to the last write; {} left after it at that "
        "rate\n",
        two_digits(status.rate->tasks_per_second), rough_duration(status.rate->seconds),
        about(status.rate->seconds_left));
  }
  return text;
}

void add_status(Json& record, const JournalStatus& status, SystemTime now) {
  add_run(record, status);
  record["tasks_done"] = status.tasks_done;
  record["tasks_missing"] = status.tasks - status.tasks_done;
  record["missing_core_seconds"] = status.missing_core_seconds;
  record["fraction"] = status.fraction;
  record["duplicates"] = status.duplicates;
  record["rate"] = nullptr;
  if (status.rate) {
    record["rate"] = {{"seconds", status.rate->seconds},
                      {"tasks_per_second", status.rate->tasks_per_second},
                      {"seconds_left", status.rate->seconds_left}};
  }
  record["journals"] = Json::array();
  for (const JournalWriter& writer : status.writers) {
    Json& row = record["journals"].emplace_back(file_record(writer.file));
    row["fraction"] = writer.fraction;
    row["last_write"] = utc(writer.last_write);
    row["seconds_since_write"] = seconds_between(writer.last_write, now);
    row["counted_by"] = provenance_records(writer.counted_by);
  }
}

}  // namespace nqueens::cli
