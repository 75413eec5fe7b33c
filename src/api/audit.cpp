// audit_journals(): arithmetic over the union of journals, and a sample of its records recounted.
#include "nqueens/audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/journal_set.hpp"
#include "api/recount_sample.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

AuditResult audit_journals(std::span<const std::filesystem::path> journals,
                           const AuditOptions& options) {
  api::require_known_engine(options);
  const api::JournalSet set = api::read_journals(journals, options.stop, {});
  const std::string name = journals.front().string();
  if (set.all.tasks_done() == 0 && !set.all.complete()) {
    throw JournalError(fmt::format(
        "journal without a record: {}; there is nothing to audit before a task is done", name));
  }
  AuditResult result;
  if (options.sample > 0) {
    std::vector<api::RecordedTask> records;
    records.reserve(set.all.tasks_done());
    for (const counting::Task& task : set.plan.tasks()) {
      if (set.all.has(task.id)) records.push_back({task.id, set.all.tallies()[task.id]});
    }
    run::Executor executor(options.threads, options.pinning);
    static_cast<RecountResult&>(result) =
        api::recount_sample(set.plan, records, options, executor, name);
  }
  result.problem = set.plan.problem();
  result.decomposition = set.plan.decomposition().name();
  result.depth = set.plan.depth();
  result.plan_id = set.plan.id_text();
  result.tasks = set.plan.tasks().size();
  result.records = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.files = set.files;
  result.counted_by = set.counted_by;
  result.solutions = set.all.solutions();
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
