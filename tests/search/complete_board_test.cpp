// One solution of a problem, or the proof that there is none, on any number of threads.
#include "search/complete_board.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "support/restricted_boards.hpp"

namespace nqueens::search {
namespace {

SolveOptions on_threads(int threads) {
  SolveOptions options;
  options.threads = threads;
  return options;
}

bool is_solution(const Problem& problem, const std::vector<std::uint8_t>& columns) {
  if (columns.size() != static_cast<std::size_t>(problem.rows())) return false;
  for (int row = 0; row < problem.rows(); ++row) {
    const int column = columns[static_cast<std::size_t>(row)];
    if ((problem.allowed(row) >> column & 1u) == 0) return false;
    for (int other = row + 1; other < problem.rows(); ++other) {
      const int there = columns[static_cast<std::size_t>(other)];
      if ((problem.attacked(row, column, other) >> there & 1u) != 0) return false;
    }
  }
  return true;
}

/// Three of five have no solution, found after ten thousand queens on average.
Problem some_diagonals_excluded(std::uint64_t seed) {
  base::Random random(seed);
  Problem problem(17);
  for (int i = 0; i < 18; ++i) {
    const int line = static_cast<int>(random.below(33));
    if (random.below(2) == 0) {
      problem.block_diagonal(line - 16);
    } else {
      problem.block_antidiagonal(line);
    }
  }
  return problem;
}

TEST(CompleteBoard, ThreadsAgree) {
  int without = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Problem problem = some_diagonals_excluded(seed);
    const Completion expected = complete(problem, on_threads(1));
    without += expected.columns ? 0 : 1;
    for (const int threads : {1, 2}) {
      SolveOptions options = on_threads(threads);
      if (threads % 2 == 0) options.seed = seed;
      const Completion found = complete(problem, options);
      ASSERT_EQ(found.columns.has_value(), expected.columns.has_value()) << seed;
      EXPECT_TRUE(!found.columns || is_solution(problem, *found.columns)) << seed;
    }
  }
  EXPECT_GT(without, 4);
  EXPECT_LT(without, 16);
}

TEST(CompleteBoard, LargeBoardsAreCompletedSoon) {
  for (int size = 44; size <= 64; ++size) {
    const Problem problem(size);
    const Completion found = complete(problem, {});
    ASSERT_TRUE(found.columns) << size;
    EXPECT_TRUE(is_solution(problem, *found.columns)) << size;
    EXPECT_LT(found.nodes, 1'000'000u) << size;
  }
}

TEST(CompleteBoard, StopsSoon) {
  for (const int threads : {1, 3}) {
    std::stop_source source;
    SolveOptions options = on_threads(threads);
    options.stop = source.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    EXPECT_THROW(complete(tests::endless_board(41), options), Stopped);
    stopper.join();
    EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(2));
  }
}

TEST(CompleteBoard, StopsAtOnce) {
  std::stop_source source;
  source.request_stop();
  SolveOptions options = on_threads(1);
  options.stop = source.get_token();
  EXPECT_THROW(complete(tests::endless_board(41), options), Stopped);
}

TEST(CompleteBoard, RefusesNumbersOfThreads) {
  EXPECT_THROW(complete(Problem(8), on_threads(-1)), InvalidArgument);
}

}  // namespace
}  // namespace nqueens::search
