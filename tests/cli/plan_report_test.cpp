// What a dry run prints.
#include "cli/commands/plan_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nqueens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CountPlan plan_of_twenty() {
  CountPlan plan;
  plan.problem = Problem(20);
  plan.engine = "bitmask";
  plan.instruction_set = "bmi2";
  plan.decomposition = "rows";
  plan.depth = 5;
  plan.plan_id = "653a353604035700";
  plan.tasks = 327274;
  plan.threads = 2;
  plan.plan_bytes = 3 << 20;
  plan.shared_bytes = 1 << 20;
  plan.bytes_per_thread = 2 << 20;
  plan.available_bytes = 1 << 30;
  plan.predicted_core_seconds = 7200;
  plan.predicted_seconds = 3600;
  return plan;
}

TEST(PlanText, SaysWhatTheRunWouldBe) {
  EXPECT_EQ(plan_text("Q(20)", plan_of_twenty(), false, Paint()),
            "Plan for Q(20)\n"
            "  engine            bitmask\n"
            "  instruction set   bmi2\n"
            "  decomposition     rows\n"
            "  depth             5\n"
            "  tasks             327274\n"
            "  plan id           653a353604035700\n"
            "  threads           2\n"
            "  memory            8.0 MiB: 1.0 MiB shared, 2 x 2.0 MiB for the threads, 3.0 MiB for "
            "the plan\n"
            "  available         1.0 GiB\n"
            "  predicted time    about 1 h 00 min, about 2 h 00 min on one core\n");
}

TEST(PlanText, SaysWhatIsUncertain) {
  CountPlan plan = plan_of_twenty();
  plan.available_bytes = 1 << 20;
  const std::string text = plan_text("Q(20 with 0:3)", plan, true, Paint());
  EXPECT_THAT(text, HasSubstr("  available         1.0 MiB, too little: a run is refused\n"));
  EXPECT_THAT(text, HasSubstr("  predicted time    at most about 1 h 00 min, "));
  plan.predicted_seconds = plan.predicted_core_seconds = 1e-9;
  EXPECT_THAT(plan_text("Q(4)", plan, false, Paint()),
              HasSubstr("less than 1 ms, less than 1 ms on one core\n"));
}

TEST(PlanTable, MarksWhatDoesNotFit) {
  std::vector<CountPlan> plans = {plan_of_twenty(), plan_of_twenty()};
  EXPECT_THAT(plan_table(plans, Paint()), Not(HasSubstr("!")));
  plans[1].available_bytes = 1 << 20;
  const std::string table = plan_table(plans, Paint());
  EXPECT_THAT(table, HasSubstr("  8.0 MiB !  about 1 h 00 min\n"));
  EXPECT_THAT(table, HasSubstr("\n! more than the 1.0 MiB that are available: a run is refused\n"));
}

}  // namespace
}  // namespace nqueens::cli
