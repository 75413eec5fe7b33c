// The order of pieces does not depend on threads; little is held; how it ends.
#include "run/ordered_output.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"

namespace nqueens::run {
namespace {

using Output = OrderedOutput<std::string>;

bool always() {
  return true;
}

bool add(Output& output, std::uint64_t task, const std::string& text) {
  return output.add(task, text, text.size());
}

TEST(OrderedOutput, TakesTheFirstTaskAtOnceAndTheOthersInTheirTurn) {
  std::string taken;
  Output output([&](const std::string& text) {
    taken += text;
    return true;
  });
  for (std::uint64_t task = 0; task < 3; ++task) EXPECT_EQ(output.begin(always), task);
  EXPECT_TRUE(output.is_first(0));
  add(output, 1, "c");
  add(output, 2, "e");
  output.end(2);
  EXPECT_EQ(taken, "");
  add(output, 0, "a");
  EXPECT_EQ(taken, "a");
  add(output, 0, "b");
  output.end(0);
  EXPECT_EQ(taken, "abc");
  EXPECT_TRUE(output.is_first(1));
  add(output, 1, "d");
  EXPECT_EQ(taken, "abcd");
  output.end(1);
  EXPECT_EQ(taken, "abcde");
  EXPECT_EQ(output.begin([] { return false; }), std::nullopt);
}

/// Threads take tasks in order and add many random pieces at random times, far more than the room.
TEST(OrderedOutput, ThreadsInLittleRoom) {
  constexpr std::size_t kRoom = 64;
  constexpr std::uint64_t kTasks = 3000;
  for (const int threads : {1, 2, 7}) {
    std::string taken;
    std::atomic<std::size_t> added{0};
    std::atomic<std::size_t> max_held{0};
    Output output(
        [&](const std::string& text) {
          max_held = std::max(max_held.load(), added.load() - taken.size());
          taken += text;
          return true;
        },
        kRoom);
    std::uint64_t begun = 0;
    const auto work = [&](std::uint64_t seed) {
      base::Random random(seed);
      while (const auto task = output.begin([&] { return begun++ < kTasks; })) {
        for (std::uint64_t i = 0; i <= *task % 4; ++i) {
          const std::string text = std::to_string(*task) + "." + std::to_string(i) + " ";
          added += text.size();
          ASSERT_TRUE(add(output, *task, text));
          if (random.below(16) == 0) std::this_thread::yield();
        }
        output.end(*task);
      }
    };
    {
      std::vector<std::jthread> workers;
      for (int i = 0; i < threads; ++i) workers.emplace_back(work, i);
    }
    std::string expected;
    for (std::uint64_t task = 0; task < kTasks; ++task) {
      for (std::uint64_t i = 0; i <= task % 4; ++i) {
        expected += std::to_string(task) + "." + std::to_string(i) + " ";
      }
    }
    EXPECT_EQ(taken, expected);
    // Besides the room, each thread may hold one piece.
    EXPECT_LE(max_held, kRoom + 16 * static_cast<std::size_t>(threads + 1));
  }
}

TEST(OrderedOutput, ClosingWakesWhoWaits) {
  Output output([](const std::string&) { return true; }, 10);
  output.begin(always);
  output.begin(always);
  std::jthread waiting([&] {
    while (add(output, 1, "12345")) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(output.close());
  EXPECT_FALSE(output.close());
  waiting.join();
  EXPECT_EQ(output.begin(always), std::nullopt);
}

TEST(OrderedOutput, NothingIsTakenAfterTheEnd) {
  int taken = 0;
  const auto add_three = [&](const std::function<bool()>& take) {
    taken = 0;
    Output output([&](const std::string&) { return take(); });
    output.begin(always);
    output.begin(always);
    add(output, 1, "b");
    bool thrown = false;
    try {
      add(output, 0, "a");
      output.end(0);
    } catch (const std::runtime_error&) {
      thrown = true;
      output.end(0);  // as another thread might before this one closes
    }
    EXPECT_EQ(output.close(), thrown);
    EXPECT_FALSE(add(output, 1, "c"));
    return thrown;
  };
  EXPECT_FALSE(add_three([&] { return ++taken < 1; }));
  EXPECT_EQ(taken, 1);
  EXPECT_TRUE(add_three([&]() -> bool {
    ++taken;
    throw std::runtime_error("full");
  }));
  EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace nqueens::run
