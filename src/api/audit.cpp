// audit_journal(): a sample of a journal's records, counted again over the journal's plan.
#include "nqueens/audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/pipeline.hpp"
#include "api/recount_sample.hpp"
#include "journal/journal_reader.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

AuditResult audit_journal(const std::filesystem::path& path, const AuditOptions& options) {
  if (options.sample == 0) {
    throw InvalidArgument("sample of an audit out of range: 0; 1 and more");
  }
  api::require_known_engine(options);
  const std::string name = path.string();
  run::Executor executor(options.threads, options.pinning);
  const journal::JournalContents contents = journal::read_journal(path);
  const counting::Plan plan = api::plan_of_journal(contents.header, name, options.stop);
  if (contents.records.empty()) {
    throw JournalError(fmt::format(
        "journal without a record: {}; there is nothing to audit before a task is done", name));
  }
  std::vector<api::RecordedTask> records;
  records.reserve(contents.records.size());
  for (const journal::JournalRecord& record : contents.records) {
    records.push_back({record.task_id, record.tally.solutions()});
  }

  AuditResult result;
  static_cast<RecountResult&>(result) = api::recount_sample(plan, records, options, executor, name);
  result.records = records.size();
  result.torn_bytes = contents.torn_bytes;
  return result;
}

double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample) {
  if (wrong == 0 || sample == 0) return 0;
  if (wrong > records || sample > records - wrong) return 1;
  // The draws miss all wrong records one after the other. The roles of sample and wrong may be
  // exchanged; the shorter product is taken.
  const std::uint64_t factors = std::min(wrong, sample);
  const std::uint64_t avoided = std::max(wrong, sample);
  double missed = 1;
  for (std::uint64_t i = 0; i < factors; ++i) {
    missed *= static_cast<double>(records - avoided - i) / static_cast<double>(records - i);
  }
  return 1 - missed;
}

}  // namespace nqueens
