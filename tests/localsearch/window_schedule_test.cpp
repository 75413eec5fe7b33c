// The order of visits on several threads: nobody on the same lines at the same time, those on the
// same lines in order, every visit once.
#include "localsearch/window_schedule.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

namespace nqueens::localsearch {
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

/// By all pairs of corners: the ranges of row + column and of row - column.
bool share_lines(const WindowPlan& plan, std::size_t a, std::size_t b) {
  const Visit& one = plan.visits()[a];
  const Visit& two = plan.visits()[b];
  const auto range = [&](const Visit& visit, int sign) {
    const Window& window = plan.windows()[visit.window];
    const auto column = static_cast<std::int64_t>(window.first_column);
    const auto last = column + static_cast<std::int64_t>(window.columns) - 1;
    const auto row = sign * static_cast<std::int64_t>(visit.first_row);
    const auto other = row + sign * (static_cast<std::int64_t>(visit.rows) - 1);
    return std::pair(column + std::min(row, other), last + std::max(row, other));
  };
  const auto meet = [&](int sign) {
    const auto [a_first, a_last] = range(one, sign);
    const auto [b_first, b_last] = range(two, sign);
    return a_first <= b_last && b_first <= a_last;
  };
  return one.window == two.window || meet(1) || meet(-1);
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
            EXPECT_FALSE(share_lines(plan, *taken, other)) << *taken << " and " << other;
          }
          for (std::size_t earlier = 0; earlier < *taken; ++earlier) {
            EXPECT_TRUE(done.contains(earlier) || !share_lines(plan, *taken, earlier))
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
}  // namespace nqueens::localsearch
