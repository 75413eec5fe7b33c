// nqueens audit: checks the journals of a count by arithmetic, and a sample of their records by
// recounting them with independent code.
#include "cli/commands/commands.hpp"
#include "nqueens/audit.hpp"

namespace nqueens::cli {

namespace {

/// Number of wrong records that the confidence is stated for: 1 % of all, rounded down, at least 1.
std::uint64_t supposed_wrong(std::uint64_t records) {
  return std::max<std::uint64_t>(1, records / 100);
}

std::string total_text(const AuditResult& result) {
  if (result.solutions)
    return fmt::format("{} = {}", title(result.board), to_string(*result.solutions));
  return fmt::format("{}: {} of {} done", title(result.board), result.records,
                     plural(result.tasks, "task"));
}

std::string counted_by_text(const std::vector<Provenance>& counted_by) {
  constexpr std::size_t kMaxShown = 8;  // a count may have had thousands
  std::string text;
  for (std::size_t i = 0; i < counted_by.size() && i < kMaxShown; ++i) {
    const Provenance& one = counted_by[i];
    text += fmt::format("counted by: {}, {} ({}), {}, version {}\n", one.host, one.engine,
                        one.instruction_set, plural(one.threads, "thread"), one.version);
  }
  if (counted_by.size() > kMaxShown) {
    text += fmt::format("counted by: {} more\n", counted_by.size() - kMaxShown);
  }
  return text;
}

/// What recounted, in the words of the help of --engine.
std::string method_text(const std::string& engine) {
  if (engine == "listing") return "listing all solutions";
  return engine == "colour-listing" ? "listing the placements of each colour" : engine;
}

/// What to do about wrong records. A closed journal would be refused whole without them.
std::string advice(const AuditResult& result) {
  if (result.has_closed_journal()) return "count their tasks again into another journal";
  std::vector<std::string> files;
  for (const JournalFile& file : result.files) files.push_back(shell_quote(file.path.string()));
  std::vector<std::string> expressions;
  for (const AuditMismatch& wrong : result.wrong) {
    expressions.push_back(fmt::format("-e '/^{} /d'", wrong.task));
  }
  return fmt::format(
      "a record whose line is deleted is counted again: sed -i --follow-symlinks {} {}",
      join(expressions, " "), join(files, " "));
}

/// With fewer than 200 records: if one were wrong.
std::string confidence_text(const AuditResult& result) {
  const std::uint64_t records = result.records;
  if (result.recounted == records) return "every record was recounted";
  const std::uint64_t wrong = supposed_wrong(records);
  return fmt::format("if {} were wrong, this sample would have shown one with probability {}",
                     wrong == 1 ? fmt::format("one of the {} records", records)
                                : fmt::format("1 % of the records ({} of {})", wrong, records),
                     format_percent(audit_detection_probability(records, wrong, result.recounted),
                                    result.recounted + wrong > records));
}

std::string audit_text(const AuditResult& result, const Paint& paint) {
  std::string text;
  if (result.wrong.empty()) {
    text +=
        fmt::format("{}\n{}: {} of {}; check sums, plan{} agree\n", total_text(result),
                    paint.good("arithmetic"), plural(result.records, "record"), cut_text(result),
                    result.has_closed_journal() ? ", tallies and sums" : " and tallies");
    text += counted_by_text(result.counted_by);
    if (result.recounted == 0) return text;
  }
  for (const AuditMismatch& wrong : result.wrong) {
    text += fmt::format("{}: task {}: recorded {}, recounted {}\n", paint.bad("wrong record"),
                        wrong.task, to_string(wrong.recorded), to_string(wrong.recounted));
  }
  const std::string agreed =
      fmt::format("{} of {} agree{}", result.agreed(), plural(result.recounted, "recounted record"),
                  result.recounted == 1 ? "s" : "");
  if (result.wrong.empty()) {
    return text + fmt::format("{}\nconfidence: {}\n", paint.good(agreed), confidence_text(result));
  }
  return text + fmt::format("{}\ndo not trust {}; {}{}\n", paint.bad(agreed), total_text(result),
                            advice(result),
                            result.recounted < result.records
                                ? "; others may be wrong too: audit more of them"
                                : "");
}

/// "0.52 s, 10 records by bitmask, seed 7, 2 threads"
std::string audit_summary(const AuditResult& result) {
  if (result.recounted == 0) return "no record was recounted; --sample NUM recounts some";
  return fmt::format("{}, {} by {}, seed {}, {}", format_duration(result.seconds),
                     plural(result.recounted, "record"), method_text(result.engine), result.seed,
                     plural(result.threads, "thread"));
}

struct AuditArguments : CommonOptions {
  std::vector<std::string> files;
  AuditOptions options;
};

void audit(AuditArguments& arguments, Session& session) {
  AuditOptions& options = arguments.options;
  log_progress(session, true);
  options.on_progress = progress_callback(session, "audit", {"records", "recounted"});
  const StoppableRun stoppable(session, "run it again with a smaller --sample or more time",
                               options);
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  const AuditResult result = audit_journals(paths, options);
  session.verdict = result.wrong.empty() ? ExitCode::done : ExitCode::negative;
  Fields members = fields(result);
  if (result.recounted > 0) {
    const std::uint64_t wrong = supposed_wrong(result.records);
    const double shown = audit_detection_probability(result.records, wrong, result.recounted);
    members.push_back(
        {"confidence", Fields{{"supposed_wrong", wrong}, {"detection_probability", shown}}});
  }
  print_result(session, members, audit_text(result, session.output.paint()), "");
  session.note(audit_summary(result));
}

std::vector<Option> options_of(AuditArguments& to) {
  std::vector<Option> own = {
      option::journals(
          to.files,
          "; with -q the exit code alone answers (1: a recount differs, 2: a damaged file)"),
      {"--sample", &to.options.sample,
       "recount NUM random records; 0 checks by arithmetic alone; default: 10", "NUM"},
      {.name = "--engine",
       .to = &to.options.engine,
       .help = "method of recounting; listing lists each solution; default: auto, which lists the "
               "placements of each colour for journals of colour-join, each solution for others",
       .words = audit_engines()},
      option::seed(to.options.seed, "the same sample"),
      option::progress(to.log_seconds),
  };
  for (Option& option : own) {
    if (option.name == "--engine" || option.name == "--seed") option.excludes = {"--sample=0"};
  }
  return with_run(std::move(own), to.options, to);
}

}  // namespace

Command audit_command() {
  return {"audit",
          "Check journals, and recount a sample of their records",
          {{"nqueens audit run.nqj --sample 100", "recount 100 records"},
           {"nqueens audit whole.nqj --sample 0", "by arithmetic alone, at once"},
           {"nqueens audit part-*.nqj -q && echo fine", "several journals, by exit code alone"}},
          prepare(options_of, audit)};
}

}  // namespace nqueens::cli
