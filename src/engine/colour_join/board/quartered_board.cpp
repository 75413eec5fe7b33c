// Makes the allowed squares of each quarter of a problem, and the weights of sets of lines.
#include "engine/colour_join/board/quartered_board.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace nqueens::engine::colour_join {

namespace {

int side_of(LineSet set, LineSet reverse) {
  return set < reverse ? -1 : set > reverse ? 1 : 0;
}

/// Lists all sets of lines by their size, each with its keys.
template <typename Keyed>
std::vector<std::vector<QuarteredBoard::KeyedLines>> sets_by_size(int lines, const Keyed& keyed) {
  std::vector<std::vector<QuarteredBoard::KeyedLines>> sets(static_cast<std::size_t>(lines) + 1);
  const std::vector<int> order = rows_from_the_middle(lines);
  // The bits of `place`, from the top, are the lines from the middle outwards.
  for (LineSet place = 0; place <= all_lines(lines); ++place) {
    LineSet set = 0;
    for (int i = 0; i < lines; ++i) {
      const LineSet bit = place >> (lines - 1 - i) & 1u;
      set |= bit << order[static_cast<std::size_t>(i)];
    }
    sets[static_cast<std::size_t>(std::popcount(set))].push_back(keyed(set));
  }
  return sets;
}

using Squares = std::array<std::uint32_t, 32>;

/// Removes the squares that a queen attacks. Returns whether there were any.
bool drop_attacked(Squares& squares, int board_size, int queen_row) {
  const std::uint64_t queen = squares[static_cast<std::size_t>(queen_row)];
  std::uint32_t dropped = 0;
  for (int row = 0; row < board_size; ++row) {
    if (row == queen_row) continue;
    const int distance = std::abs(row - queen_row);
    const auto attacked = static_cast<std::uint32_t>(queen | queen << distance | queen >> distance);
    std::uint32_t& squares_of_row = squares[static_cast<std::size_t>(row)];
    dropped |= squares_of_row & attacked;
    squares_of_row &= ~attacked;
  }
  return dropped != 0;
}

/// If a column has one square, the queen of its row takes it. Returns whether the row had others.
bool drop_others(Squares& squares, std::uint32_t column) {
  std::uint32_t* only = nullptr;
  for (std::uint32_t& row : squares) {
    if ((row & column) == 0) continue;
    if (only != nullptr) return false;
    only = &row;
  }
  return only != nullptr && std::exchange(*only, column) != column;
}

/// Repeats both until nothing changes.
void drop_what_single_squares_attack(Squares& squares, int board_size) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (int line = 0; line < board_size; ++line) {
      has_changed |= drop_others(squares, std::uint32_t{1} << line);
      has_changed |= std::has_single_bit(squares[static_cast<std::size_t>(line)]) &&
                     drop_attacked(squares, board_size, line);
    }
  }
}

}  // namespace

LineSet reversed(LineSet set, int lines) {
  LineSet result = 0;
  for (int i = 0; i < lines; ++i) result |= ((set >> i) & 1u) << (lines - 1 - i);
  return result;
}

Quarter Quarter::transposed(int board_size) const {
  AllowedColumns allowed{};
  for (int row = 0; row < rows_; ++row) {
    for (LineSet left = this->allowed(row); left != 0; left &= left - 1) {
      allowed[static_cast<std::size_t>(std::countr_zero(left))] |=
          static_cast<std::uint16_t>(1u << row);
    }
  }
  return {columns_, rows_, board_size - diagonal_shift_, antidiagonal_shift_, allowed};
}

ParitySets parity_sets(const Placement& placement) {
  ParitySets sets;
  for (std::size_t row = 0; row < placement.size(); ++row) {
    const std::size_t column = placement[row];
    if ((row + column) % 2 != 0) continue;
    LineSet& rows = row % 2 == 0 ? sets.even_rows : sets.odd_rows;
    LineSet& columns = row % 2 == 0 ? sets.even_columns : sets.odd_columns;
    rows |= LineSet{1} << (row / 2);
    columns |= LineSet{1} << (column / 2);
  }
  return sets;
}

