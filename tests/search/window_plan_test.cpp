// The cut of a board into windows and visits: complete, random, balanced.
#include "search/window_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <stop_token>
#include <vector>

#include "search/window_kernels.hpp"

namespace nqueens::search {
namespace {

const std::stop_token kNever;
const std::atomic<bool> kRunning{false};
const StopSignal kGoOn(kNever, kRunning);

WindowPlan shuffled(std::uint64_t board_size, const WindowSizes& sizes, std::uint64_t seed) {
  WindowPlan plan(board_size, sizes);
  base::Random random(seed);
  EXPECT_TRUE(plan.shuffle(random, kGoOn));
  return plan;
}

TEST(WindowPlan, CoversAllColumnsAndRows) {
  for (const std::uint64_t size : {1u, 4u, 511u, 512u, 1000u, 65536u, 131071u, 131072u, 131073u,
                                   200000u, 1000003u, 9999999u}) {
    for (const std::uint64_t columns : {std::uint64_t{1} << 10, std::uint64_t{1} << 16}) {
      const WindowPlan plan = shuffled(size, {.columns = columns}, size);
      std::uint64_t column = 0;
      for (const Window& window : plan.windows()) {
        EXPECT_EQ(window.first_column, column);
        EXPECT_EQ(window.first_column % 512, 0u);
        EXPECT_LE(window.columns / 8, kMostWindowBytes);
        EXPECT_LT(window.columns, 2 * columns + 512);
        column += window.columns;
      }
      EXPECT_EQ(column, size);
      std::uint64_t row = 0;
      std::map<std::uint32_t, std::uint64_t> rows;
      for (const Visit& visit : plan.visits()) {
        EXPECT_EQ(visit.first_row, row);
        EXPECT_EQ(visit.free_columns, plan.windows()[visit.window].columns - rows[visit.window]);
        EXPECT_LE(visit.rows, visit.free_columns);
        row += visit.rows;
        rows[visit.window] += visit.rows;
      }
      EXPECT_EQ(row, size);
      ASSERT_EQ(rows.size(), plan.windows().size());
      for (const auto& [window, count] : rows) EXPECT_EQ(count, plan.windows()[window].columns);
    }
  }
}

TEST(WindowPlan, TheLargestBoardFits) {
  constexpr std::uint64_t kLargest = 0xFFFFFFFF;
  WindowSizes sizes = WindowSizes::for_board(kLargest);
  sizes.exchanges = 0;
  const WindowPlan plan = shuffled(kLargest, sizes, 1);
  EXPECT_EQ(plan.windows().back().first_column + plan.windows().back().columns, kLargest);
  for (const Window& window : plan.windows()) {
    ASSERT_LE(window.columns / 8, kMostWindowBytes);
    ASSERT_GE(window.columns / 8, kLeastWindowBytes);
  }
  EXPECT_EQ(plan.visits().back().first_row + plan.visits().back().rows, kLargest);
  EXPECT_LT(WindowPlan::memory_bytes(kLargest, sizes), kLargest / 20);
}

std::vector<std::uint32_t> order(const WindowPlan& plan) {
  std::vector<std::uint32_t> windows;
  for (const Visit& visit : plan.visits()) windows.push_back(visit.window);
  return windows;
}

TEST(WindowPlan, DependsOnItsRandomNumbersAlone) {
  WindowPlan plan(100'000, {.columns = 1 << 12});
  base::Random random(1);
  ASSERT_TRUE(plan.shuffle(random, kGoOn));
  const auto first = order(plan);
  ASSERT_TRUE(plan.shuffle(random, kGoOn));
  EXPECT_NE(order(plan), first);
  base::Random again(1);
  ASSERT_TRUE(plan.shuffle(again, kGoOn));
  EXPECT_EQ(order(plan), first);
}

/// Rows on the fullest stretch of antidiagonals, counted square by square: every visit spreads its
/// rows evenly over its columns.
double fullest_stretch(const WindowPlan& plan, std::uint64_t board_size, std::uint64_t stretch) {
  std::vector<double> load(2 * board_size / stretch + 2);
  for (const Visit& visit : plan.visits()) {
    const Window& window = plan.windows()[visit.window];
    for (std::uint64_t row = 0; row < visit.rows; row += 8) {
      const std::uint64_t first = window.first_column + visit.first_row + row;
      for (std::uint64_t column = 0; column < window.columns; column += 8) {
        load[(first + column) / stretch] += 64.0 / static_cast<double>(window.columns);
      }
    }
  }
  return *std::max_element(load.begin(), load.end());
}

TEST(WindowPlan, BalancesTheDiagonals) {
  constexpr std::uint64_t kSize = 100'000;
  double random = 0;
  double balanced = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const WindowSizes sizes = {.columns = 1 << 11, .exchanges = 0};
    random += fullest_stretch(shuffled(kSize, sizes, seed), kSize, 128);
    const WindowSizes balancing = {.columns = 1 << 11};
    balanced += fullest_stretch(shuffled(kSize, balancing, seed), kSize, 128);
  }
  EXPECT_LT(balanced, 0.85 * random);
}

TEST(WindowPlan, CanBeStopped) {
  const std::atomic<bool> over{true};
  WindowPlan plan(10'000'000, WindowSizes{});
  base::Random random(1);
  EXPECT_FALSE(plan.shuffle(random, StopSignal(kNever, over)));
}

}  // namespace
}  // namespace nqueens::search
