// The rare paths of the colour join, forced on small boards by low limits: several pivot rows,
// groups that overflow, matrices that saturate, lists that are not shared, small batches and
// tables; on every instruction set. And the numbers of pairs of placements that share no line.
#include "engine/colour_join/colour_join.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/placements/second_placements.hpp"
#include "engine/colour_join/stop.hpp"
#include "nqueens/count.hpp"
#include "support/engine_counts.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::engine::colour_join {
namespace {

using tests::count_with;
using tests::SeededRandom;

std::vector<Limits> all_limits() {
  std::vector<Limits> limits(10);
  limits[1].uses_all_pivots = true;
  limits[2].uses_all_pivots = true;
  limits[2].max_pivots = 1;
  limits[3].max_heads = 2;
  limits[3].max_shared_bytes = 0;
  limits[4].too_large = 2;  // nearly every unit is counted one by one
  limits[5].too_large = 6;
  limits[5].uses_all_pivots = true;
  limits[5].max_heads = 5;
  limits[5].max_shared_bytes = 0;
  limits[6].uses_all_pivots = true;  // units counted together, tables made for each call
  limits[6].max_table_bytes = 0;
  limits[6].max_shared_bytes = 3000;  // room for some lists
  limits[7].uses_all_pivots = true;
  limits[7].max_pivots = 2;
  limits[7].max_table_bytes = 0;
  limits[7].max_batch = 3;
  limits[7].too_large = 9;  // some units of a batch are counted one by one
  limits[7].max_heads = 3;
  limits[8].max_batch = 1;
  limits[8].max_table_blocks = 1;
  limits[9].max_table_blocks = 1;
  limits[9].max_batch_bytes = 0;
  return limits;
}

TEST(ColourJoin, EveryPathAndInstructionSetCountsTheKnownValues) {
  for (const Limits& limits : all_limits()) {
    const Engine engine = make_colour_join(limits);
    for (const Kernels* kernels : kernels()) {
      EXPECT_EQ(engine.instruction_set(kernels->instruction_set), kernels->instruction_set);
      for (int n = 0; n <= 13; ++n) {
        for (const int depth : {0, 1, 4}) {
          if (n > 10 && depth > 0) continue;
          EXPECT_TRUE(
              count_with(engine, Problem(n), depth, false, kernels->instruction_set).solutions ==
              *known_solutions(n))
              << "n = " << n << " depth " << depth << " max_pivots " << limits.max_pivots
              << " max_heads " << limits.max_heads << " too_large " << limits.too_large
              << " max_table_bytes " << limits.max_table_bytes;
        }
      }
    }
  }
}

PROPERTY(ColourJoin, RestrictedBoardsAreCountedOnEveryPath) {
  const Problem problem = tests::random_problem(12);
  const auto expected = count_with(find_engine("bitmask"), problem, 0).solutions;
  SeededRandom random;
  const Limits limits = random.of(all_limits());
  const int depth = tests::draw(0, 6);
  for (const Kernels* kernels : kernels()) {
    RC_ASSERT(count_with(make_colour_join(limits), problem, depth, random.below(2) == 0,
                         kernels->instruction_set)
                  .solutions == expected);
  }
}

/// Each takes the bitmask engine about a second.
TEST(ColourJoin, RestrictedBoardsOf14To16AreAsTheBitmaskEngineSays) {
  const std::pair<int, std::vector<Square>> boards[] = {
      {14, {{0, 0}, {0, 1}}}, {15, {{7, 7}, {2, 3}, {14, 0}}}, {16, {{3, 4}, {12, 4}}}};
  for (const auto& [n, blocked] : boards) {
    Problem problem(n);
    for (const Square& square : blocked) problem.block(square);
    if (n > 14) problem.require({5, 9});
    const auto expected = count_with(find_engine("bitmask"), problem, 0).solutions;
    EXPECT_TRUE(expected > 0);
    for (const Kernels* kernels : kernels()) {
      EXPECT_TRUE(
          count_with(find_engine("colour-join"), problem, 2, false, kernels->instruction_set)
              .solutions == expected)
          << n << ' ' << base::to_string(kernels->instruction_set);
    }
  }
}

PROPERTY(ColourJoin, PredictsATimeForEveryRestrictedBoard) {
  const Problem problem = tests::random_problem(16);
  const double seconds =
      find_engine("colour-join").predicted_seconds(problem, base::InstructionSet::avx512);
  RC_ASSERT(std::isfinite(seconds) && seconds >= 0);
}

TEST(ColourJoin, PairsAreTheSameOnEveryPath) {
  const std::pair<int, std::uint64_t> numbers_of_pairs[] = {
      {8, 124}, {9, 450}, {10, 1564}, {12, 27589}, {13, 117952}};
  for (const auto& [n, pairs] : numbers_of_pairs) {
    for (const Limits& limits : all_limits()) {
      for (const Kernels* kernels : kernels()) {
        EXPECT_EQ(
            count_with(make_colour_join(limits), Problem(n), 0, true, kernels->instruction_set)
                .nodes,
            pairs)
            << "n = " << n;
      }
    }
  }
}

/// Nine queens on 14 x 14 squares: millions of second placements, some seconds.
TEST(SecondPlacements, AListingEndsSoonAfterAStop) {
  const Quarter quarter = QuarteredBoard(28).white_second();
  for (const int pivots : {0, 1, 4}) {
    const SecondRows rows(quarter, 0x2ABF, pivots);
    SecondListing listing(quarter, 100);
    std::stop_source source;
    int groups = 0;
    const auto list = [&](std::size_t pivot, const QueenLines& lines) {
      listing.list(rows, pivot, lines, {}, source.get_token(), [&](const SecondGroup&) {
        if (++groups == 3) source.request_stop();
      });
    };
    EXPECT_THROW(for_each_pivot(
                     quarter, rows.pivots, [](std::size_t, const QueenLines&) {}, list),
                 StopAsked);
    EXPECT_LE(groups, 3 + 1) << pivots << " pivots";
  }
}

TEST(SecondPlacements, AStoppedThreadLeavesNoPartOfAList) {
  const QuarteredBoard board(28);
  const SharedLists lists(board, 1e12);
  SecondListing listing(board.white_second(), 65536);
  std::stop_source source;
  std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  EXPECT_THROW(lists.white().find(0x2ABF, 1, listing, source.get_token()), StopAsked);
  EXPECT_EQ(lists.white().find(0x2ABF, 1, listing, {}), nullptr);
  // The scratch serves the next list.
  const SecondPlacements* small = lists.white().find(0x0006, 0, listing, {});
  ASSERT_NE(small, nullptr);
  ASSERT_EQ(small->groups.size(), 1u);
  EXPECT_EQ(small->groups.front().entries.size(), 14u * 14u - 14u - 2u * 13u);
}

}  // namespace
}  // namespace nqueens::engine::colour_join
