// The formula: a solution for every board, and the search that writes it out.
#include "search/explicit_construction.hpp"

#include <gtest/gtest.h>

#include "nqueens/solve.hpp"

namespace nqueens::search {
namespace {

Placement by_formula(std::uint64_t size) {
  Placement columns;
  for (std::uint64_t row = 0; row < size; ++row) columns.push_back(explicit_column(size, row));
  return columns;
}

TEST(ExplicitConstruction, IsASolutionOfEveryBoard) {
  for (std::uint64_t size = 1; size <= 1500; size += size == 1 ? 3 : 1) {
    ASSERT_TRUE(is_solution(by_formula(size))) << size;
  }
}

TEST(ExplicitConstruction, IsWrittenOutAsTheFormulaSays) {
  for (std::uint64_t size = 1; size <= 200; size += size == 1 ? 3 : 1) {
    EXPECT_EQ(solve(size, {.algorithm = "explicit"}).placement, by_formula(size)) << size;
  }
  // Several pieces, remainders 2 to 5 modulo 6, turns within pieces.
  for (std::uint64_t size = 1'000'000; size < 1'000'012; ++size) {
    for (const int threads : {1, 3}) {
      EXPECT_EQ(solve(size, {.algorithm = "explicit", .threads = threads}).placement,
                by_formula(size))
          << size;
    }
  }
}

}  // namespace
}  // namespace nqueens::search
