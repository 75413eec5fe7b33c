// nqueens status: how far a count over several journals is, while its workers run or afterwards.
#include <fmt/format.h>

#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/status_report.hpp"
#include "cli/options/shared_options.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

namespace {

struct StatusArguments {
  std::vector<std::string> files;
  CommonOptions common;
};

std::vector<Option> options_of(StatusArguments& to) {
  return {
      option::journals(to.files),
      option::json(to.common.json),
      option::quiet(to.common.quiet),
      option::colour(to.common.colour),
      option::time_limit(to.common.time_limit),
  };
}

ExitCode show_status(const StatusArguments& arguments, Session& session) {
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  const StopControl::Section section(session.stop, arguments.common.time_limit);
  session.stopped = {"not all journals are read", kRunAgain};
  const JournalStatus status = journal_status(paths, section.token());
  const SystemTime now = std::chrono::system_clock::now();
  if (arguments.common.json) {
    Json record = begin_record("status");
    add_status(record, status, now);
    print_record(session, std::move(record));
  } else if (arguments.common.quiet) {
    session.output.write(fmt::format("{} {}\n", status.tasks_done, status.tasks));
  } else {
    session.output.write(status_text(status, now, session.output.paint()));
  }
  return ExitCode::done;
}

}  // namespace

Command status_command() {
  return {"status",
          "Say how far the journals of a count are, and how much time is left",
          {{"nqueens status part-*.nqj", "tasks done, by whom, and when last"},
           {"nqueens status part-*.nqj -q", "two numbers: tasks done, and all tasks"},
           {"nqueens status run.nqj --json", "for other programs"}},
          prepare(options_of, show_status)};
}

}  // namespace nqueens::cli