QuarteredBoard::QuarteredBoard(const Problem& problem)
    : board_size_(problem.board_size()),
      even_((board_size_ + 1) / 2),
      odd_(board_size_ / 2),
      is_restricted_(!problem.is_plain()) {
  Squares squares{};
  for (int row = 0; row < board_size_; ++row) {
    squares[static_cast<std::size_t>(row)] = static_cast<std::uint32_t>(problem.allowed(row));
  }
  if (is_restricted_) {
    drop_what_single_squares_attack(squares, board_size_);
    for (const Symmetry symmetry : symmetries_of(problem)) {
      if (symmetry == Symmetry::half_turn || symmetry == Symmetry::mirror_columns ||
          symmetry == Symmetry::mirror_rows) {
        kept_.push_back(symmetry);
      }
    }
  }
  for (std::size_t row = 0; row < squares.size(); ++row) {
    for (std::uint32_t left = squares[row]; left != 0; left &= left - 1) {
      const int column = std::countr_zero(left);
      allowed_[row % 2][column % 2][row / 2] |= static_cast<std::uint16_t>(1u << (column / 2));
    }
  }
  find_colours();
}

void QuarteredBoard::find_colours() {
  const auto add = [](const Quarter& quarter, LineSet& rows, LineSet& columns) {
    for (int row = 0; row < quarter.rows(); ++row) {
      columns |= quarter.allowed(row);
      if (quarter.allowed(row) != 0) rows |= LineSet{1} << row;
    }
  };
  add(white_first(), even_rows_.white, even_columns_.white);
  add(white_second(), odd_rows_.white, odd_columns_.white);
  add(black_first(), even_rows_.black, odd_columns_.black);
  add(black_second(), odd_rows_.black, even_columns_.black);
}

// On an even board a reflection exchanges the parities and complements, so a set and its complement
// have one key. On an odd board it keeps the parities, so a set and its reverse have one key.
LineSet QuarteredBoard::even_key(LineSet set) const {
  return std::min(set, is_odd_board() ? reversed(set, even_) : complement(set, even_));
}

LineSet QuarteredBoard::odd_key(LineSet set) const {
  const LineSet reverse = reversed(set, odd_);
  return std::min(reverse, is_odd_board() ? set : complement(reverse, odd_));
}

QuarteredBoard::KeyedLines QuarteredBoard::keyed_even(LineSet set) const {
  return {set, even_key(set), side_of(set, reversed(set, even_))};
}

QuarteredBoard::KeyedLines QuarteredBoard::keyed_odd(LineSet set) const {
  return {set, odd_key(set), side_of(set, reversed(set, odd_))};
}

int QuarteredBoard::symmetries_of_rows() const {
  // On an odd board the mirror of columns keeps all row sets.
  const auto all = static_cast<int>(kept_.size()) + 1;
  return is_odd_board() && std::ranges::count(kept_, Symmetry::mirror_columns) > 0 ? all / 2 : all;
}

/// Returns the image of R_e and R_o. Read from the other end, lines of even boards change parity.
std::pair<LineSet, LineSet> QuarteredBoard::image_of_rows(Symmetry symmetry, LineSet even_rows,
                                                          LineSet odd_rows) const {
  if (is_odd_board()) {
    if (symmetry == Symmetry::mirror_columns) return {even_rows, odd_rows};
    return {reversed(even_rows, even_), reversed(odd_rows, odd_)};
  }
  if (symmetry == Symmetry::half_turn)
    return {reversed(odd_rows, odd_), reversed(even_rows, even_)};
  even_rows = complement(even_rows, even_);
  odd_rows = complement(odd_rows, odd_);
  if (symmetry == Symmetry::mirror_columns) return {even_rows, odd_rows};
  return {reversed(odd_rows, odd_), reversed(even_rows, even_)};
}

