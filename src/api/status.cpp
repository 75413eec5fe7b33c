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
  JournalStatus result;
  std::vector<journal::Writer> writers;
  const api::JournalSet set = api::read_journals(
      journals, stop, [&](const api::JournalSet& so_far, const journal::JournalContents& journal) {
        std::uint64_t cost = 0;
        for (const journal::JournalRecord& record : journal.records) {
          cost += so_far.plan.tasks()[record.task_id].cost;
        }
        const JournalFile& file = so_far.files.back();
        const journal::JournalTimes of_file = journal::journal_times(file.path);
        result.writers.push_back(
            {file, fraction_of(cost, so_far.plan), of_file.last_write, journal.counted_by});
        writers.push_back({journal.records.size(), of_file});
      });
  const counting::Plan& plan = set.plan;

  static_cast<RunInfo&>(result) = api::describe(plan);
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  std::uint64_t cost_done = 0;
  for (const counting::Task& task : plan.tasks()) {
    if (set.all.has(task.id)) cost_done += task.cost;
  }
  result.fraction = fraction_of(cost_done, plan);
  result.missing_core_seconds = api::predicted_seconds(plan, plan.total_cost() - cost_done);
  const auto rate =
      journal::estimate_rate(writers, {result.tasks_done, cost_done, plan.total_cost()});
  if (rate) result.rate = {rate->seconds, rate->tasks_per_second, rate->seconds_left};
  return result;
}

}  // namespace nqueens
