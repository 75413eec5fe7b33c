// nqueens audit: checks the journals of a count by arithmetic, and a sample of their records by
// recounting them with independent code.
#include <algorithm>

#include "cli/commands/commands.hpp"
#include "nqueens/audit.hpp"

namespace nqueens::cli {

namespace {

/// Returns the number of wrong records that the confidence is stated for: 1 % of all, rounded down,
/// at least 1.
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

/// Says what recounted, in the words of the help of --engine.
std::string method_text(const std::string& engine) {
  if (engine == "listing") return "listing all solutions";
  return engine == "colour-listing" ? "listing the placements of each colour" : engine;
}

std::string time_text(const TimeForecast& forecast) {
  return (forecast.is_least ? "at least " + rough_duration(forecast.seconds)
                            : fmt::format("{}, give or take {:.0f} %", about(forecast.seconds),
                                          200 * forecast.error)) +
         busy_text(forecast);
}

/// Says what to do about wrong records. A closed journal would be refused whole without them.
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

/// Returns 1, 10, and one per mille of the records, rounded up; each once, ascending, at most all.
std::vector<std::uint64_t> supposed_numbers(std::uint64_t records) {
  const std::uint64_t per_mille = (records + 999) / 1000;
  if (records < 10) return {1};
  if (per_mille == 1 || per_mille == 10) return {1, 10};
  return {1, std::min<std::uint64_t>(10, per_mille), std::max<std::uint64_t>(10, per_mille)};
}

double chance(const AuditResult& result, std::uint64_t wrong) {
  return audit_detection_probability(result.records, wrong, result.sample);
}

Fields confidence_fields(const AuditResult& result, std::uint64_t wrong) {
  return {{"supposed_wrong", wrong}, {"detection_probability", chance(result, wrong)}};
}

std::string confidence_text(const AuditResult& result) {
  if (result.sample == result.records) return "the sample has every record";
  std::vector<std::string> chances;
  for (const std::uint64_t wrong : supposed_numbers(result.records)) {
    chances.push_back(fmt::format(
        "{} if {}", format_percent(chance(result, wrong), result.sample + wrong > result.records),
        wrong == 1    ? "one is wrong"
        : wrong == 10 ? "ten are"
                      : fmt::format("one per mille are ({})", wrong)));
  }
  return fmt::format("a sample of {} of {} records finds a wrong one with probability {}",
                     result.sample, result.records, join(chances, ", "));
}

std::string audit_text(const AuditResult& result, const Paint& paint) {
  std::string text;
  if (result.wrong.empty()) {
    text += fmt::format("{}\n{}: {} of {}; check sums, plan{} agree\n", total_text(result),
                        paint.good("arithmetic"), plural(result.records, "record"),
                        decomposition_text(result),
                        result.has_closed_journal() ? ", tallies and sums" : " and tallies");
    text += counted_by_text(result.counted_by);
    if (result.recounted == 0 && result.forecast) {
      text += fmt::format("forecast: {} by {} on {}: {}\nconfidence: {}\n",
                          plural(result.sample, "record"), method_text(result.engine),
                          plural(result.threads, "thread"), time_text(*result.forecast),
                          confidence_text(result));
    }
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

/// Writes "0.52 s, 10 records by bitmask, seed 7, 2 threads".
std::string audit_summary(const AuditResult& result) {
  if (result.forecast && result.recounted == 0) return "the sample was not recounted";
  if (result.recounted == 0) return "no record was recounted; --samples NUM recounts some";
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
  const StoppableRun stoppable(session, "run it again with a smaller --samples or more time",
                               options);
  if (options.dry_run || options.seconds) session.messages.show_progress({"timing records"});
  options.on_sample = [&session](const AuditResult& planned) {
    session.note(fmt::format("recounts {} of {}, seed {}, in {}", planned.sample,
                             plural(planned.records, "record"), planned.seed,
                             time_text(*planned.forecast)));
  };
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  const AuditResult result = audit_journals(paths, options);
  session.verdict = result.wrong.empty() ? ExitCode::done : ExitCode::negative;
  if (options.dry_run) session.object.push_back({"dry_run", true});
  Fields members = fields(result);
  if (result.sample > 0) {
    Value::List chances;
    for (const std::uint64_t wrong : supposed_numbers(result.records)) {
      chances.emplace_back(confidence_fields(result, wrong));
    }
    members.push_back({"confidence", confidence_fields(result, supposed_wrong(result.records))});
    members.push_back({"confidences", std::move(chances)});
  }
  std::string bare;
  if (options.dry_run && result.forecast) bare = to_digits(result.forecast->seconds, 2) + "\n";
  print_result(session, members, audit_text(result, session.output.paint()), bare);
  session.note(audit_summary(result));
}

std::vector<Option> options_of(AuditArguments& to) {
  std::vector<Option> own = {
      option::journals(
          to.files,
          "; with -q the exit code alone answers (1: a recount differs, 2: a damaged file)"),
      {.name = "--samples",
       .to = &to.options.samples,
       .help = "recount NUM random records; default: 10; 0: arithmetic alone",
       .value = "NUM",
       .former_name = "--sample"},
      {.name = "--engine",
       .to = &to.options.engine,
       .help = "engine that recounts; default: auto, which lists the placements of each colour for "
               "colour-join, else each solution",
       .words = audit_engines()},
      {"--time", &to.options.seconds,
       "recount as many records as fit into this time; drawn at random, by a forecast; at least "
       "one, and all of the sample, however long it takes",
       "SECONDS"},
      {"--dry-run", &to.options.dry_run,
       "forecast the time and what is found; with -q only the seconds"},
      option::seed(to.options.seed, "the same sample"),
      option::progress(to.log_seconds),
  };
  for (Option& option : own) {
    const bool needs_sample = !option.is_argument() && option.name != "--samples";
    if (needs_sample && option.excludes.empty()) option.excludes = {"--samples=0"};
    if (option.name == "--time") option.excludes = {"--samples"};
  }
  return with_run(std::move(own), to.options, to);
}

}  // namespace

Command audit_command() {
  return {"audit",
          "Check journals, and recount a sample of their records",
          {{"nqueens audit run.nqj --time 3600", "recount random records for about an hour"},
           {"nqueens audit part-*.nqj -q && echo fine", "several journals, by exit code alone"}},
          prepare(options_of, audit)};
}

}  // namespace nqueens::cli
