// Estimates the placements on each row set from those on the set without its last row.
#include "engine/colour_join/model/placement_estimate.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace nqueens::engine::colour_join {

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  double sets = 1;
  for (int i = 0; i < k; ++i) sets *= (n - i) / (i + 1.0);
  return sets;
}

double decay(double x) {
  double power = 1 / (1 + x / 64);
  for (int squared = 0; squared < 6; ++squared) power *= power;
  return power;
}

namespace {

/// Counts all ways to give the rows different columns, times the chance that two queens `d` rows
/// apart on different columns share no diagonal, as if pairs were independent; times a correction
/// for k queens on n rows, fitted to full lists for n = 8 to 13. If squares are not allowed, times
/// the allowed part of each row. A row with a single allowed square is left out: it has its queen
/// there, which the other rows know already.
std::vector<double> estimate_placements(const Quarter& quarter, bool is_plain) {
  const double columns = quarter.columns();
  LineSet given = 0;
  LineSet open_columns = 0;
  for (int row = 0; row < quarter.rows() && !is_plain; ++row) {
    if (std::has_single_bit(quarter.allowed(row))) {
      given |= LineSet{1} << row;
    } else {
      open_columns |= quarter.allowed(row);
    }
  }
  const double open = is_plain ? columns : std::popcount(open_columns);
  std::vector<double> peace(32, 1.0);
  for (int d = 1; d < quarter.columns() && quarter.columns() > 1; ++d) {
    peace[static_cast<std::size_t>(d)] = 1 - 2 * (columns - d) / (columns * (columns - 1));
  }
  std::vector<double> placements(std::size_t{1} << quarter.rows());
  placements[0] = 1;
  for (LineSet rows = 1; rows < placements.size(); ++rows) {
    const int top = 31 - std::countl_zero(rows);
    const LineSet others = rows & ~(LineSet{1} << top);
    if ((given >> top & 1u) != 0) {
      placements[rows] = placements[others];
      continue;
    }
    const LineSet others_open = others & ~given;
    double count = placements[others] * std::max(0.0, open - std::popcount(others_open));
    if (!is_plain) count *= std::popcount(quarter.allowed(top)) / std::max(1.0, open);
    for (LineSet left = others_open; left != 0; left &= left - 1) {
      count *= peace[static_cast<std::size_t>(top - std::countr_zero(left))];
    }
    placements[rows] = count;
  }
  for (LineSet rows = 1; rows < placements.size(); ++rows) {
    const double k = std::popcount(rows & ~given);
    placements[rows] *= decay(0.1 * k * k * k / (quarter.rows() * quarter.rows()));
  }
  return placements;
}

/// Returns the mean over the row sets of each size.
std::vector<double> means(const std::vector<double>& placements,
                          const std::function<bool(LineSet)>& is_possible) {
  std::vector<double> sums(33), row_sets(33);
  for (LineSet rows = 0; rows < placements.size(); ++rows) {
    if (!is_possible(rows)) continue;
    const auto queens = static_cast<std::size_t>(std::popcount(rows));
    sums[queens] += placements[rows];
    ++row_sets[queens];
  }
  for (std::size_t queens = 0; queens < sums.size(); ++queens) {
    if (row_sets[queens] > 0) sums[queens] /= row_sets[queens];
  }
  return sums;
}

/// Returns by R_e, of the sets with `size_of(|R_e|)` of `lines` elements, the part whose key is at
/// most that of R_e, weighted by `share`.
template <typename SizeOf, typename Key, typename Share>
std::vector<double> weighted_parts(const QuarteredBoard& board, int lines, SizeOf size_of, Key key,
                                   Share share) {
  std::vector<std::vector<std::pair<LineSet, double>>> by_size(33);
  for (LineSet set = 0; set <= all_lines(lines); ++set) {
    by_size[static_cast<std::size_t>(std::popcount(set))].emplace_back(key(set), share(set));
  }
  for (auto& keys : by_size) {
    std::sort(keys.begin(), keys.end());
    double sum = 0;
    for (auto& [unused, upto] : keys) upto = sum += upto;
  }
  std::vector<double> part(std::size_t{1} << board.even());
  for (LineSet rows = 0; rows < part.size(); ++rows) {
    const int size = size_of(std::popcount(rows));
    if (size < 0 || size > lines) continue;
    const auto& keys = by_size[static_cast<std::size_t>(size)];
    const auto end = std::upper_bound(
        keys.begin(), keys.end(), board.even_key(rows),
        [](LineSet limit, const std::pair<LineSet, double>& one) { return limit < one.first; });
    if (end != keys.begin()) part[rows] = std::prev(end)->second / static_cast<double>(keys.size());
  }
  return part;
}

/// Estimates a quarter of one colour, over its even or odd rows.
QuarterEstimate estimate_of(const QuarteredBoard& board, const Quarter& quarter, bool is_white,
                            bool is_even) {
  if (!board.is_restricted()) return QuarterEstimate(quarter);
  return {quarter, [&](LineSet rows) {
            if (!is_white) rows = complement(rows, quarter.rows());
            return is_even ? board.allows_even_rows(rows) : board.allows_odd_rows(rows);
          }};
}

/// Does the same over its even or odd columns.
QuarterEstimate estimate_of_columns(const QuarteredBoard& board, const Quarter& quarter,
                                    bool is_white, bool is_even) {
  const Quarter transposed = quarter.transposed(board.board_size());
  if (!board.is_restricted()) return QuarterEstimate(transposed);
  return {transposed, [&](LineSet columns) {
            if (!is_white) columns = complement(columns, transposed.rows());
            return (is_even ? board.even_column_weight(0, columns)
                            : board.odd_column_weight(0, columns)) > 0;
          }};
}

}  // namespace

