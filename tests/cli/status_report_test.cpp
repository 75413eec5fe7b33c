// The text of a status: complete, under way, with and without a rate, clocks that disagree.
#include "cli/commands/status_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nqueens::cli {
namespace {

using std::chrono::seconds;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

const SystemTime kNow = SystemTime(seconds(1'000'000'000));

JournalStatus half() {
  JournalStatus status;
  status.problem = Problem(12);
  status.tasks = 200;
  status.tasks_done = 100;
  status.fraction = 0.4567;
  status.missing_core_seconds = 238;
  const Provenance first{"h1", "0.1.0", "simd", "avx2", 8};
  const Provenance second{"h2", "0.1.0", "simd", "avx512", 4};
  const Provenance fewer{"h1", "0.1.0", "simd", "avx2", 2};
  status.writers = {{{"a.nqj", 60, 60, {}}, 0.25, kNow - seconds(75), {second, first, fewer}},
                    {{"b\n.nqj", 50, 40, {13, 600}}, 0.21, kNow + seconds(5), {}}};
  status.duplicates = 10;
  return status;
}

TEST(StatusText, OfACountUnderWay) {
  EXPECT_EQ(status_text(half(), kNow, Paint()),
            "Q(12): 100 of 200 tasks done (45.7 % of the work)\n"
            "journal  tasks    part  damaged lines    last written  host\n"
            "a.nqj       60  25.0 %              0  1 min 15 s ago  h1 +1\n"
            "b\\n.nqj     50  21.0 %             13        just now  -\n"
            "10 equal duplicates dropped\n"
            "missing: 100 tasks, about 4.0 min on one core\n");
}

TEST(StatusText, TellsARateWhereThereIsOne) {
  JournalStatus status = half();
  status.rate = {100, 1.0, 119};
  EXPECT_THAT(status_text(status, kNow, Paint()),
              EndsWith("missing: 100 tasks, about 4.0 min on one core\n"
                       "1.0 tasks/s over 1.7 min from the first begin to the last write; about 2.0 "
                       "min left after it at that rate\n"));
}

TEST(StatusText, OfACompleteCount) {
  JournalStatus status = half();
  status.tasks_done = 200;
  status.fraction = 1;
  status.rate = {100, 2.0, 0};
  const std::string text = status_text(status, kNow, Paint());
  EXPECT_THAT(text, HasSubstr("200 of 200 tasks done (100.0 % of the work)\n"));
  EXPECT_THAT(text, EndsWith("nothing is missing: nqueens merge prints the total\n"));
  EXPECT_THAT(text, Not(HasSubstr("left")));
}

TEST(StatusRecord, HasTimesInUtc) {
  Json record;
  add_status(record, half(), kNow);
  EXPECT_EQ(record["journals"][0]["last_write"], "2001-09-09T01:45:25Z");
  EXPECT_EQ(record["journals"][0]["seconds_since_write"], 75);
  EXPECT_EQ(record["journals"][1]["seconds_since_write"], 0);
  EXPECT_TRUE(record["rate"].is_null());
  EXPECT_EQ(record["journals"][0]["counted_by"][1]["host"], "h1");
  EXPECT_EQ(record["journals"][0]["counted_by"][1]["threads"], 8);
}

}  // namespace
}  // namespace nqueens::cli
