// Direct counts of symmetric solutions, against lists of solutions and published sequences.
#include "engine/symmetric_solutions.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "count/count_run.hpp"
#include "nqueens/error.hpp"
#include "nqueens/symmetry.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

std::uint64_t fixed(int board_size, Symmetry symmetry) {
  std::uint64_t solutions = 0;
  EXPECT_TRUE(engine::count_fixed(Problem(board_size), symmetry, {}, solutions));
  return solutions;
}

TEST(Symmetric, EqualsTheSolutionsLookedAtOneByOne) {
  for (int n = 0; n <= 11; ++n) {
    std::uint64_t half = 0, quarter = 0;
    for (const Placement& solution : tests::all_solutions(Problem(n))) {
      half += image(Symmetry::half_turn, solution) == solution;
      quarter += image(Symmetry::quarter_turn, solution) == solution;
    }
    EXPECT_TRUE(counting::count_half_turns(n) == half) << n;
    EXPECT_EQ(fixed(n, Symmetry::quarter_turn), quarter) << n;
  }
}

TEST(Symmetric, EqualsThePublishedSequences) {
  // OEIS A032522 and A033148 from n = 12.
  const std::uint64_t half[] = {80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620, 375664};
  const std::uint64_t quarter[] = {8, 8, 0, 0, 64, 128, 0, 0, 480, 704};
  for (int n = 12; n <= 21; ++n) {
    EXPECT_TRUE(counting::count_half_turns(n) == half[n - 12]) << n;
    EXPECT_EQ(fixed(n, Symmetry::quarter_turn), quarter[n - 12]) << n;
  }
  EXPECT_EQ(fixed(28, Symmetry::quarter_turn), 32896u);
}

TEST(Symmetric, HalfTurnsOfPlainBoardsAreThoseOfTheSearchOfAnyBoard) {
  for (int n = 1; n <= 15; ++n) {
    EXPECT_TRUE(counting::count_half_turns(n) == fixed(n, Symmetry::half_turn)) << n;
    EXPECT_EQ(fixed(n, Symmetry::mirror_rows), n == 1 ? 1u : 0u);
  }
}

/// Solutions equal to their image, by a search that is given up after some seconds.
std::optional<std::uint64_t> count_fixed_soon(const Problem& problem, Symmetry symmetry) {
  std::stop_source source;
  std::mutex mutex;
  std::condition_variable_any is_done;
  const std::jthread clock([&](const std::stop_token& done) {
    std::unique_lock lock(mutex);
    is_done.wait_for(lock, done, std::chrono::seconds(10), [] { return false; });
    if (!done.stop_requested()) source.request_stop();
  });
  std::uint64_t solutions = 0;
  if (!engine::count_fixed(problem, symmetry, source.get_token(), solutions)) return {};
  return solutions;
}

TEST(Symmetric, NothingIsSearchedWhereThereIsNone) {
  // More rows than columns.
  const Problem tall(60, 59, Variant::queens);
  for (const Symmetry symmetry : {Symmetry::identity, Symmetry::half_turn}) {
    EXPECT_EQ(count_fixed_soon(tall, symmetry), 0u);
  }
  // Row 63 allows no half turn of a square of row 0. Other rows have fewer squares.
  Problem halves(64);
  for (int row = 0; row < 64; ++row) {
    halves.restrict_row(row, row % 63 == 0 ? 0xFFFFFFFF : 0x00003FFFFFFC0000);
  }
  EXPECT_EQ(count_fixed_soon(halves, Symmetry::half_turn), 0u);
  // All squares of row 0 and some of the others attack their half turn.
  Problem torus(61, Variant::torus);
  torus.restrict_row(0, torus.full_row() & ~(std::uint64_t{1} << 30));
  EXPECT_EQ(count_fixed_soon(torus, Symmetry::mirror_rows), 0u);
}

TEST(Symmetric, StopsWhenAsked) {
  EXPECT_THROW(counting::count_half_turns(30, {.stop = tests::already_stopped()}), Stopped);
}

}  // namespace
}  // namespace nqueens
