// The self-check: everything right, one signature whenever it runs, and stoppable.
#include "bench/self_check.hpp"

#include <gtest/gtest.h>

#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/stop.hpp"

namespace nqueens::bench {
namespace {

/// Fixed by a run. A change that means to leave the engines' trees and the solvers' choices alone
/// leaves it alone; one that means to change them, or adds an engine, changes it here.
constexpr const char* kSignature = "ab72a8ef5ce01a49";

TEST(SelfCheck, IsRightAndHasTheFixedSignature) {
  std::size_t seen = 0;
  const SelfCheckResult result = self_check([&](const SelfCheckRow& row) {
    ++seen;
    EXPECT_TRUE(row.correct) << row.subject << " " << row.board_size << ": " << row.outcome;
  });
  EXPECT_TRUE(result.correct);
  EXPECT_EQ(seen, result.rows.size());
  EXPECT_EQ(result.signature, kSignature);
}

TEST(SelfCheck, TheSignatureIsThatOfEveryInstructionSet) {
  for (const std::string& set : machine().instruction_sets) {
    const SelfCheckResult result = self_check({}, {}, set);
    EXPECT_TRUE(result.correct) << set;
    EXPECT_EQ(result.signature, kSignature) << set;
  }
  EXPECT_THROW(self_check({}, {}, "mmx"), InvalidArgument);
}

TEST(SelfCheck, StopsWhenAsked) {
  EXPECT_THROW(self_check({}, tests::already_stopped()), Stopped);
}

}  // namespace
}  // namespace nqueens::bench
