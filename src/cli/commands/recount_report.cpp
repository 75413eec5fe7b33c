#include "cli/commands/recount_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/terminal/progress.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace {

/// Wrong records that the confidence is stated for: 1 % of all, rounded down, but one at least.
std::uint64_t supposed_wrong(std::uint64_t records) {
  return std::max<std::uint64_t>(1, records / 100);
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

std::vector<Option> audit_options_of(RecountArguments& to) {
  std::vector<std::string> engines = option::engine_words();
  engines.emplace_back("listing");
  return {
      {.name = "--sample",
       .to = &to.sample,
       .value = "NUM",
       .help = "recount so many records, drawn at random; default: 10",
       .min = 1},
      {.name = "--engine",
       .to = &to.engine,
       .help =
           "method of recounting; default: auto: tasks of rows by bitmask, of row sets by "
           "listing the placements of each colour (half a minute a record at N = 24), others by "
           "listing all solutions",
       .words = std::move(engines)},
      option::seed(to.seed),
  };
}

AuditOptions recount_options(const RecountArguments& arguments, const CommonOptions& common,
                             Session& session) {
  AuditOptions options;
  if (arguments.sample) options.sample = *arguments.sample;
  options.seed = arguments.seed;
  if (!arguments.engine.empty()) options.engine = arguments.engine;
  options.threads = choose_threads(common, session);
  options.pinning = common.pinning();
  options.on_progress = progress_of(common, session);
  return options;
}

std::string recount_text(const RecountResult& result, std::string_view noun, const Paint& paint) {
  std::string text;
  for (const AuditMismatch& wrong : result.wrong) {
    text += fmt::format("{}: task {}: recorded {}, recounted {}\n", paint.bad("wrong record"),
                        wrong.task, to_string(wrong.recorded), to_string(wrong.recounted));
  }
  const std::string agreed =
      fmt::format("{} of {} agree", result.agreed(),
                  plural(result.recounted, fmt::format("recounted {}", noun)));
  return text + (result.wrong.empty() ? paint.good(agreed) : paint.bad(agreed)) + "\n";
}

std::string confidence_text(std::uint64_t records, std::uint64_t recounted, std::string_view noun) {
  if (recounted == records) return fmt::format("every {} was counted again", noun);
  const std::uint64_t wrong = supposed_wrong(records);
  const std::string suppose =
      wrong == 1 ? fmt::format("one of the {} {}s were wrong", records, noun)
                 : fmt::format("1 % of the {}s ({} of {}) were wrong", noun, wrong, records);
  return fmt::format("if {}, this sample would have shown one with probability {}", suppose,
                     format_percent(audit_detection_probability(records, wrong, recounted),
                                    recounted + wrong > records));
}

void add_recount(Json& record, const RecountResult& result, std::uint64_t records) {
  record["recounted"] = result.recounted;
  record["agreed"] = result.agreed();
  record["wrong"] = Json::array();
  for (const AuditMismatch& wrong : result.wrong) {
    record["wrong"].push_back({{"task", wrong.task},
                               {"recorded", to_string(wrong.recorded)},
                               {"recounted", to_string(wrong.recounted)}});
  }
  const std::uint64_t supposed = supposed_wrong(records);
  record["confidence"] = {
      {"supposed_wrong", supposed},
      {"detection_probability", audit_detection_probability(records, supposed, result.recounted)}};
  record["engine"] = result.engine;
  record["threads"] = result.threads;
  // A string: 64 bits do not survive readers that hold numbers as doubles.
  record["seed"] = fmt::to_string(result.seed);
  record["seconds"] = result.seconds;
}

std::string recount_summary(const RecountResult& result, std::string_view noun) {
  return fmt::format("{}, {} by {}, seed {}, {}", format_duration(result.seconds),
                     plural(result.recounted, noun), result.engine, result.seed,
                     plural(static_cast<std::uint64_t>(result.threads), "thread"));
}

}  // namespace nqueens::cli
