#include "cli/commands/shard_plan_report.hpp"

#include <fmt/format.h>

#include "cli/commands/plan_report.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

std::string shard_plan_text(const std::string& title, const ShardPlan& plan, bool restricted,
                            const Paint& paint) {
  std::string text =
      paint.heading(fmt::format("Plan for {} in {}", title,
                                plural(static_cast<std::uint64_t>(plan.shards), "shard"))) +
      "\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<17} {}\n", name, value);
  };
  const std::string bound = restricted ? "at most " : "";
  row("engine", plan.engine);
  row("decomposition", plan.decomposition);
  row("depth", fmt::to_string(plan.depth));
  std::string tasks = fmt::to_string(plan.tasks);
  if (plan.shards > 1) {
    tasks += plan.least_tasks == plan.most_tasks
                 ? fmt::format(", {} in each shard", plan.least_tasks)
                 : fmt::format(", {} to {} in a shard", plan.least_tasks, plan.most_tasks);
  }
  row("tasks", tasks);
  row("plan id", plan.plan_id);
  const double hours = plan.predicted_core_seconds / 3600;
  row("predicted time",
      fmt::format(
          "{}{} on one core by {}{}", bound, about(plan.predicted_core_seconds),
          plan.instruction_set,
          hours < 1 ? "" : fmt::format(" ({:.{}f} core hours)", hours, hours < 10 ? 1 : 0)));
  if (plan.shards > 1) {
    row("of a shard", fmt::format("{}{}; least {}, most {}", bound, about(plan.mean_core_seconds),
                                  format_duration(plan.least_core_seconds),
                                  format_duration(plan.most_core_seconds)));
  }
  row("memory of each", memory_text(plan));
  return text;
}

void add_shard_plan(Json& record, const ShardPlan& plan) {
  record["board_size"] = plan.board_size;
  record["engine"] = plan.engine;
  record["instruction_set"] = plan.instruction_set;
  record["decomposition"] = plan.decomposition;
  record["depth"] = plan.depth;
  record["plan_id"] = plan.plan_id;
  record["tasks"] = plan.tasks;
  record["predicted_core_seconds"] = plan.predicted_core_seconds;
  record["shards"] = plan.shards;
  record["spread"] = {{"least_tasks", plan.least_tasks},
                      {"most_tasks", plan.most_tasks},
                      {"least_core_seconds", plan.least_core_seconds},
                      {"mean_core_seconds", plan.mean_core_seconds},
                      {"most_core_seconds", plan.most_core_seconds}};
  record["threads"] = plan.threads;
  record["memory"] = {{"shared_bytes", plan.shared_bytes},
                      {"bytes_per_thread", plan.bytes_per_thread},
                      {"plan_bytes", plan.plan_bytes},
                      {"total_bytes", plan.total_bytes()}};
}

}  // namespace nqueens::cli
