// The order of visits on several threads: nobody on the same lines at the same time, those on the
// same lines in order, every visit once.
#include "search/window_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace nqueens::search {
namespace {

constexpr std::uint64_t kSize = 40'000;

WindowPlan make_plan(std::uint64_t seed) {
  const std::stop_token never;
  const std::atomic<bool> running{false};
  WindowPlan plan(kSize, {.columns = 1 << 11});
  base::Random random(seed);
  EXPECT_TRUE(plan.shuffle(random, StopSignal(never, running)));
  return plan;
}

/// The words of 64 lines that a visit may touch: kernels and lists write back whole words around
/// the lines of its squares. By the corners of its rows and columns, as the search numbers lines.
bool share_words(const WindowPlan& plan, std::size_t a, std::size_t b) {
  const std::uint64_t last_row = (kSize + 7) / 8 * 8 - 1;
  const auto words = [&](const Visit& visit, bool diagonals) {
    const Window& window = plan.windows()[visit.window];
    const std::uint64_t last_column = window.first_column + window.columns - 1;
    const std::uint64_t end_row = visit.first_row + visit.rows - 1;
    const std::uint64_t first = diagonals ? window.first_column + last_row - end_row
                                          : window.first_column + visit.first_row;
    const std::uint64_t last =
        diagonals ? last_column + last_row - visit.first_row : last_column + end_row;
    return std::pair((first < 7 ? 0 : first - 7) / 64, (last + 64) / 64);
  };
  const auto meet = [&](bool diagonals) {
    const auto [a_first, a_last] = words(plan.visits()[a], diagonals);
    const auto [b_first, b_last] = words(plan.visits()[b], diagonals);
    return a_first <= b_last && b_first <= a_last;
  };
  return plan.visits()[a].window == plan.visits()[b].window || meet(false) || meet(true);
}

TEST(VisitSchedule, KeepsOrderWhereVisitsMeet) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const WindowPlan plan = make_plan(seed);
    VisitSchedule schedule(plan, kSize, 6);
    base::Random random(seed);
    std::vector<std::size_t> running;
    std::set<std::size_t> done;
    std::size_t most_running = 0;
    while (done.size() < plan.visits().size()) {
      if (running.size() < 6) {
        if (const auto taken = schedule.try_take()) {
          for (const std::size_t other : running) {
            EXPECT_FALSE(share_words(plan, *taken, other)) << *taken << " and " << other;
          }
          for (std::size_t earlier = 0; earlier < *taken; ++earlier) {
            EXPECT_TRUE(done.contains(earlier) || !share_words(plan, *taken, earlier))
                << *taken << " before " << earlier;
          }
          running.push_back(*taken);
          most_running = std::max(most_running, running.size());
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
    EXPECT_GE(most_running, 3u);
  }
}

TEST(VisitSchedule, KnowsHowManyThreadsAreOfUse) {
  const WindowPlan plan = make_plan(1);  // 19 windows
  EXPECT_EQ(VisitSchedule::useful_threads(plan, 1), 1);
  EXPECT_EQ(VisitSchedule::useful_threads(plan, 3), 3);
  EXPECT_EQ(VisitSchedule::useful_threads(plan, 100), 4);
  const WindowPlan one(1000, WindowSizes{});
  EXPECT_EQ(VisitSchedule::useful_threads(one, 4096), 1);
  const WindowPlan large(1'000'000'000, WindowSizes::for_board(1'000'000'000));
  EXPECT_EQ(VisitSchedule::useful_threads(large, 4096), VisitSchedule::kMostThreads);
}

TEST(VisitSchedule, ThreadsMakeEveryVisitOnce) {
  const WindowPlan plan = make_plan(1);
  VisitSchedule schedule(plan, kSize, 4);
  std::mutex mutex;
  std::vector<int> made(plan.visits().size());
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        while (const auto visit = schedule.take()) {
          {
            const std::lock_guard lock(mutex);
            ++made[*visit];
          }
          std::this_thread::yield();
          schedule.finish(*visit);
        }
      });
    }
  }
  EXPECT_EQ(made, std::vector<int>(plan.visits().size(), 1));
}

TEST(VisitSchedule, ClosingWakesThoseWhoWait) {
  const WindowPlan plan = make_plan(2);
  VisitSchedule schedule(plan, kSize, 2);
  // Nothing is ever finished: the second thread waits in the end.
  std::jthread waiting([&] {
    while (schedule.take()) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  schedule.close();
  waiting.join();
  EXPECT_FALSE(schedule.take().has_value());
  EXPECT_FALSE(schedule.try_take().has_value());
}

}  // namespace
}  // namespace nqueens::search
