// list() against plain backtracking, published numbers and itself on other threads, on plain and
// restricted boards, rectangles and variants.
#include "nqueens/list.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/verify.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

std::vector<Placement> listed(const Board& board, const ListOptions& options = {}) {
  std::vector<Placement> all;
  const ListResult result = list(
      board,
      [&](const SolutionBlock& block) {
        EXPECT_EQ(block.rows(), board.rows());
        for (std::size_t i = 0; i < block.size(); ++i) {
          all.emplace_back(block[i].begin(), block[i].end());
        }
      },
      options);
  EXPECT_EQ(result.solutions, all.size());
  EXPECT_EQ(result.rows, board.rows());
  return all;
}

TEST(List, HasThePublishedNumberOfSolutionsInOrder) {
  for (int size = 0; size <= 13; ++size) {
    for (const int threads : {0, 1, 2, 5}) {
      const std::vector<Placement> all = listed(size, {.threads = threads});
      EXPECT_EQ(all.size(), known_solutions(size));
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
      EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
      EXPECT_TRUE(std::all_of(all.begin(), all.end(),
                              [](const Placement& columns) { return is_solution(columns); }));
    }
  }
}

TEST(List, FundamentalIsTheLeastOfEveryOrbit) {
  const auto least_of = [](std::vector<Placement> all) {
    std::erase_if(all, [](const Placement& one) { return canonical_form(one) != one; });
    return all;
  };
  for (int size = 0; size <= 12; ++size) {
    const std::vector<Placement> expected = least_of(listed(size));
    EXPECT_EQ(expected.size(), known_fundamental_solutions(size));
    for (const int threads : {1, 3}) {
      EXPECT_EQ(listed(size, {.threads = threads, .fundamental = true}), expected) << size;
    }
  }
  for (const int size : {20, 23}) {
    const std::vector<Placement> expected = least_of(listed(size, {.limit = 3000}));
    EXPECT_EQ(listed(size, {.fundamental = true, .limit = expected.size()}), expected);
  }
}

TEST(List, ALimitGivesTheBeginning) {
  for (const bool fundamental : {false, true}) {
    std::vector<Placement> all = listed(12, {.fundamental = fundamental});
    for (const std::uint64_t limit : {0u, 1u, 2u, 129u, 1786u}) {
      for (const int threads : {1, 2, 4}) {
        ListOptions options = {.threads = threads, .fundamental = fundamental, .limit = limit};
        const auto first = listed(12, options);
        ASSERT_EQ(first.size(), limit);
        EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin()));
      }
    }
    EXPECT_EQ(listed(12, {.fundamental = fundamental, .limit = 1'000'000}), all);
  }
  const auto nothing = [](const SolutionBlock&) {};
  EXPECT_TRUE(list(8, nothing, {.limit = 93}).complete);
  EXPECT_FALSE(list(8, nothing, {.limit = 91}).complete);
}

TEST(List, TextsComeInOrderAndAreCutWithTheList) {
  const auto render = [](const SolutionBlock& block, std::string& text) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (const std::uint8_t column : block[i]) text += static_cast<char>('a' + column);
      text += ' ';
    }
  };
  std::string one;
  list_text(12, render, [&](std::string_view text, std::uint64_t) { one += text; }, {.threads = 1});
  EXPECT_EQ(one.size(), 14200u * 13);
  EXPECT_TRUE(one.starts_with("acehjlfkbgid "));
  for (const std::uint64_t limit : {1u, 777u, 14199u, 14200u, 20000u}) {
    std::string cut;
    std::uint64_t number = 0;
    list_text(12, render,
              [&](std::string_view text, std::uint64_t solutions) {
                cut += text;
                number += solutions;
              },
              {.threads = 3, .limit = limit});
    EXPECT_EQ(number, std::min<std::uint64_t>(limit, 14200));
    EXPECT_EQ(cut, one.substr(0, number * 13));
  }
}

TEST(List, CanBeStopped) {
  for (const int threads : {1, 2, 4}) {
    std::stop_source source;
    std::atomic<std::uint64_t> seen{0};
    const auto take = [&](const SolutionBlock& block) {
      seen += block.size();
      source.request_stop();
    };
    EXPECT_THROW(list(20, take, {.threads = threads, .stop = source.get_token()}), Stopped);
    EXPECT_GT(seen, 0u);
    // On this board there is nothing to hand over for a long time.
    EXPECT_THROW(list(32, take, {.threads = threads, .stop = source.get_token()}), Stopped);
  }
}

TEST(List, AnExceptionOfTheReceiverEndsTheList) {
  for (const int threads : {1, 2, 8}) {
    int calls = 0;
    const auto take = [&](const SolutionBlock&) {
      if (++calls == 3) throw std::runtime_error("full");
    };
    EXPECT_THROW(list(13, take, {.threads = threads}), std::runtime_error);
    EXPECT_EQ(calls, 3);
  }
}

