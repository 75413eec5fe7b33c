#include "engine/colour_cost.hpp"

#include <bit>

#include "engine/colour_work.hpp"

namespace nqueens::engine {

ColourCost::ColourCost(int board_size)
    : board_(board_size), estimate_(board_size), plan_(board_, estimate_, ColourJoinLimits{}) {}

double ColourCost::unit_seconds(LineSet even_rows, LineSet odd_rows) const {
  const int even_queens = std::popcount(even_rows);
  const int odd_queens = std::popcount(odd_rows);
  const ColourClass& one = plan_.of_queens(even_queens);
  const double even_part = estimate_.even_part(even_rows);
  const double odd_part = estimate_.odd_part(even_rows);
  const double even_sets = binomial(board_.even(), even_queens) * even_part;
  const double odd_sets = binomial(board_.odd(), odd_queens) * odd_part;
  const auto seconds = [&](const ColourSide& side, int queens, int columns, double first,
                           double lanes, double second, double sets, double part) {
    const FillWork work{.lanes = lanes,
                        .per_lane = lanes > 0 ? first / lanes * side.left : 0,
                        .queens = queens,
                        .columns = columns,
                        .pivots = side.options.pivots,
                        .placements = side.placements,
                        .second = second,
                        .taken = second * part,
                        .sets = sets};
    return work.fill_seconds() + (one.shares_lists ? 0 : work.list_seconds()) +
           (side.made * first * kSecondsPerPieceOfTable +
            side.placements * work.tiles() * kSecondsPerTileOfTable) /
               side.units;
  };
  return seconds(one.white, odd_queens, board_.odd(), estimate_.white_first(even_rows) * even_part,
                 even_sets, estimate_.white_second(odd_rows), odd_sets, odd_part) +
         seconds(one.black, board_.odd() - odd_queens, board_.even(),
                 estimate_.black_first(all_lines(board_.even()) & ~even_rows) * odd_part, odd_sets,
                 estimate_.black_second(all_lines(board_.odd()) & ~odd_rows), even_sets,
                 even_part) +
         2 * even_sets * odd_sets * kSecondsPerNumber;
}

}  // namespace nqueens::engine
