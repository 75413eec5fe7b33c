#include "cli/commands/verify_journal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress_line.hpp"
#include "cli/record.hpp"
#include "cli/text.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace {

/// Wrong records that the confidence is stated for: 1 % of all, rounded down, but one at least.
std::uint64_t supposed_wrong(std::uint64_t records) {
  return std::max<std::uint64_t>(1, records / 100);
}

std::string audit_text(const AuditResult& result, const std::string& journal, const Paint& paint) {
  std::string text;
  for (const AuditMismatch& wrong : result.wrong) {
    text += fmt::format("{}: task {}: recorded {}, recounted {}\n", paint.bad("wrong record"),
                        wrong.task, to_string(wrong.recorded), to_string(wrong.recounted));
  }
  const std::string agreed =
      fmt::format("{} of {} agree", result.agreed(), plural(result.recounted, "recounted record"));
  text += (result.wrong.empty() ? paint.good(agreed) : paint.bad(agreed)) + "\n";
  text += fmt::format(
      "journal: {} of {} done ({}), board {}, problem {}, {} at depth {}\n", result.records,
      plural(result.tasks, "task"),
      format_percent(static_cast<double>(result.records) / static_cast<double>(result.tasks),
                     result.records == result.tasks),
      result.board_size, result.problem, result.decomposition, result.depth);
  if (result.wrong.empty()) {
    text += fmt::format("confidence: {}\n", confidence_text(result.records, result.recounted));
  } else {
    text += fmt::format(
        "the total of this journal is not to be trusted; a record is counted again when its line "
        "is deleted: sed -i '/^{} /d' {}\n",
        result.wrong.front().task, shell_quote(journal));
  }
  return text;
}

void print_record(Session& session, const std::string& journal, const AuditResult& result) {
  Json record = begin_record("verify");
  record["journal"] = journal;
  record["agree"] = result.wrong.empty();
  record["board_size"] = result.board_size;
  record["problem"] = result.problem;
  record["decomposition"] = result.decomposition;
  record["depth"] = result.depth;
  record["plan_id"] = result.plan_id;
  record["tasks"] = result.tasks;
  record["records"] = result.records;
  record["torn_bytes"] = result.torn_bytes;
  record["recounted"] = result.recounted;
  record["agreed"] = result.agreed();
  record["wrong"] = Json::array();
  for (const AuditMismatch& wrong : result.wrong) {
    record["wrong"].push_back({{"task", wrong.task},
                               {"recorded", to_string(wrong.recorded)},
                               {"recounted", to_string(wrong.recounted)}});
  }
  const std::uint64_t supposed = supposed_wrong(result.records);
  record["confidence"] = {
      {"supposed_wrong", supposed},
      {"detection_probability",
       audit_detection_probability(result.records, supposed, result.recounted)}};
  record["engine"] = result.engine;
  record["threads"] = result.threads;
  // A string: 64 bits do not survive readers that hold numbers as doubles.
  record["seed"] = fmt::to_string(result.seed);
  record["seconds"] = result.seconds;
  add_provenance(record);
  session.output.write(to_line(record));
}

/// Keeps how far the audit is, and shows it where there is a terminal to show it on.
ProgressCallback progress_of(const CommonOptions& common, Session& session) {
  const bool shown = !common.no_progress && !common.quiet && session.messages.can_show_progress();
  session.stopped = {"no record recounted", "run it again with a smaller --sample or more time"};
  return [&session, shown](const Progress& progress) {
    session.stopped.how_far = describe_progress(progress);
    if (!shown) return;
    session.messages.show_progress(format_progress(
        "audit", progress, session.messages.terminal_width() - 1, session.messages.paint()));
  };
}

}  // namespace

void declare_audit_options(OptionAdder& add, JournalAuditArguments& arguments) {
  std::vector<std::string> names = {"auto"};
  for (const EngineInfo& engine : engines()) names.push_back(engine.name);
  names.emplace_back("listing");
  add.text("--journal", arguments.journal, "FILE",
           "instead of a placement, verify the journal of a count: count some of its records "
           "again; the file is only read, and may be in use");
  add.whole("--sample", arguments.sample, "sample", 1, UINT64_MAX, "K",
            "records to count again, drawn at random; default 10, all where there are fewer");
  add.choice("--engine", arguments.engine, "engine", names,
             "how they are counted again; default auto: tasks of rows by bitmask, of row sets by "
             "listing the placements of each colour (minutes a record at N = 24), others by "
             "listing all solutions");
  add.whole("--seed", arguments.seed, "seed", 0, UINT64_MAX, "S",
            "start of the random numbers of the draw; default: drawn from the system");
}

ExitCode verify_journal(const JournalAuditArguments& arguments, const CommonOptions& common,
                        Session& session) {
  AuditOptions options;
  if (arguments.sample) options.sample = *arguments.sample;
  options.seed = arguments.seed;
  if (!arguments.engine.empty()) options.engine = arguments.engine;
  options.threads = choose_threads(common, session);
  options.pinning = common.pinning();
  options.on_progress = progress_of(common, session);
  const StopControl::Section section(session.stop, common.time_limit);
  options.stop = section.token();
  const AuditResult result = audit_journal(*arguments.journal, options);
  session.messages.clear_progress();
  if (common.json) {
    print_record(session, *arguments.journal, result);
  } else if (!common.quiet) {
    const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
    session.output.write(audit_text(result, *arguments.journal, paint));
  }
  session.output.flush();
  session.messages.note(fmt::format("{}, {} by {}, seed {}, {}", format_duration(result.seconds),
                                    plural(result.recounted, "record"), result.engine, result.seed,
                                    plural(static_cast<std::uint64_t>(result.threads), "thread")));
  return result.wrong.empty() ? ExitCode::done : ExitCode::negative;
}

std::string confidence_text(std::uint64_t records, std::uint64_t recounted) {
  if (recounted == records) return "every record was counted again";
  const std::uint64_t wrong = supposed_wrong(records);
  const std::string suppose =
      wrong == 1 ? fmt::format("one of the {} records were wrong", records)
                 : fmt::format("1 % of the records ({} of {}) were wrong", wrong, records);
  return fmt::format("if {}, this sample would have shown one with probability {}", suppose,
                     format_percent(audit_detection_probability(records, wrong, recounted),
                                    recounted + wrong > records));
}

}  // namespace nqueens::cli
