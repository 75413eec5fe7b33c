// Sums of the colour join by state lists, on every instruction set, against plain loops over all
// first and second placements.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "engine/colour_join/sums/state_sums.hpp"
#include "nqueens/error.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"
#include "support/stop.hpp"

namespace nqueens::engine::colour_join {
namespace {

using tests::SeededRandom;

/// The placements of a quarter on these rows.
void place(const Quarter& quarter, LineSet rows, const QueenLines& lines,
           std::vector<QueenLines>& found) {
  if (rows == 0) return found.push_back(lines);
  const int row = std::countr_zero(rows);
  for (LineSet free = quarter.free(lines, row); free != 0; free &= free - 1) {
    place(quarter, rows & (rows - 1), quarter.with(lines, row, std::countr_zero(free)), found);
  }
}

std::vector<LineSet> sets_of(int lines, int queens) {
  std::vector<LineSet> sets;
  for (LineSet set = 0; set <= all_lines(lines); ++set) {
    if (std::popcount(set) == queens) sets.push_back(set);
  }
  return sets;
}

/// One colour with rows and columns of factors, some sets left out.
struct StateData {
  StateData(const QuarteredBoard& board, bool is_white, int first_queens, int second_queens,
            SeededRandom& random)
      : colour(is_white ? ColourQuarters(board.white_first(), board.white_second())
                        : ColourQuarters(board.black_first(), board.black_second())) {
    const Quarter& first = colour.quarters().first;
    const Quarter& second = colour.quarters().second;
    const std::vector<LineSet> first_sets = sets_of(first.rows(), first_queens);
    first_rows = random.of(first_sets);
    colour.list_first(first_rows, [](LineSet) { return true; }, {});
    for (const LineSet rows : sets_of(second.rows(), second_queens)) {
      if (random.below(4) == 0) continue;
      row_sets.push_back(rows);
      weights.push_back(static_cast<std::uint16_t>(random.from_to(1, 4)));
    }
    for (const LineSet columns : sets_of(second.columns(), second_queens)) {
      if (random.below(4) != 0) column_sets.push_back(columns);
    }
    stride = (column_sets.size() / kBlockBytes + 1) * kBlockBytes;
  }

  /// Of one plane, by loops.
  std::uint64_t expected(LineSet first_columns, std::span<const std::uint16_t> factors) const {
    std::vector<QueenLines> firsts;
    place(colour.quarters().first, first_rows, {}, firsts);
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < row_sets.size(); ++row) {
      std::vector<QueenLines> seconds;
      place(colour.quarters().second, row_sets[row], {}, seconds);
      for (const QueenLines& two : seconds) {
        const auto column = std::ranges::find(column_sets, two.columns) - column_sets.begin();
        if (column == std::ssize(column_sets)) continue;
        const std::uint64_t factor = factors[row * stride + static_cast<std::size_t>(column)];
        for (const QueenLines& one : firsts) {
          if (one.columns != first_columns || (one.diagonals & two.diagonals) != 0 ||
              (one.antidiagonals & two.antidiagonals) != 0) {
            continue;
          }
          sum += factor * weights[row];
        }
      }
    }
    return sum;
  }

  Colour colour;
  LineSet first_rows = 0;
  std::vector<LineSet> row_sets;
  std::vector<std::uint16_t> weights;
  std::vector<LineSet> column_sets;
  std::size_t stride = 0;
};

PROPERTY(ColourStates, SumUpTheFactorsOfAllPairs) {
  SeededRandom random;
  const int n = static_cast<int>(random.from_to(2, 13));
  Problem problem(n);
  for (std::size_t blocked = random.below(3) * random.below(8); blocked > 0; --blocked) {
    problem.block(
        {random.below(static_cast<std::size_t>(n)), random.below(static_cast<std::size_t>(n))});
  }
  const QuarteredBoard board(problem);
  const bool is_white = random.below(2) == 0;
  const int lines = board.odd();
  const auto queens = static_cast<int>(random.below(static_cast<std::size_t>(lines) + 1));
  const StateData data(board, is_white, queens, queens, random);
  if (data.row_sets.empty() || data.colour.first().size == 0) return;
  const std::size_t plane = data.row_sets.size() * data.stride;
  const std::size_t planes = random.from_to(1, 3);
  std::vector<std::uint16_t> factors(plane * planes);
  for (std::size_t at = 0; at < factors.size(); at += data.stride) {
    for (std::size_t column = 0; column < data.column_sets.size(); ++column) {
      factors[at + column] = static_cast<std::uint16_t>(random.word());
    }
  }
  const std::size_t lane = random.below(data.colour.first().column_sets.size());
  const LineSet first_columns = data.colour.first().column_sets[lane];
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < planes; ++i) {
    expected += data.expected(first_columns, std::span(factors).subspan(i * plane, plane))
                << (16 * i);
  }
  for (const Kernels* kernels : kernels()) {
    StateSums states(data.colour, *kernels);
    states.set_factors(data.row_sets, data.weights, data.column_sets, data.stride);
    RC_ASSERT(states.sum(lane, {factors, data.stride, data.row_sets.size()}, {}) == expected);
  }
}

PROPERTY(ColourStates, AreExactUpToHalfOf64BitsAndAnErrorBeyond) {
  SeededRandom random;
  const StateData data(QuarteredBoard(12), true, 3, 3, random);
  const std::size_t plane = data.row_sets.size() * data.stride;
  for (const Kernels* kernels : kernels()) {
    StateSums states(data.colour, *kernels);
    states.set_factors(data.row_sets, data.weights, data.column_sets, data.stride);
    RC_ASSERT(states.count(0, {}) > 10u);
    const auto sum_of = [&](std::uint16_t low, std::uint16_t high) {
      std::vector<std::uint16_t> factors(4 * plane);
      std::fill_n(factors.begin(), plane, low);
      std::fill_n(factors.begin() + static_cast<std::ptrdiff_t>(3 * plane), plane, high);
      return states.sum(0, {factors, data.stride, data.row_sets.size()}, {});
    };
    const std::uint64_t weighted = sum_of(1, 0);  // with the row weights, all column sets
    RC_ASSERT(sum_of(65535, 0) == weighted * 65535);
    const std::uint64_t most = (std::uint64_t{1} << 15) / weighted;
    if (most > 0 && most * weighted < std::uint64_t{1} << 15) {
      RC_ASSERT(sum_of(0, static_cast<std::uint16_t>(most)) == (most * weighted) << 48);
    }
    RC_ASSERT_THROWS_AS(sum_of(0, 65535), Error);
    RC_ASSERT(sum_of(3, 0) == weighted * 3);  // the next sum is right
  }
}

PROPERTY(ColourStates, AStoppedSumSaysSo) {
  SeededRandom random;
  const StateData data(QuarteredBoard(12), false, 3, 3, random);
  StateSums states(data.colour, kernels().portable());
  states.set_factors(data.row_sets, data.weights, data.column_sets, data.stride);
  const std::vector<std::uint16_t> factors(data.row_sets.size() * data.stride, 1);
  RC_ASSERT_THROWS_AS(
      states.sum(0, {factors, data.stride, data.row_sets.size()}, tests::already_stopped()),
      StopAsked);
}

}  // namespace
}  // namespace nqueens::engine::colour_join
