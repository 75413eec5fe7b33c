// journal_status(): how far a count over several journals is, in total and for each journal.
#include "journal/status.hpp"

#include "api/journal_set.hpp"
#include "api/pipeline.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens {

namespace {

/// Part of the plan's cost; 1 for a plan without tasks.
double fraction_of(std::uint64_t cost, const counting::Plan& plan) {
  if (plan.total_cost() == 0) return 1;
  return static_cast<double>(cost) / static_cast<double>(plan.total_cost());
}

}  // namespace

JournalStatus journal_status(std::span<const std::filesystem::path> journals,
                             const std::stop_token& stop) {
  api::JournalSet set = api::read_journals(journals, stop);
  const counting::Plan& plan = set.plan;
  const api::WorkLeft left = api::work_left(set, 0);

  JournalStatus result;
  static_cast<RunInfo&>(result) = api::describe(plan);
  std::vector<journal::Writer> writers;
  for (std::size_t i = 0; i < set.files.size(); ++i) {
    const JournalFile& file = set.files[i];
    std::uint64_t cost = 0;
    for (const std::uint32_t task : set.parts[i].tasks) cost += plan.tasks()[task].cost;
    const journal::JournalTimes times = journal::journal_times(file.path);
    result.writers.push_back(
        {file, fraction_of(cost, plan), times.last_write, set.parts[i].counted_by});
    writers.push_back({file.tasks_done, times});
  }
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  const std::uint64_t cost_done = plan.total_cost() - left.cost;
  result.fraction = fraction_of(cost_done, plan);
  result.missing_core_seconds = left.core_seconds;
  const auto rate =
      journal::estimate_rate(writers, {result.tasks_done, cost_done, plan.total_cost()});
  if (rate) result.rate = {rate->seconds, rate->tasks_per_second, rate->seconds_left};
  return result;
}

}  // namespace nqueens