TEST(List, RefusesBadArguments) {
  const auto nothing = [](const SolutionBlock&) {};
  EXPECT_THROW(list(-1, nothing), InvalidArgument);
  EXPECT_THROW(list(65, nothing), InvalidArgument);
  EXPECT_THROW(list(8, nothing, {.threads = -1}), InvalidArgument);
  EXPECT_THROW(list(8, nothing, {.threads = 5000}), InvalidArgument);
  EXPECT_EQ(list(8, nothing, {.threads = 2, .pinning = Pinning::cores}).solutions, 92u);
}

/// The solutions that come before all their images under the symmetries of the problem.
std::vector<Placement> least_of_orbits(const Problem& problem,
                                       const std::vector<Placement>& solutions) {
  std::vector<Placement> least;
  for (const Placement& columns : solutions) {
    bool is_least = true;
    for (const Symmetry symmetry : symmetries_of(board_of(problem))) {
      Placement turned(columns.size());
      for (std::uint64_t row = 0; row < columns.size(); ++row) {
        const Square to = image(symmetry, {row, columns[row]}, columns.size(),
                                static_cast<std::uint64_t>(problem.columns()));
        turned[to.row] = static_cast<Column>(to.column);
      }
      EXPECT_TRUE(std::binary_search(solutions.begin(), solutions.end(), turned));
      is_least = is_least && columns <= turned;
    }
    if (is_least) least.push_back(columns);
  }
  return least;
}

PROPERTY(RestrictedList, IsWhatBacktrackingGives) {
  const Problem problem = tests::random_board(8);
  const std::vector<Placement> expected = tests::all_solutions(problem);
  const std::vector<Placement> fundamental = least_of_orbits(problem, expected);
  for (const int threads : {1, 3}) {
    RC_ASSERT(listed(board_of(problem), {.threads = threads}) == expected);
    RC_ASSERT(listed(board_of(problem), {.threads = threads, .fundamental = true}) == fundamental);
  }
}

TEST(RestrictedList, VariantsHaveThePublishedNumbers) {
  EXPECT_EQ(listed(Board(8, Variant::semi)).size(), 2113u);
  EXPECT_EQ(listed(Board(11, Variant::torus)).size(), 88u);
  EXPECT_EQ(listed(Board(8, Variant::torus)).size(), 0u);
  EXPECT_EQ(listed(Board(12, Variant::superqueens)).size(), 156u);
  EXPECT_EQ(listed(Board(3, 12, Variant::queens)).size(), 756u);
  EXPECT_EQ(listed(Board(12, 3, Variant::queens)).size(), 0u);
}

// More solutions than are sorted at once.
TEST(RestrictedList, LongListsAreInOrderOnAnyNumberOfThreads) {
  const Problem problem(9, Variant::semi);
  const std::vector<Placement> one = listed(board_of(problem), {.threads = 1});
  EXPECT_EQ(one.size(), 12657u);
  EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
  EXPECT_EQ(std::adjacent_find(one.begin(), one.end()), one.end());
  for (const int threads : {2, 5}) EXPECT_EQ(listed(board_of(problem), {.threads = threads}), one);
  EXPECT_EQ(listed(board_of(problem), {.threads = 2, .fundamental = true}),
            least_of_orbits(problem, one));
  for (const std::uint64_t limit : {1u, 100u, 2049u, 12657u}) {
    for (const int threads : {1, 3}) {
      const auto first = listed(board_of(problem), {.threads = threads, .limit = limit});
      ASSERT_EQ(first.size(), limit);
      EXPECT_TRUE(std::equal(first.begin(), first.end(), one.begin()));
    }
  }
}

TEST(RestrictedList, ABoardOf64IsListedInOrder) {
  const Problem problem = tests::last_rows_of_a_solution(64, 24);
  const std::vector<Placement> all = listed(board_of(problem), {.threads = 1});
  EXPECT_GT(all.size(), 1u);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_TRUE(
      std::binary_search(all.begin(), all.end(), solve(64, {.algorithm = "explicit"}).placement));
  for (const Placement& columns : all) EXPECT_TRUE(is_solution(columns, board_of(problem)));
  EXPECT_EQ(listed(board_of(problem), {.threads = 3}), all);
}

TEST(RestrictedList, CanBeStopped) {
  const auto nothing = [](const SolutionBlock&) {};
  for (const int threads : {1, 2}) {
    EXPECT_THROW(list(Board(24, Variant::semi), nothing,
                      {.threads = threads, .stop = tests::already_stopped()}),
                 Stopped);
  }
  EXPECT_THROW(list(Board(8, Variant::semi), nothing, {.threads = -1}), InvalidArgument);
  EXPECT_EQ(list(Board(33), nothing, {.limit = 1}).solutions, 1u);
}

}  // namespace
}  // namespace nqueens
