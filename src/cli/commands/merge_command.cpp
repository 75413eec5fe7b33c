// nqueens merge: the total of several journals, or the command lines that complete it.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/merge_report.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"
#include "cli/record.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::cli {

namespace {

struct MergeArguments {
  std::vector<std::string> files;
  std::filesystem::path output;  ///< empty where none is given
  bool check = false;
  CommonOptions common;
};

std::vector<Option> options_of(MergeArguments& to) {
  return {
      option::journals(to.files),
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
  const auto size = static_cast<int>(result.board.rows());
  if (!result.board.is_plain()) {
    throw InvalidArgument(fmt::format(
        "--check knows the published numbers of plain boards only, not of {}; leave it out",
        title(result.board)));
  }
  if (agrees_with_published(*result.solutions, known_solutions(size), "A000170")) return true;
  session.messages.note(nothing_published("A000170", size));
  return false;
}

ExitCode merge(const MergeArguments& arguments, Session& session) {
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  MergeOptions options;
  options.tallies = !arguments.output.empty();
  const StopControl::Section section(session.stop, arguments.common.time_limit);
  options.stop = section.token();
  session.stopped = {"journals not merged", kRunAgain};
  begin_record(session, "merge", {}, arguments.common.json);
  const MergeResult result = merge_journals(paths, options);
  const bool complete = result.solutions.has_value();
  const bool checked = complete && arguments.check && agrees(result, session);
  // Written before the number is printed: who sees the number has the file.
  std::optional<std::uint64_t> bytes;
  if (complete && options.tallies) bytes = write_journal(result, arguments.output);

  if (arguments.common.json) {
    Fields members = fields(result);
    if (!complete) members.push_back({"lines", missing_lines(result)});
    if (checked) members.push_back({"agrees_with", Value::List{"A000170"}});
    if (bytes) members.push_back({"output", arguments.output.string()});
    print_record(session, std::move(members));
  } else if (complete) {
    const std::string value = to_string(*result.solutions);
    session.output.write(arguments.common.quiet
                             ? value + "\n"
                             : fmt::format("{} = {}\n", title(result.board), value));
  } else if (!arguments.common.quiet) {
    for (const std::string& line : missing_lines(result)) session.output.write(line + "\n");
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
    return ExitCode::done;
  }
  throw NegativeAnswer(incomplete_text(result));
}

}  // namespace

Command merge_command() {
  return {"merge",
          "Add up the journals of a count: the total, or what is missing",
          {{"nqueens merge part-*.nqj", "the total; or exit code 1, and the lines to run again"},
           {"nqueens merge part-*.nqj --check", "compared with the published value"},
           {"nqueens merge part-*.nqj -o whole.nqj",
            "and one journal of all tasks, for others to audit"}},
          prepare(options_of, merge)};
}

}  // namespace nqueens::cli
