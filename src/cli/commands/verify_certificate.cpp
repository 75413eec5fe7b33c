#include "cli/commands/verify_certificate.hpp"

#include <fmt/format.h>

#include "cli/commands/merge_report.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/certificate.hpp"

namespace nqueens::cli {

namespace {

/// Lines of who counted; a count may have had thousands.
constexpr std::size_t kMostShown = 8;

std::string counted_by_text(const std::vector<Provenance>& counted_by) {
  std::string text;
  for (std::size_t i = 0; i < counted_by.size() && i < kMostShown; ++i) {
    const Provenance& one = counted_by[i];
    text += fmt::format("counted by: {}, {} ({}), {}, version {}\n", one.host, one.engine,
                        one.instruction_set,
                        plural(static_cast<std::uint64_t>(one.threads), "thread"), one.version);
  }
  if (counted_by.size() > kMostShown) {
    text += fmt::format("counted by: {} more\n", counted_by.size() - kMostShown);
  }
  return text;
}

std::string certificate_text(const CertificateResult& result, const Paint& paint) {
  const std::string total =
      fmt::format("{} = {}", title(result.problem), to_string(result.solutions));
  if (!result.wrong.empty()) {
    return recount_text(result, "task", paint) +
           fmt::format("the total of this certificate is not to be trusted: {}\n", total);
  }
  std::string text = fmt::format(
      "{}\n{}: {} of {} at depth {}, each once; check sum, plan and sums agree\n", total,
      paint.good("certificate"), plural(result.tasks, "task"), result.decomposition, result.depth);
  text += counted_by_text(result.counted_by);
  if (result.recounted == 0) return text;
  return text + recount_text(result, "task", paint) +
         fmt::format("confidence: {}\n", confidence_text(result.tasks, result.recounted, "task"));
}

void print_record(Session& session, const std::string& file, const CertificateResult& result) {
  Json record = begin_record("verify");
  record["certificate"] = file;
  record["agree"] = result.wrong.empty();
  record["board_size"] = result.problem.board_size();
  record["problem"] = result.problem.description();
  record["solutions"] = to_string(result.solutions);
  record["decomposition"] = result.decomposition;
  record["depth"] = result.depth;
  record["plan_id"] = result.plan_id;
  record["tasks"] = result.tasks;
  record["version"] = result.version;
  record["counted_by"] = provenance_records(result.counted_by);
  if (result.recounted > 0) {
    add_recount(record, result, result.tasks);
  } else {
    record["recounted"] = 0;
  }
  add_provenance(record);
  session.output.write(to_line(record));
}

}  // namespace

ExitCode verify_certificate(const std::string& file, const RecountArguments& arguments,
                            const CommonOptions& common, Session& session) {
  AuditOptions options = recount_options(arguments, common, session);
  if (!arguments.sample) options.sample = 0;
  const StopControl::Section section(session.stop, common.time_limit);
  options.stop = section.token();
  const CertificateResult result = nqueens::verify_certificate(file, options);
  session.messages.clear_progress();
  if (common.json) {
    print_record(session, file, result);
  } else if (!common.quiet) {
    const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
    session.output.write(certificate_text(result, paint));
  }
  session.output.flush();
  session.messages.note(result.recounted > 0
                            ? recount_summary(result, "task")
                            : "no task was counted again: --sample K counts K of them");
  return result.wrong.empty() ? ExitCode::done : ExitCode::negative;
}

}  // namespace nqueens::cli
