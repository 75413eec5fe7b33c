// nqueens merge: the total of several journals, or the command lines that complete it.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/report.hpp"
#include "domain/boards.hpp"
#include "journal/shards.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::cli {

namespace {

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
      const std::string name =
          journal::journal_like(file.path.string(), other.number, shard.number);
      if (!name.empty() && !taken(name)) return name;
    }
  }
  const std::filesystem::path folder = result.files.front().path.parent_path();
  const std::string usual = (folder / fmt::format("part-{}.nqj", shard.number)).string();
  if (!taken(usual)) return usual;
  return (folder / fmt::format("part-{}-of-{}.nqj", shard.number, shard.count)).string();
}

/// "nqueens count 17 --depth 3 --shard 2/8 --journal part-2.nqj", quoted for a shell. It resumes
/// the journal of the shard, or begins one; the only shard is a whole count.
std::string count_line(const MergeResult& result, const ShardGap& gap) {
  const Shard shard{gap.shard, result.shards};
  const Board& board = result.board;
  std::vector<std::string> words = {"nqueens", "count", board_text(board)};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add(board_options(board));
  if (result.count_engine != "auto") add({"--engine", result.count_engine});
  add({"--depth", fmt::to_string(result.depth)});
  // A shard of a restricted board needs no consent; a whole count that may take long does.
  if (board.is_plain() ? board.rows() > kLargestComputedSize : shard.count == 1) add({"--force"});
  if (shard.count > 1) add({"--shard", to_string(shard)});
  add({"--journal", gap.journal.empty() ? fresh_journal(result, shard) : gap.journal.string()});
  return shell_line(words);
}

/// ", 1 damaged line (39 bytes) left out of part-3.nqj", of each such journal.
std::string damage_of(const MergeResult& result) {
  std::string text;
  for (const JournalFile& file : result.files) {
    if (file.damaged.count == 0) continue;
    text += fmt::format("{} of {}", damage_text(file.damaged), file.path.string());
  }
  return text;
}

/// "1118 tasks of rows at depth 3 from 8 journals, 12 equal duplicates dropped"
std::string merge_summary(const MergeResult& result) {
  std::string text = fmt::format("{} of {} from {}", plural(result.tasks, "task"), cut_text(result),
                                 plural(result.files.size(), "journal"));
  if (result.duplicates > 0) {
    text += fmt::format(", {} dropped", plural(result.duplicates, "equal duplicate"));
  }
  return text + damage_of(result);
}

/// "no total yet: 98.5 % of the work is done; 12 of 1118 tasks missing, ..., in 2 of 8 shards"
std::string incomplete_text(const MergeResult& result) {
  std::string text =
      fmt::format("no total yet: {} of the work is done; {} of {} missing, {} on one core",
                  format_percent(result.fraction, false), result.missing.size(),
                  plural(result.tasks, "task"), about(result.missing_core_seconds));
  if (result.shards > 1) {
    text += fmt::format(", in {} of {} shards", result.gaps.size(), result.shards);
  }
  return text + damage_of(result);
}

struct MergeArguments {
  std::vector<std::string> files;
  std::filesystem::path output;  ///< empty where none is given
  bool check = false;
  CommonOptions common;
};

std::vector<Option> options_of(MergeArguments& to) {
  return with_common(
      {
          option::journals(to.files),
          {.name = "--output",
           .to = &to.output,
           .help = "write one closed (final) journal of all tasks; for nqueens audit",
           .value = "FILE",
           .short_name = "-o"},
          option::check(to.check),
      },
      to.common, {"--json", "--quiet", "--color", "--time-limit"});
}

ExitCode merge(const MergeArguments& arguments, Session& session) {
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  MergeOptions options;
  options.output = arguments.output;
  Agreements agreements;
  if (arguments.check) {
    options.accept = [&](const MergeResult& total) {
      agreements = check_all(session, total.board, *total.solutions);
    };
  }
  session.stopped.how_far = "journals not merged";
  const StoppableRun stoppable(session, kRunAgain, options);
  // Writes the output before the number is printed: who sees the number has the file.
  const MergeResult result = merge_journals(paths, options);
  const bool complete = result.solutions.has_value();
  std::vector<std::string> lines;  // that complete it
  for (const ShardGap& gap : result.gaps) lines.push_back(count_line(result, gap));
  session.verdict = complete ? ExitCode::done : ExitCode::negative;
  Fields members = fields(result) + agreement_fields(agreements);
  if (!complete) members.push_back({"lines", lines});
  if (result.output_bytes > 0) members.push_back({"output", arguments.output.string()});
  const std::string value = complete ? to_string(*result.solutions) + "\n" : "";
  print_result(session, members,
               complete ? fmt::format("{} = {}", title(result.board), value)
                        : fmt::format("{}\n", fmt::join(lines, "\n")),
               value);
  say_agreements(session, agreements);
  if (!complete) throw NegativeAnswer(incomplete_text(result));
  session.note(merge_summary(result));
  if (result.output_bytes > 0) {
    session.note(fmt::format("{}: closed journal, {}", arguments.output.string(),
                             plural(result.output_bytes, "byte")));
  }
  return ExitCode::done;
}

}  // namespace

Command merge_command() {
  return {"merge",
          "Add up the journals of a count: the total, or what is missing",
          {{"nqueens merge part-*.nqj", "the total; or exit code 1, and the lines still to run"},
           {"nqueens merge part-*.nqj --check", "compared with the published value"},
           {"nqueens merge part-*.nqj -o whole.nqj",
            "and one journal of all tasks, for others to audit"}},
          prepare(options_of, merge)};
}

}  // namespace nqueens::cli
