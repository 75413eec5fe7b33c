#include "tightest_line/position.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace nqueens::tightest_line {

namespace {

std::uint64_t bit(int index) {
  return std::uint64_t{1} << index;
}

/// A torus has a solution only where neither 2 nor 3 divides its side (Polya, 1918).
bool is_torus_without_solution(const Problem& problem) {
  const int side = problem.columns();
  return problem.variant() == Variant::torus && side > 0 && (side % 2 == 0 || side % 3 == 0);
}

}  // namespace

Position::Position(const Problem& problem) : problem_(&problem) {
  for (int row = 0; row < problem.rows(); ++row) {
    open_rows_ |= bit(row);
    rows_[static_cast<std::size_t>(row)] = problem.allowed(row);
    for (std::uint64_t left = problem.allowed(row); left != 0; left &= left - 1) {
      columns_[static_cast<std::size_t>(std::countr_zero(left))] |= bit(row);
    }
  }
  if (problem.is_square()) open_columns_ = problem.full_row();
  if (is_torus_without_solution(problem)) {
    rows_ = {};
    columns_ = {};
  }
}

std::vector<Cell> Position::tightest() const {
  std::uint64_t squares = 0;
  int line = -1;
  bool is_row = true;
  int fewest = kMaxProblemSize + 1;
  int fewest_off_middle = 0;
  const auto look = [&](bool rows) {
    const int lines = rows ? problem_->rows() : problem_->columns();
    for (std::uint64_t open = rows ? open_rows_ : open_columns_; open != 0; open &= open - 1) {
      const int candidate = std::countr_zero(open);
      const std::uint64_t free = (rows ? rows_ : columns_)[static_cast<std::size_t>(candidate)];
      const int count = std::popcount(free);
      const int off_middle = std::abs(2 * candidate - (lines - 1));
      if (count > fewest || (count == fewest && off_middle >= fewest_off_middle)) continue;
      squares = free;
      line = candidate;
      is_row = rows;
      fewest = count;
      fewest_off_middle = off_middle;
    }
  };
  look(true);
  look(false);
  std::vector<Cell> cells;
  if (problem_->rows() > problem_->columns()) return cells;
  for (; squares != 0; squares &= squares - 1) {
    const auto other = static_cast<std::uint8_t>(std::countr_zero(squares));
    const auto own = static_cast<std::uint8_t>(line);
    cells.push_back(is_row ? Cell{own, other} : Cell{other, own});
  }
  return cells;
}

double Position::log_promise() const {
  static const std::array<double, kMaxProblemSize + 1> logs = [] {
    std::array<double, kMaxProblemSize + 1> table{};
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = std::log(static_cast<double>(i));
    return table;
  }();
  double sum = 0;
  int squares = 0;
  const auto add = [&](std::uint64_t lines, const auto& free_squares) {
    for (std::uint64_t open = lines; open != 0; open &= open - 1) {
      const auto line = static_cast<std::size_t>(std::countr_zero(open));
      const int free = std::popcount(free_squares[line]);
      sum += logs[static_cast<std::size_t>(free)];
      squares += free;
    }
  };
  add(open_rows_, rows_);
  add(open_columns_, columns_);
  return squares == 0 ? sum : sum / 2 - std::log(squares);
}

void Position::place(Cell cell) {
  open_rows_ &= ~bit(cell.row);
  for (std::uint64_t open = open_rows_; open != 0; open &= open - 1) {
    const int row = std::countr_zero(open);
    rows_[static_cast<std::size_t>(row)] &= ~problem_->attacked(cell.row, cell.column, row);
  }
  if (problem_->is_square()) {
    // Every variant attacks alike when rows and columns are exchanged.
    open_columns_ &= ~bit(cell.column);
    for (std::uint64_t open = open_columns_; open != 0; open &= open - 1) {
      const int column = std::countr_zero(open);
      columns_[static_cast<std::size_t>(column)] &=
          ~problem_->attacked(cell.column, cell.row, column);
    }
  }
  queen_columns_[cell.row] = cell.column;
  ++queens_;
}

}  // namespace nqueens::tightest_line
