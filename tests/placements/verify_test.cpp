// Verification in memory: against find_attacking_pair, for any number of threads and pieces.
#include "nqueens/verify.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "nqueens/error.hpp"
#include "placements/support.hpp"
#include "placements/verify.hpp"

namespace nqueens {
namespace {

using placements::VerifyTuning;
using tests::answer;
using tests::expected_answer;
using tests::staircase;

VerifyOptions with_threads(int threads) {
  VerifyOptions options;
  options.threads = threads;
  return options;
}

TEST(Verify, AcceptsSolutionsOfEverySize) {
  for (const int threads : {0, 1, 2, 3}) {
    for (const std::uint64_t size : {4u, 6u, 10u, 64u, 1000u, 300000u}) {
      const VerifyResult result = verify(staircase(size), with_threads(threads));
      EXPECT_TRUE(result.is_solution());
      EXPECT_EQ(result.board_size, size);
      EXPECT_GE(result.seconds, 0);
    }
    EXPECT_TRUE(verify({}, with_threads(threads)).is_solution());
    EXPECT_TRUE(verify(Placement{0}, with_threads(threads)).is_solution());
  }
}

TEST(Verify, NamesTheFirstPair) {
  const VerifyResult result = verify(Placement{0, 4, 7, 5, 2, 6, 3, 1});
  ASSERT_TRUE(result.attack.has_value());
  EXPECT_EQ(*result.attack, (AttackingPair{{2, 7}, {6, 3}, Line::antidiagonal}));
}

TEST(Verify, NamesTheFirstColumnOutOfRange) {
  EXPECT_EQ(answer([] {
              return verify(Placement{0, 4, 7, 9, 2, 6, 8, 3});
            }),
            "InvalidPlacement: column out of range: 9 in row 3; a placement of 8 queens has "
            "columns 0 to 7");
}

TEST(Verify, ChecksTheExpectedSize) {
  VerifyOptions options;
  options.expected_size = 8;
  EXPECT_TRUE(verify(Placement{0, 4, 7, 5, 2, 6, 1, 3}, options).is_solution());
  EXPECT_EQ(answer([&] { return verify(staircase(4), options); }),
            "InvalidPlacement: expected 8 queens: got 4; the placement must have exactly the "
            "expected number");
  EXPECT_THROW(verify({}, options), InvalidPlacement);
}

TEST(Verify, RefusesThreadsOutOfRange) {
  EXPECT_THROW(verify(staircase(4), with_threads(-1)), InvalidArgument);
  EXPECT_THROW(verify(staircase(4), with_threads(kMaxThreads + 1)), InvalidArgument);
}

TEST(Verify, StopsOnRequest) {
  std::stop_source source;
  source.request_stop();
  for (const int threads : {1, 2}) {
    VerifyOptions options = with_threads(threads);
    options.stop = source.get_token();
    EXPECT_THROW(verify(staircase(300000), options), Stopped);
  }
}

TEST(Verify, TakesTheSameWithPinnedThreads) {
  for (const auto pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    VerifyOptions options = with_threads(1);
    options.pinning = pinning;
    EXPECT_TRUE(verify(staircase(300000), options).is_solution());
  }
}

/// A solution in which some queens were moved, or a wild placement.
Placement damaged_placement() {
  Placement placement = staircase(*rc::gen::inRange<std::uint64_t>(0, 20) * 6 + 4);
  const auto size = static_cast<Column>(placement.size());
  const bool wild = *rc::gen::inRange(0, 4) == 0;
  const int moves = *rc::gen::inRange(0, wild ? 2 * static_cast<int>(size) : 3);
  for (int i = 0; i < moves; ++i) {
    Column& column = placement[*rc::gen::inRange<std::size_t>(0, placement.size())];
    // Out of range now and then.
    column = *rc::gen::inRange<Column>(0, *rc::gen::inRange(0, 10) == 0 ? size + 2 : size);
  }
  return placement;
}

RC_GTEST_PROP(VerifyProperty, AgreesWithTheSerialSearch, ()) {
  const Placement placement = damaged_placement();
  VerifyTuning tuning;
  tuning.piece_queens = *rc::gen::inRange<std::size_t>(1, 40);
  tuning.serial_below = 0;
  const std::string expected = expected_answer(placement, "");
  for (const int threads : {1, 2, 3}) {
    RC_ASSERT(answer([&] {
                return placements::verify_columns(placement, with_threads(threads), tuning);
              }) == expected);
  }
}

}  // namespace
}  // namespace nqueens
