#include "engine/colour_estimate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nqueens::engine {

double over(int n, int k) {
  if (k < 0 || k > n) return 0;
  double sets = 1;
  for (int i = 0; i < k; ++i) sets *= (n - i) / (i + 1.0);
  return sets;
}

namespace {

/// All ways to give the rows different columns, times the chance that two queens `d` rows apart on
/// different columns share no diagonal, as if pairs were independent; times what that is wrong by
/// for k queens on n rows, fitted to full lists for n = 8 to 13: within a fifth but for k = n.
std::vector<double> estimate_pieces(const PieceBoard& board) {
  const double columns = board.columns;
  std::vector<double> peace(32, 1.0);
  for (int d = 1; d < board.columns && board.columns > 1; ++d) {
    peace[static_cast<std::size_t>(d)] = 1 - 2 * (columns - d) / (columns * (columns - 1));
  }
  std::vector<double> pieces(std::size_t{1} << board.rows);
  pieces[0] = 1;
  const auto correction = [&board](int queens) {
    const double k = queens;
    return std::exp(-0.1 * k * k * k / (board.rows * board.rows));
  };
  for (LineSet rows = 1; rows < pieces.size(); ++rows) {
    const int top = 31 - std::countl_zero(rows);
    const LineSet others = rows & ~(LineSet{1} << top);
    double count = pieces[others] * std::max(0.0, columns - std::popcount(others));
    for (LineSet left = others; left != 0; left &= left - 1) {
      count *= peace[static_cast<std::size_t>(top - std::countr_zero(left))];
    }
    pieces[rows] = count;
  }
  for (LineSet rows = 1; rows < pieces.size(); ++rows)
    pieces[rows] *= correction(std::popcount(rows));
  return pieces;
}

/// part[R_e]: of the sets with `size_of(R_e)` of `lines` elements, those whose key is at most that
/// of R_e, weighted by `share`.
template <typename SizeOf, typename Key, typename Share>
std::vector<double> taken_parts(const ColourBoard& board, int lines, SizeOf size_of, Key key,
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

ColourEstimate::ColourEstimate(int board_size)
    : board_(board_size),
      white_first_(estimate_pieces(board_.white_first())),
      white_second_(estimate_pieces(board_.white_second())),
      black_first_(estimate_pieces(board_.black_first())),
      black_second_(estimate_pieces(board_.black_second())) {
  const bool odd_board = board_.even() != board_.odd();
  even_part_ = taken_parts(
      board_, board_.even(), [](int queens) { return queens; },
      [&](LineSet set) { return board_.even_key(set); },
      [&](LineSet set) { return !odd_board || set <= reversed(set, board_.even()) ? 1.0 : 0.0; });
  if (odd_board) {
    odd_part_.assign(even_part_.size(), 1.0);
  } else {
    odd_part_ = taken_parts(
        board_, board_.odd(), [&](int queens) { return board_.odd_queens(queens); },
        [&](LineSet set) { return board_.odd_key(set); }, [](LineSet) { return 1.0; });
  }
}

double ColourEstimate::unit_cost(LineSet even_rows, LineSet odd_rows) const {
  // A second piece meets every lane of its colour. A lane costs one for being there and one for
  // every eight pieces that the pivots leave in it, three as a rule.
  const auto colour = [](double second, double first, double all_sets, double part) {
    const double left = std::min(first / all_sets, 24.0);
    return second * all_sets * part * (1 + left / 8);
  };
  const LineSet other_even = all_lines(board_.even()) & ~even_rows;
  const LineSet other_odd = all_lines(board_.odd()) & ~odd_rows;
  const int even_queens = std::popcount(even_rows);
  const int odd_queens = std::popcount(odd_rows);
  const double part = even_part_[even_rows] * odd_part_[even_rows];
  return colour(white_second_[odd_rows], white_first_[even_rows], over(board_.even(), even_queens),
                part) +
         colour(black_second_[other_odd], black_first_[other_even], over(board_.odd(), odd_queens),
                part);
}

double ColourEstimate::per_set(const std::vector<double>& pieces, int columns, int queens) {
  double sum = 0;
  double row_sets = 0;
  for (std::size_t rows = 0; rows < pieces.size(); ++rows) {
    if (std::popcount(rows) != queens) continue;
    sum += pieces[rows];
    ++row_sets;
  }
  const double column_sets = columns > 0 ? over(columns, queens) : 1;
  return row_sets > 0 && column_sets > 0 ? sum / row_sets / column_sets : 0;
}

double ColourEstimate::left_by_one_queen(int queens) const {
  // A first queen shares a diagonal with it at 0.158 of all squares for N = 24 (0.36 of the pieces
  // with six queens are left), and at a part of squares that falls with the board's width.
  return std::pow(std::max(0.0, 1 - 1.9 / std::max(2, board_.even())), queens);
}

}  // namespace nqueens::engine
