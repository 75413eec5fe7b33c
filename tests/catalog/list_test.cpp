// list() against every permutation, the published numbers and itself on other threads.
#include "nqueens/list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "catalog/prefixes.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {
namespace {

std::vector<Placement> listed(int board_size, const ListOptions& options = {}) {
  std::vector<Placement> all;
  const ListResult result = list(
      board_size,
      [&](const SolutionBlock& block) {
        EXPECT_EQ(block.board_size(), board_size);
        for (std::size_t i = 0; i < block.size(); ++i) {
          all.emplace_back(block[i].begin(), block[i].end());
        }
      },
      options);
  EXPECT_EQ(result.solutions, all.size());
  EXPECT_EQ(result.board_size, board_size);
  return all;
}

TEST(List, IsWhatTryingEveryPermutationGives) {
  for (Column size = 0; size <= 9; ++size) {
    std::vector<Placement> expected;
    Placement columns(size);
    std::iota(columns.begin(), columns.end(), Column{0});
    do {
      if (is_solution(columns)) expected.push_back(columns);
    } while (std::next_permutation(columns.begin(), columns.end()));
    EXPECT_EQ(listed(static_cast<int>(size)), expected) << size;
  }
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

TEST(List, UniqueIsTheLeastOfEveryOrbit) {
  for (int size = 0; size <= 12; ++size) {
    std::vector<Placement> expected;
    for (const Placement& columns : listed(size)) {
      if (canonical_form(columns) == columns) expected.push_back(columns);
    }
    EXPECT_EQ(expected.size(), known_fundamental_solutions(size));
    for (const int threads : {1, 3}) {
      EXPECT_EQ(listed(size, {.threads = threads, .unique = true}), expected) << size;
    }
  }
}

TEST(List, ALimitGivesTheBeginning) {
  for (const bool unique : {false, true}) {
    std::vector<Placement> all = listed(12, {.unique = unique});
    for (const std::uint64_t limit : {0u, 1u, 2u, 129u, 1786u}) {
      for (const int threads : {1, 2, 4}) {
        ListOptions options = {.threads = threads, .unique = unique, .limit = limit};
        const auto first = listed(12, options);
        ASSERT_EQ(first.size(), limit);
        EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin()));
      }
    }
    EXPECT_EQ(listed(12, {.unique = unique, .limit = 1'000'000}), all);
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
    // Where there is nothing to hand over for a long time.
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

bool agrees(const Placement& columns) {
  const std::vector<std::uint8_t> bytes(columns.begin(), columns.end());
  return catalog::is_least_of_orbit(bytes) == (canonical_form(columns) == columns);
}

// Of any permutation, solution or not.
RC_GTEST_PROP(OrbitLeast, IsTheCanonicalForm, ()) {
  const auto size = *rc::gen::inRange<Column>(1, 33);
  Placement columns(size);
  std::iota(columns.begin(), columns.end(), Column{0});
  for (std::size_t left = size; left > 1; --left) {
    std::swap(columns[left - 1], columns[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  RC_ASSERT(agrees(columns));
  RC_ASSERT(agrees(canonical_form(columns)));
}

}  // namespace
}  // namespace nqueens