QuarterEstimate::QuarterEstimate(const Quarter& quarter)
    : of_rows_(estimate_placements(quarter, true)),
      means_(means(of_rows_, [](LineSet) { return true; })),
      plain_means_(means_) {}

QuarterEstimate::QuarterEstimate(const Quarter& quarter,
                                 const std::function<bool(LineSet)>& is_possible)
    : of_rows_(estimate_placements(quarter, false)),
      means_(means(of_rows_, is_possible)),
      plain_means_(QuarterEstimate(quarter).means_) {}

BoardEstimate::BoardEstimate(const QuarteredBoard& board)
    : white_first(estimate_of(board, board.white_first(), true, true)),
      white_second(estimate_of(board, board.white_second(), true, false)),
      black_first(estimate_of(board, board.black_first(), false, true)),
      black_second(estimate_of(board, board.black_second(), false, false)),
      white_first_columns(estimate_of_columns(board, board.white_first(), true, true)),
      white_second_columns(estimate_of_columns(board, board.white_second(), true, false)),
      black_first_columns(estimate_of_columns(board, board.black_first(), false, false)),
      black_second_columns(estimate_of_columns(board, board.black_second(), false, true)),
      even_lines_(board.even()) {
  if (board.is_restricted()) {
    even_part.assign(std::size_t{1} << board.even(), 1.0);
    odd_part = even_part;
    row_part = even_part;
    return;
  }
  const bool odd_board = board.even() != board.odd();
  even_part = weighted_parts(
      board, board.even(), [](int queens) { return queens; },
      [&](LineSet set) { return board.even_key(set); },
      [&](LineSet set) { return !odd_board || set <= reversed(set, board.even()) ? 1.0 : 0.0; });
  if (odd_board) {
    odd_part.assign(even_part.size(), 1.0);
    for (LineSet rows = 0; rows < even_part.size(); ++rows) {
      row_part.push_back(rows == reversed(rows, board.even()) ? 0.5 : 1.0);
    }
  } else {
    odd_part = weighted_parts(
        board, board.odd(), [&](int queens) { return board.odd_queens(queens); },
        [&](LineSet set) { return board.odd_key(set); }, [](LineSet) { return 1.0; });
    row_part = odd_part;
  }
}

double BoardEstimate::left_by_one_queen(int queens) const {
  // A first queen shares a diagonal with it on 0.158 of all squares at N = 24 (0.36 of the
  // placements with six queens are left); this part falls with the width.
  const double by_one = std::max(0.0, 1 - 1.9 / std::max(2, even_lines_));
  double left = 1;
  for (int queen = 0; queen < queens; ++queen) left *= by_one;
  return left;
}

}  // namespace nqueens::engine::colour_join
