#include "counting/colour_join/cost.hpp"

#include <bit>

#include "counting/colour_join/work.hpp"

namespace nqueens::counting {

ColourCost::ColourCost(const ColourBoard& board, const ColourEstimate& estimate,
                       const ColourPlan& plan)
    : board_(board), estimate_(estimate), of_rows_(std::size_t{1} << board.even()) {
  for (LineSet rows = 0; rows < of_rows_.size(); ++rows) of_rows_[rows] = rates_of(plan, rows);
}

double ColourCost::start_seconds(LineSet even_rows) const {
  const LineSet others = all_lines(board_.even()) & ~even_rows;
  const double pieces = estimate_.white_first(even_rows) * estimate_.even_part(even_rows) +
                        estimate_.black_first(others) * estimate_.odd_part(even_rows);
  return first_pieces_seconds(pieces);
}

ColourCost::OfRows ColourCost::rates_of(const ColourPlan& plan, LineSet even_rows) const {
  const int even_queens = std::popcount(even_rows);
  const int odd_queens = board_.odd_queens(even_queens);
  if (odd_queens < 0 || odd_queens > board_.odd()) return {};
  const int black_queens = board_.odd() - odd_queens;
  const ColourClass& one = plan.of_queens(even_queens);
  const double even_part = estimate_.even_part(even_rows);
  const double odd_part = estimate_.odd_part(even_rows);
  const double even_sets = binomial(board_.even(), even_queens) * even_part;
  const double odd_sets = binomial(board_.odd(), odd_queens) * odd_part;
  OfRows rates;
  rates.fixed = 2 * even_sets * odd_sets * kSecondsPerNumber;
  const auto add = [&](const ColourSide& side, FillWork work, double first, double& by_second) {
    if (work.lanes <= 0 || work.sets <= 0 || work.second <= 0) return;
    work.pivots = side.options.pivots;
    work.placements = side.placements;
    work.per_lane = first / work.lanes * side.left;
    by_second = (work.fill_seconds() + (one.shares_lists ? 0 : work.list_seconds())) / work.second;
    rates.fixed += (side.made * first * kSecondsPerPieceOfTable +
                    side.placements * work.tiles() * kSecondsPerTileOfTable) /
                   side.units;
  };
  const double white = estimate_.mean_white_second(odd_queens);
  add(one.white,
      {.lanes = even_sets,
       .queens = odd_queens,
       .columns = board_.odd(),
       .second = white,
       .taken = white * odd_part,
       .sets = odd_sets},
      estimate_.white_first(even_rows) * even_part, rates.by_white);
  const double black = estimate_.mean_black_second(black_queens);
  add(one.black,
      {.lanes = odd_sets,
       .queens = black_queens,
       .columns = board_.even(),
       .second = black,
       .taken = black * even_part,
       .sets = even_sets},
      estimate_.black_first(all_lines(board_.even()) & ~even_rows) * odd_part, rates.by_black);
  return rates;
}

}  // namespace nqueens::counting