/// The least of the images counts for all of them.
std::uint32_t QuarteredBoard::restricted_row_weight(LineSet even_rows, LineSet odd_rows) const {
  if (!allows_even_rows(even_rows) || !allows_odd_rows(odd_rows)) return 0;
  const std::pair own{even_rows, odd_rows};
  std::uint32_t same = 1;
  for (const Symmetry symmetry : kept_) {
    const auto image = image_of_rows(symmetry, even_rows, odd_rows);
    if (image < own) return 0;
    if (image == own) ++same;
  }
  return static_cast<std::uint32_t>(kept_.size() + 1) / same;
}

/// The half turn and the mirror of rows of even boards make the new R_e of R_o.
bool QuarteredBoard::has_restricted_row_weight(LineSet even_rows) const {
  return std::ranges::none_of(kept_, [&](Symmetry symmetry) {
    return (is_odd_board() || symmetry == Symmetry::mirror_columns) &&
           image_of_rows(symmetry, even_rows, 0).first < even_rows;
  });
}

std::uint32_t QuarteredBoard::even_column_weight(const KeyedLines& even,
                                                 const KeyedLines& columns) const {
  if (board_size_ == 0) return 1;
  if (is_restricted_) return even_columns_.allow(columns.lines, even_) ? 1 : 0;
  if (columns.key > even.key) return 0;
  const std::uint32_t by_transposition = columns.key < even.key ? 2 : 1;
  if (!is_odd_board() || mirrors_odd_columns(std::popcount(even.lines))) return by_transposition;
  return columns.side > 0 ? 0 : by_transposition * (columns.side < 0 ? 2u : 1u);
}

std::uint32_t QuarteredBoard::odd_column_weight(const KeyedLines& even,
                                                const KeyedLines& columns) const {
  if (is_restricted_) return odd_columns_.allow(columns.lines, odd_) ? 1 : 0;
  if (board_size_ == 0) return 1;
  if (is_odd_board()) {
    if (!mirrors_odd_columns(std::popcount(even.lines))) return max_column_weight();
    return columns.side > 0 ? 0 : columns.side < 0 ? 2 : 1;
  }
  return columns.key > even.key ? 0 : columns.key < even.key ? 2 : 1;
}

std::uint32_t QuarteredBoard::max_column_weight() const {
  if (board_size_ == 0 || is_restricted_) return 1;
  return is_odd_board() ? 4 : 2;
}

std::uint32_t QuarteredBoard::solution_weight(const ParitySets& sets) const {
  return row_weight(sets.even_rows, sets.odd_rows) *
         column_weight(std::popcount(sets.even_rows),
                       even_column_weight(sets.even_rows, sets.even_columns),
                       odd_column_weight(sets.even_rows, sets.odd_columns));
}

// With two queens more on one colour, units of column sets lose: notes.md.
UnitKind QuarteredBoard::unit_kind(int even_queens) const {
  const int more_white = 2 * (even_queens + odd_queens(even_queens)) - board_size_;
  if (std::abs(more_white) <= 2) return UnitKind::odd_rows;
  return more_white > 0 ? UnitKind::even_columns : UnitKind::odd_columns;
}

std::vector<int> rows_from_the_middle(int rows) {
  std::vector<int> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [rows](int a, int b) {
    return std::abs(2 * a - rows + 1) < std::abs(2 * b - rows + 1);
  });
  return order;
}

Units::Units(const QuarteredBoard& board)
    : board_(board),
      even_(sets_by_size(board.even(), [&](LineSet set) { return board.keyed_even(set); })),
      odd_(sets_by_size(board.odd(), [&](LineSet set) { return board.keyed_odd(set); })) {}

std::vector<LineSet> Units::of(LineSet even_rows) const {
  std::vector<LineSet> units;
  for_each(even_rows, [&](LineSet odd_rows) { units.push_back(odd_rows); });
  return units;
}

std::vector<LineSet> Units::of(const UnitRange& range) const {
  const std::vector<LineSet> all = of(range.even_rows);
  if (range.first > all.size() || range.count > all.size() - range.first) {
    throw std::out_of_range("task with units that its row set does not have");
  }
  const auto begin = all.begin() + range.first;
  return {begin, begin + range.count};
}

}  // namespace nqueens::engine::colour_join
