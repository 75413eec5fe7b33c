// The order of pieces, whoever brings them when; that little is held; how it ends.
#include "catalog/ordered_output.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/random.hpp"

namespace nqueens::catalog {
namespace {

Piece piece(std::string text) {
  return {SolutionBlock(8), 1, std::move(text)};
}

TEST(OrderedOutput, WritesTheFirstTaskAtOnceAndTheOthersInTheirTurn) {
  std::string written;
  OrderedOutput output(1000, [&](Piece& given) {
    written += given.text;
    return true;
  });
  for (int i = 0; i < 3; ++i) output.begin();
  EXPECT_TRUE(output.is_first(0));
  output.add(1, piece("c"));
  output.add(2, piece("e"));
  output.end(2);
  EXPECT_EQ(written, "");
  output.add(0, piece("a"));
  EXPECT_EQ(written, "a");
  output.add(0, piece("b"));
  output.end(0);
  EXPECT_EQ(written, "abc");
  EXPECT_TRUE(output.is_first(1));
  output.add(1, piece("d"));
  EXPECT_EQ(written, "abcd");
  output.end(1);
  EXPECT_EQ(written, "abcde");
}

/// Threads take tasks in order and add pieces of random length in random order of time; the room is
/// far less than what is added.
TEST(OrderedOutput, ThreadsInLittleRoom) {
  constexpr std::size_t kRoom = 64;
  constexpr std::uint64_t kTasks = 3000;
  for (const int threads : {1, 2, 7}) {
    std::string written;
    std::atomic<std::size_t> added{0};
    std::atomic<std::size_t> max_held{0};
    OrderedOutput output(kRoom, [&](Piece& given) {
      written += given.text;
      max_held = std::max(max_held.load(), added.load() - (written.size() - given.text.size()));
      return true;
    });
    std::mutex mutex;
    std::uint64_t next = 0;
    const auto work = [&](std::uint64_t seed) {
      base::Random random(seed);
      for (;;) {
        std::uint64_t task = 0;
        {
          const std::lock_guard lock(mutex);
          if (next == kTasks) return;
          task = next++;
          output.begin();
        }
        for (std::uint64_t i = 0; i <= task % 4; ++i) {
          std::string text = std::to_string(task) + "." + std::to_string(i) + " ";
          added += text.size();
          ASSERT_TRUE(output.add(task, piece(std::move(text))));
          if (random.below(16) == 0) std::this_thread::yield();
        }
        output.end(task);
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
    EXPECT_EQ(written, expected);
    // Besides the room, each thread may hold one piece.
    EXPECT_LE(max_held, kRoom + 16 * static_cast<std::size_t>(threads + 1));
  }
}

TEST(OrderedOutput, ClosingWakesWhoWaits) {
  OrderedOutput output(10, [](Piece&) { return true; });
  output.begin();
  output.begin();
  std::jthread waiting([&] {
    while (output.add(1, piece("12345"))) {
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  output.close();
  waiting.join();
  EXPECT_TRUE(output.closed());
}

}  // namespace
}  // namespace nqueens::catalog
