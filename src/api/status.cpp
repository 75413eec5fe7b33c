// journal_status(): how far a count over several journals is, in total and for each journal.
#include "journal/status.hpp"

#include <algorithm>

#include "api/journal_set.hpp"
#include "api/pipeline.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens {

JournalStatus journal_status(std::span<const std::filesystem::path> journals,
                             const std::stop_token& stop) {
  api::JournalSet set = api::read_journals(journals, api::PlanNeed::unless_complete, stop);
  const api::WorkLeft left = api::work_left(set, 0);
  // Without a plan every task counts alike.
  const auto cost_of = [&](std::uint32_t task) {
    return set.plan ? set.plan->tasks()[task].cost : 1u;
  };
  const std::uint64_t total = set.plan ? set.plan->total_cost() : set.header.tasks;

  JournalStatus result;
  static_cast<RunInfo&>(result) = api::describe(set.header, journals.front().string());
  std::vector<journal::Writer> writers;
  for (std::size_t i = 0; i < set.files.size(); ++i) {
    const JournalFile& file = set.files[i];
    std::uint64_t cost = 0;
    for (const std::uint32_t task : set.parts[i].tasks) cost += cost_of(task);
    const journal::JournalTimes times = journal::journal_times(file.path);
    result.writers.push_back(
        {file, counting::part_done(cost, total), times.last_write, set.parts[i].counted_by});
    writers.push_back({file.tasks_done, times});
  }
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  const std::uint64_t cost_done = total - left.cost;
  result.fraction = counting::part_done(cost_done, total);
  result.missing_core_seconds = left.core_seconds;
  const auto rate = journal::estimate_rate(
      writers, {result.tasks_done, cost_done, total, std::max<std::size_t>(1, left.gaps.size())},
      left.time);
  if (rate) result.rate = {rate->seconds, rate->tasks_per_second, rate->seconds_left};
  return result;
}

}  // namespace nqueens
