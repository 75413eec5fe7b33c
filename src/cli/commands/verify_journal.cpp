#include "cli/commands/verify_journal.hpp"

#include <fmt/format.h>

#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

std::string audit_text(const AuditResult& result, const std::string& journal, const Paint& paint) {
  std::string text = recount_text(result, "record", paint);
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
  add_recount(record, result, result.records);
  add_provenance(record);
  session.output.write(to_line(record));
}

}  // namespace

ExitCode verify_journal(const std::string& journal, const RecountArguments& arguments,
                        const CommonOptions& common, Session& session) {
  AuditOptions options = recount_options(arguments, common, session);
  const StopControl::Section section(session.stop, common.time_limit);
  options.stop = section.token();
  const AuditResult result = audit_journal(journal, options);
  session.messages.clear_progress();
  if (common.json) {
    print_record(session, journal, result);
  } else if (!common.quiet) {
    const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
    session.output.write(audit_text(result, journal, paint));
  }
  session.output.flush();
  session.messages.note(recount_summary(result, "record"));
  return result.wrong.empty() ? ExitCode::done : ExitCode::negative;
}

}  // namespace nqueens::cli
