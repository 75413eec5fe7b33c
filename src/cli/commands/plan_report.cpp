#include "cli/commands/plan_report.hpp"

#include <fmt/format.h>

#include "cli/terminal/paint.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/cluster.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

std::string about(double seconds) {
  constexpr double kLeastShown = 1e-3;
  return seconds < kLeastShown ? "less than 1 ms" : "about " + format_duration(seconds);
}

template <typename Plan>
std::string memory_text(const Plan& plan) {
  using run::format_bytes;
  return fmt::format("{}: {} shared, {} x {} for the threads, {} for the plan",
                     format_bytes(plan.total_bytes()), format_bytes(plan.shared_bytes),
                     plan.threads, format_bytes(plan.bytes_per_thread),
                     format_bytes(plan.plan_bytes));
}

template std::string memory_text(const CountPlan& plan);
template std::string memory_text(const ShardPlan& plan);

std::string plan_text(const std::string& title, const CountPlan& plan, bool restricted,
                      const Paint& paint) {
  std::string text = paint.heading("Plan for " + title) + "\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<17} {}\n", name, value);
  };
  row("engine", plan.engine);
  row("instruction set", plan.instruction_set);
  row("decomposition", plan.decomposition);
  row("depth", fmt::to_string(plan.depth));
  row("tasks", fmt::to_string(plan.tasks));
  row("plan id", plan.plan_id);
  row("threads", fmt::to_string(plan.threads));
  row("memory", memory_text(plan));
  const std::string available = run::format_bytes(plan.available_bytes);
  row("available", plan.fits_memory()
                       ? available
                       : available + ", " + paint.bad("too little: a run is refused"));
  row("predicted time",
      fmt::format("{}{}, {} on one core", restricted ? "at most " : "",
                  about(plan.predicted_seconds), about(plan.predicted_core_seconds)));
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
    table.add({fmt::to_string(plan.board_size), plan.engine, plan.instruction_set,
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

void add_plan(Json& record, const CountPlan& plan) {
  record["board_size"] = plan.board_size;
  record["engine"] = plan.engine;
  record["instruction_set"] = plan.instruction_set;
  record["threads"] = plan.threads;
  record["decomposition"] = plan.decomposition;
  record["depth"] = plan.depth;
  record["plan_id"] = plan.plan_id;
  record["tasks"] = plan.tasks;
  record["memory"] = {
      {"shared_bytes", plan.shared_bytes},       {"bytes_per_thread", plan.bytes_per_thread},
      {"plan_bytes", plan.plan_bytes},           {"total_bytes", plan.total_bytes()},
      {"available_bytes", plan.available_bytes}, {"fits", plan.fits_memory()}};
  record["predicted_seconds"] = plan.predicted_seconds;
  record["predicted_core_seconds"] = plan.predicted_core_seconds;
}

}  // namespace nqueens::cli
