// The self-check: everything right, one signature whenever it runs, and stoppable.
#include "api/self_check.hpp"

#include <gtest/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens::api {
namespace {

TEST(SelfCheck, IsRightAndHasTheFixedSignature) {
  std::size_t seen = 0;
  const SelfCheckResult result = self_check([&](const SelfCheckRow& row) {
    ++seen;
    EXPECT_TRUE(row.correct) << row.subject << " " << row.board_size << ": " << row.outcome;
  });
  EXPECT_TRUE(result.correct);
  EXPECT_EQ(seen, result.rows.size());
  // Fixed by a run. A change that means to leave the engines' trees and the solvers' choices alone
  // leaves it alone; one that means to change them changes it here.
  EXPECT_EQ(result.signature, "d8d2d80470d1f6e3");
}

TEST(SelfCheck, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(self_check({}, source.get_token()), Stopped);
}

}  // namespace
}  // namespace nqueens::api
