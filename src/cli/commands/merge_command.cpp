// nqueens merge: the total of several journals, or the command lines that complete it.
#include "cli/commands/commands.hpp"
#include "domain/text.hpp"
#include "journal/shards.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::cli {

namespace {

/// Tells whether no file has this name, or one of the journals that has no record yet.
bool is_free(const std::filesystem::path& name, const MergeResult& result) {
  std::error_code none;
  for (const JournalFile& file : result.files) {
    if (std::filesystem::equivalent(file.path, name, none)) return file.tasks_done == 0;
  }
  return !std::filesystem::exists(name, none);
}

/// Names the journal of a shard that has none as those of the other shards of their number are
/// named, or else in the folder of the first journal.
std::string fresh_journal(const MergeResult& result, const Shard& shard) {
  for (const JournalFile& file : result.files) {
    for (const Shard& other : file.shards) {
      if (other.count != shard.count) continue;
      const std::string name =
          journal::journal_like(file.path.string(), other.number, shard.number);
      if (!name.empty() && is_free(name, result)) return name;
    }
  }
  std::filesystem::path usual = result.files.front().path;
  usual.replace_filename(fmt::format("part-{}-of-{}.nqj", shard.number, shard.count));
  if (is_free(usual, result)) return usual.string();
  return usual.replace_extension(result.plan_id + ".nqj").string();
}

/// Writes "nqueens count 17 --depth 3 --shard 2/8 --journal part-2.nqj --except part-5.nqj", quoted
/// for a shell. It resumes the journal of the shard, or begins one; the only shard is a whole
/// count.
std::string count_line(const MergeResult& result, const ShardGap& gap) {
  const Shard shard{gap.shard, result.shards};
  const Board& board = result.board;
  std::vector<std::string> words = {"nqueens", "count", board_text(board)};
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& word : more) words.push_back(shell_quote(word));
  };
  add(board_options(board));
  if (result.count_engine != "auto") add({"--engine", result.count_engine});
  add({"--depth", fmt::to_string(result.depth)});
  // A shard of a restricted board needs no consent; a whole count that may take long does.
  if (board.is_plain() ? board.rows() > kLargestComputedSize : shard.count == 1) add({"--force"});
  if (shard.count > 1) add({"--shard", to_string(shard)});
  add({"--journal", gap.journal.empty() ? fresh_journal(result, shard) : gap.journal.string()});
  if (!gap.except.empty()) add({"--except"});
  for (const std::filesystem::path& path : gap.except) {
    add({(path.string().starts_with('-') ? "./" : "") + path.string()});  // else it is an option
  }
  return join(words, " ");
}

/// Writes ", 1 damaged line (39 bytes) left out of part-3.nqj" of each such journal.
std::string damage_of(const MergeResult& result) {
  std::string text;
  for (const JournalFile& file : result.files) {
    if (file.damaged.count == 0) continue;
    text += fmt::format("{} of {}", damage_text(file.damaged), file.path.string());
  }
  return text;
}

/// Writes "1118 tasks of rows at depth 3 from 8 journals, 12 equal duplicates dropped".
std::string merge_summary(const MergeResult& result) {
  std::string text =
      fmt::format("{} of {} from {}", plural(result.tasks, "task"), decomposition_text(result),
                  plural(result.files.size(), "journal"));
  if (result.duplicates > result.counted_twice) {
    text += fmt::format(", {} dropped",
                        plural(result.duplicates - result.counted_twice, "equal duplicate"));
  }
  text += damage_of(result);
  if (result.counted_twice == 0) return text;
  return text + "; two counts of " + plural(result.counted_twice, "task") +
         " agree, by different machines, engines or instruction sets";
}

/// Writes "no total yet: 98.5 % of the work is done; 12 of 1118 tasks missing, ...".
std::string incomplete_text(const MergeResult& result) {
  std::string text =
      fmt::format("no total yet: {} of the work is done; {} of {} missing, {} on one core by {}",
                  format_percent(result.fraction, false), result.missing.size(),
                  plural(result.tasks, "task"), about(result.missing_core_seconds),
                  result.is_time_by_journals
                      ? "the speed of these journals (from their file times; pauses count)"
                      : "prediction");
  if (result.shards > 1) {
    text += fmt::format(", in {} of {} shards", result.gaps.size(), result.shards);
  }
  return text + damage_of(result);
}

struct MergeArguments : CommonOptions {
  std::vector<std::string> files;
  std::filesystem::path output;  ///< empty where none is given
  bool check = false;
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
      to, {"--json", "--quiet", "--color", "--time-limit"});
}

void merge(const MergeArguments& arguments, Session& session) {
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  MergeOptions options;
  options.output = arguments.output;
  Agreements agreements;
  if (arguments.check) {
    options.accept = [&](const MergeResult& total) {
      agreements = check_published(session, total.board, *total.solutions);
    };
  }
  session.stopped.how_far = "journals not merged";
  const StoppableRun stoppable(session, kRunAgain, options);
  // The output is written before the number is printed: who sees the number has the file.
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
