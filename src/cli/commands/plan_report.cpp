#include "cli/commands/plan_report.hpp"

#include <fmt/format.h>

#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/text.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

namespace {

std::string memory_text(const CountPlan& plan) {
  using run::format_bytes;
  std::vector<std::string> parts;
  if (plan.shared_bytes > 0) parts.push_back(format_bytes(plan.shared_bytes) + " shared");
  if (plan.bytes_per_thread > 0) {
    parts.push_back(
        fmt::format("{} x {} for the threads", plan.threads, format_bytes(plan.bytes_per_thread)));
  }
  if (plan.plan_bytes > 0) parts.push_back(format_bytes(plan.plan_bytes) + " for the plan");
  return join({{format_bytes(plan.total_bytes()), join(parts, ", ")}}, ": ");
}

void add_row(std::string& text, std::string_view name, const std::string& value) {
  text += fmt::format("  {:<17} {}\n", name, value);
}

}  // namespace

std::string plan_text(const CountPlan& plan, const Paint& paint) {
  std::string text = paint.heading("Plan for " + title(plan.board)) + "\n";
  add_row(text, "engine", plan.engine);
  add_row(text, "instruction set", plan.instruction_set);
  add_row(text, "decomposition", plan.decomposition);
  add_row(text, "depth", fmt::to_string(plan.depth));
  add_row(text, "tasks", fmt::to_string(plan.tasks));
  add_row(text, "plan id", plan.plan_id);
  if (plan.shard) {
    add_row(text, "shard",
            fmt::format("{}, {}", to_string(*plan.shard), plural(plan.shard_tasks, "task")));
  }
  add_row(text, "threads", fmt::to_string(plan.threads));
  add_row(text, "memory", memory_text(plan));
  const std::string available = run::format_bytes(plan.available_bytes);
  add_row(text, "available",
          plan.fits_memory() ? available
                             : available + ", " + paint.bad("too little: a run is refused"));
  add_row(text, "predicted time",
          fmt::format("{}, {} on one core", about(plan.predicted_seconds),
                      about(plan.predicted_core_seconds)));
  return text;
}

std::string plan_table(const std::vector<CountPlan>& plans, const Paint& paint) {
  Table table({{"N", Align::right},
               {"engine"},
               {"instructions"},
               {"decomposition"},
               {"depth", Align::right},
               {"tasks", Align::right},
               {"plan id"},
               {"threads", Align::right},
               {"memory", Align::right},
               {"predicted time", Align::right}});
  for (const CountPlan& plan : plans) {
    table.add({fmt::to_string(plan.board.columns()), plan.engine, plan.instruction_set,
               plan.decomposition, fmt::to_string(plan.depth), fmt::to_string(plan.tasks),
               plan.plan_id, fmt::to_string(plan.threads),
               run::format_bytes(plan.total_bytes()) + (plan.fits_memory() ? "" : " !"),
               about(plan.predicted_seconds)});
  }
  std::string text = table.format(paint);
  for (const CountPlan& plan : plans) {
    if (plan.fits_memory()) continue;
    text += fmt::format("! more than the {} that are available: a run is refused\n",
                        run::format_bytes(plan.available_bytes));
    break;
  }
  return text;
}

std::string prediction_note() {
  return "nothing was counted; times are predicted from figures of another machine and may be off "
         "by a factor of two and more";
}

}  // namespace nqueens::cli
