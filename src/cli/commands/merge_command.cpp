// nqueens merge: the total of several journals, or the shards that must be resumed for it.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/merge_report.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"

namespace nqueens::cli {

namespace {

struct MergeArguments {
  std::vector<std::string> files;
  int shards = 0;
  std::filesystem::path output;  ///< empty where none is given
  bool missing = false;
  bool check = false;
  CommonOptions common;
};

std::vector<Option> options_of(MergeArguments& to) {
  return {
      option::journals(to.files),
      {.name = "--missing",
       .to = &to.missing,
       .help = "print a command line for each shard that has missing tasks, instead of the total",
       .excludes = {"--check", "--output"}},
      option::shards(to.shards,
                     "how many shards the count was cut into; default: as the journals say"),
      {.name = "--output",
       .short_name = "-o",
       .to = &to.output,
       .value = "FILE",
       .help = "write one journal of all tasks, closed by their sums, for nqueens audit; the same "
               "bytes whatever journals the records came from"},
      option::check(to.check),
      option::json(to.common.json),
      option::quiet(to.common.quiet),
      option::colour(to.common.colour),
      option::time_limit(to.common.time_limit),
  };
}

/// Throws NegativeAnswer where it differs; false where there was nothing to compare.
bool agrees(const MergeResult& result, Session& session) {
  const int size = result.problem.board_size();
  if (!result.problem.is_plain()) {
    throw InvalidArgument(fmt::format(
        "--check knows the published numbers of plain boards only, not of {}; leave it out",
        title(result.problem)));
  }
  if (agrees_with_published(*result.solutions, known_solutions(size), "A000170")) return true;
  session.messages.note(nothing_published("A000170", size));
  return false;
}

ExitCode merge(const MergeArguments& arguments, Session& session) {
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  MergeOptions options;
  options.shards = arguments.shards;
  options.tallies = !arguments.output.empty();
  const StopControl::Section section(session.stop, arguments.common.time_limit);
  options.stop = section.token();
  session.stopped = {"journals not merged", kRunAgain};
  const MergeResult result = merge_journals(paths, options);
  const bool complete = result.solutions.has_value();
  if (arguments.missing && !complete && result.shards == 0) {
    throw InvalidArgument(
        "--missing needs --shards NUM here: the journals do not say how many shards there are");
  }
  const bool checked = complete && arguments.check && agrees(result, session);
  // Written before the number is printed: who sees the number has the file.
  std::optional<std::uint64_t> bytes;
  if (complete && options.tallies) bytes = write_journal(result, arguments.output);

  if (arguments.common.json) {
    Json record = begin_record("merge");
    add_merge(record, result);
    if (checked) record["agrees_with"] = {"A000170"};
    if (bytes) record["output"] = arguments.output.string();
    print_record(session, std::move(record));
  } else if (arguments.missing) {
    for (const std::string& line : missing_lines(result)) {
      session.output.write(line + "\n");
    }
  } else if (complete) {
    const std::string value = to_string(*result.solutions);
    session.output.write(arguments.common.quiet
                             ? value + "\n"
                             : fmt::format("{} = {}\n", title(result.problem), value));
  }
  session.output.flush();
  if (checked) say_agreement(session, "A000170");
  if (complete) {
    session.messages.note(merge_summary(result));
    if (bytes) {
      session.messages.note(fmt::format("{}: closed journal, {}",
                                        escape_controls(arguments.output.string()),
                                        plural(*bytes, "byte")));
    }
    if (arguments.missing) {
      session.messages.note("nothing is missing; without --missing there is the total");
    }
    return ExitCode::done;
  }
  std::string advice = "--missing --shards NUM lists what to run, NUM the number of shards";
  if (arguments.missing) {
    advice = "the lines on standard output do them";
  } else if (result.shards > 0) {
    advice = "--missing lists what to run";
  }
  throw NegativeAnswer(incomplete_text(result) + "; " + advice);
}

}  // namespace

Command merge_command() {
  return {"merge",
          "Add up the journals of a count; print the total when nothing is missing",
          {{"nqueens merge part-*.nqj", "the total, or exit code 1"},
           {"nqueens merge part-*.nqj --check", "compared with the published value"},
           {"nqueens merge part-*.nqj -o whole.nqj",
            "and one journal of all tasks, for others to audit"},
           {"nqueens merge part-*.nqj --missing > again.sh", "a line for each shard to run again"}},
          prepare(options_of, merge)};
}

}  // namespace nqueens::cli
