// The cut of the largest board into windows and visits. On several threads every visit is made
// once, and visits that share lines are made one after the other, in order.
#include "solve/window_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "solve/window_kernels.hpp"
#include "support/stop.hpp"

namespace nqueens::solving {
namespace {

using tests::kNeverStopped;

WindowOrder shuffled(std::uint64_t board_size, const WindowSizes& sizes, std::uint64_t seed) {
  WindowOrder order(board_size, sizes);
  base::Random random(seed);
  EXPECT_TRUE(order.shuffle(random, kNeverStopped));
  return order;
}

TEST(WindowOrder, TheLargestBoardFits) {
  constexpr std::uint64_t kLargest = 0xFFFFFFFF;
  WindowSizes sizes = WindowSizes::for_board(kLargest);
  sizes.exchanges = 0;
  const WindowOrder order = shuffled(kLargest, sizes, 1);
  EXPECT_EQ(order.windows().back().first_column + order.windows().back().columns, kLargest);
  for (const Window& window : order.windows()) {
    ASSERT_LE(window.columns / 8, kMaxWindowBytes);
    ASSERT_GE(window.columns / 8, kMinWindowBytes);
  }
  EXPECT_EQ(order.visits().back().first_row + order.visits().back().rows, kLargest);
  EXPECT_LT(WindowOrder::memory_bytes(kLargest, sizes), kLargest / 20);
}

constexpr std::uint64_t kScheduled = 40'000;

WindowOrder make_order(std::uint64_t seed) {
  return shuffled(kScheduled, {.columns = 1 << 11}, seed);
}

/// Whether two visits may touch the same word of 64 lines: kernels and lists write back whole words
/// around the lines of their squares.
bool share_words(const WindowOrder& order, std::size_t a, std::size_t b) {
  const std::uint64_t last_row = (kScheduled + 7) / 8 * 8 - 1;
  const auto words = [&](const Visit& visit, bool diagonals) {
    const Window& window = order.windows()[visit.window];
    const std::uint64_t last_column = window.first_column + window.columns - 1;
    const std::uint64_t end_row = visit.first_row + visit.rows - 1;
    const std::uint64_t first = diagonals ? window.first_column + last_row - end_row
                                          : window.first_column + visit.first_row;
    const std::uint64_t last =
        diagonals ? last_column + last_row - visit.first_row : last_column + end_row;
    return std::pair((first < 7 ? 0 : first - 7) / 64, (last + 64) / 64);
  };
  const auto meet = [&](bool diagonals) {
    const auto [a_first, a_last] = words(order.visits()[a], diagonals);
    const auto [b_first, b_last] = words(order.visits()[b], diagonals);
    return a_first <= b_last && b_first <= a_last;
  };
  return order.visits()[a].window == order.visits()[b].window || meet(false) || meet(true);
}

TEST(VisitSchedule, KeepsOrderWhereVisitsMeet) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const WindowOrder order = make_order(seed);
    VisitSchedule schedule(order, kScheduled, 6);
    base::Random random(seed);
    std::vector<std::size_t> running;
    std::set<std::size_t> done;
    std::size_t max_running = 0;
    while (done.size() < order.visits().size()) {
      if (running.size() < 6) {
        if (const auto taken = schedule.try_take()) {
          for (const std::size_t other : running) {
            EXPECT_FALSE(share_words(order, *taken, other)) << *taken << " and " << other;
          }
          for (std::size_t earlier = 0; earlier < *taken; ++earlier) {
            EXPECT_TRUE(done.contains(earlier) || !share_words(order, *taken, earlier))
                << *taken << " before " << earlier;
          }
          running.push_back(*taken);
          max_running = std::max(max_running, running.size());
          continue;
        }
      }
      ASSERT_FALSE(running.empty());
      const std::size_t i = random.below(static_cast<std::uint32_t>(running.size()));
      schedule.finish(running[i]);
      EXPECT_TRUE(done.insert(running[i]).second);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
    EXPECT_FALSE(schedule.take().has_value());
    EXPECT_GE(max_running, 3u);
  }
}

}  // namespace
}  // namespace nqueens::solving
