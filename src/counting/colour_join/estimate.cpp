#include "counting/colour_join/estimate.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace nqueens::counting::colour_join {

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

/// All ways to give the rows different columns, times the chance that two queens `d` rows apart on
/// different columns share no diagonal, as if pairs were independent; times a correction for k
/// queens on n rows, fitted to full lists for n = 8 to 13.
std::vector<double> estimate_placements(const Quarter& quarter) {
  const double columns = quarter.columns();
  std::vector<double> peace(32, 1.0);
  for (int d = 1; d < quarter.columns() && quarter.columns() > 1; ++d) {
    peace[static_cast<std::size_t>(d)] = 1 - 2 * (columns - d) / (columns * (columns - 1));
  }
  std::vector<double> placements(std::size_t{1} << quarter.rows());
  placements[0] = 1;
  for (LineSet rows = 1; rows < placements.size(); ++rows) {
    const int top = 31 - std::countl_zero(rows);
    const LineSet others = rows & ~(LineSet{1} << top);
    double count = placements[others] * std::max(0.0, columns - std::popcount(others));
    for (LineSet left = others; left != 0; left &= left - 1) {
      count *= peace[static_cast<std::size_t>(top - std::countr_zero(left))];
    }
    placements[rows] = count;
  }
  for (LineSet rows = 1; rows < placements.size(); ++rows) {
    const double k = std::popcount(rows);
    placements[rows] *= decay(0.1 * k * k * k / (quarter.rows() * quarter.rows()));
  }
  return placements;
}

/// Mean over the row sets of each size.
std::vector<double> means(const std::vector<double>& placements) {
  std::vector<double> sums(33), row_sets(33);
  for (std::size_t rows = 0; rows < placements.size(); ++rows) {
    const auto queens = static_cast<std::size_t>(std::popcount(rows));
    sums[queens] += placements[rows];
    ++row_sets[queens];
  }
  for (std::size_t queens = 0; queens < sums.size(); ++queens) {
    if (row_sets[queens] > 0) sums[queens] /= row_sets[queens];
  }
  return sums;
}

/// part[R_e]: of the sets with `size_of(|R_e|)` of `lines` elements, those whose key is at most
/// that of R_e, weighted by `share`.
template <typename SizeOf, typename Key, typename Share>
std::vector<double> weighted_parts(const Board& board, int lines, SizeOf size_of, Key key,
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

}  // namespace

QuarterEstimate::QuarterEstimate(const Quarter& quarter)
    : of_rows_(estimate_placements(quarter)), means_(means(of_rows_)) {}

Estimate::Estimate(const Board& board)
    : white_first(board.white_first()),
      white_second(board.white_second()),
      black_first(board.black_first()),
      black_second(board.black_second()),
      even_lines_(board.even()) {
  const bool odd_board = board.even() != board.odd();
  even_part = weighted_parts(
      board, board.even(), [](int queens) { return queens; },
      [&](LineSet set) { return board.even_key(set); },
      [&](LineSet set) { return !odd_board || set <= reversed(set, board.even()) ? 1.0 : 0.0; });
  if (odd_board) {
    odd_part.assign(even_part.size(), 1.0);
  } else {
    odd_part = weighted_parts(
        board, board.odd(), [&](int queens) { return board.odd_queens(queens); },
        [&](LineSet set) { return board.odd_key(set); }, [](LineSet) { return 1.0; });
  }
}

double Estimate::left_by_one_queen(int queens) const {
  // A first queen shares a diagonal with it at 0.158 of all squares for N = 24 (0.36 of the
  // placements with six queens are left), and at a part of squares that falls with the width.
  const double by_one = std::max(0.0, 1 - 1.9 / std::max(2, even_lines_));
  double left = 1;
  for (int queen = 0; queen < queens; ++queen) left *= by_one;
  return left;
}

}  // namespace nqueens::counting::colour_join
