// Marks of lines: counts, the first attacked queen, several sets that count as one.
#include "placements/line_marks.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "placements/support.hpp"

namespace nqueens::placements {
namespace {

TEST(LineMarks, CountThreeLinesForEveryQueenOfASolution) {
  for (const std::uint64_t size : {4u, 10u, 64u, 1000u}) {
    const Placement placement = tests::staircase(size);
    MarkPool pool(size, 1, 1);
    std::size_t hint = 0;
    pool.mark(0, placement, hint);
    EXPECT_EQ(pool.count_lines(0, pool.word_count()), 3 * size);
  }
}

TEST(LineMarks, CountSharedLinesOnce) {
  const auto lines = [](const Placement& placement) {
    MarkPool pool(placement.size(), 1, 1);
    std::size_t hint = 0;
    pool.mark(0, placement, hint);
    return pool.count_lines(0, pool.word_count());
  };
  EXPECT_EQ(lines({0, 0, 0, 0}), 1u + 4 + 4);  // one column
  EXPECT_EQ(lines({0, 1, 2, 3}), 4u + 1 + 4);  // one diagonal
  EXPECT_EQ(lines({3, 2, 1, 0}), 4u + 4 + 1);  // one antidiagonal
  EXPECT_EQ(lines({0}), 3u);
}

TEST(LineMarks, FindTheFirstAttackedQueen) {
  LineMarks marks(8);
  EXPECT_EQ(marks.mark_until_attacked(0, Placement{0, 4, 7}), std::nullopt);
  EXPECT_EQ(marks.mark_until_attacked(3, Placement{5, 2, 5, 0}), std::size_t{2});
}

TEST(LineMarks, SetsOfSeveralThreadsCountAsOne) {
  constexpr std::uint64_t kSize = 100000;
  const Placement placement = tests::staircase(kSize);
  for (const int sets : {1, 2, 3, 4, 5}) {
    MarkPool pool(kSize, sets, 4);
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        std::size_t hint = 0;
        for (std::uint64_t row = 1000 * t; row < kSize; row += 4000) {
          pool.mark(row, std::span(placement).subspan(row, 1000), hint);
        }
      });
    }
    for (auto& thread : threads) thread.join();
    const std::uint64_t half = pool.word_count() / 2;
    EXPECT_EQ(pool.count_lines(0, half) + pool.count_lines(half, pool.word_count()), 3 * kSize);
  }
}

}  // namespace
}  // namespace nqueens::placements
