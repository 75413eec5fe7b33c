// Another solution differs in some row. Row after row is looked at: first those solutions that
// differ in it, then all others have its queen. The row with the fewest free squares comes first,
// so that all searches together are about one search by the tightest line.
#include "search/other_completion.hpp"

#include <bit>
#include <utility>

namespace nqueens::search {

namespace {

/// Of the rows of the mask, which is not 0, that with the fewest allowed squares.
int tightest_row(const Problem& problem, std::uint64_t rows) {
  int best = std::countr_zero(rows);
  for (; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    if (std::popcount(problem.allowed(row)) < std::popcount(problem.allowed(best))) best = row;
  }
  return best;
}

}  // namespace

Completion complete_otherwise(const Problem& problem, std::span<const Column> solution,
                              const CompletionOptions& options) {
  Completion result;
  Problem same = problem;  // with the queens of the rows that were looked at
  std::uint64_t open = 0;
  for (int row = 0; row < problem.rows(); ++row) open |= std::uint64_t{1} << row;
  while (open != 0) {
    const int row = tightest_row(same, open);
    const Square square{static_cast<std::uint64_t>(row), solution[static_cast<std::size_t>(row)]};
    Problem different = same;
    different.block(square);
    if (different.allowed(row) != 0) {
      Completion found = complete(different, options);
      result.nodes += found.nodes;
      if (found.columns) {
        result.columns = std::move(found.columns);
        return result;
      }
    }
    open &= ~(std::uint64_t{1} << row);
    same.require(square);
    for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      same.restrict_row(other, ~same.attacked(row, static_cast<int>(square.column), other));
    }
  }
  return result;
}

}  // namespace nqueens::search
