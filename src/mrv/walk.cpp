#include "mrv/walk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace nqueens::mrv {

namespace {

std::uint64_t bit(int index) {
  return std::uint64_t{1} << index;
}

/// A torus has a solution only if neither 2 nor 3 divides its side (Polya, 1918).
bool is_torus_without_solution(const Problem& problem) {
  const int side = problem.columns();
  return problem.variant() == Variant::torus && side > 0 && (side % 2 == 0 || side % 3 == 0);
}

std::uint32_t random_below(void* random, std::uint32_t bound) {
  return static_cast<base::Random*>(random)->below(bound);
}

/// Finds the distances to the squares that a queen attacks in the line `above` lines above hers.
template <typename Word>
void set_reach(Tree<Word>& tree, const Problem& problem, int above) {
  constexpr auto kNone = static_cast<Word>(kLines<Word>);
  const auto distance = static_cast<Word>(std::abs(above));
  const auto index = static_cast<std::size_t>(kLines<Word> + above);
  tree.left[index] = distance;
  tree.right[index] = distance;
  tree.aside[index] = kNone;
  switch (problem.variant()) {
    case Variant::queens:
      return;
    case Variant::torus:
      // Both diagonals come in once more at the opposite edge.
      tree.aside[index] = static_cast<Word>(problem.columns()) - distance;
      return;
    case Variant::superqueens:
      if (distance == 1 || distance == 2) tree.aside[index] = 3 - distance;
      return;
    case Variant::semi:
      (above > 0 ? tree.right : tree.left)[index] = kNone;
      return;
  }
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

int Position::choices_after(Cell cell) const {
  int fewest = kMaxProblemSize;
  const auto look = [&](std::uint64_t lines, const auto& free_squares, int line, int place) {
    for (std::uint64_t open = lines & ~bit(line); open != 0; open &= open - 1) {
      const int other = std::countr_zero(open);
      const std::uint64_t free = free_squares[static_cast<std::size_t>(other)];
      fewest = std::min(fewest, std::popcount(free & ~problem_->attacked(line, place, other)));
    }
  };
  look(open_rows_, rows_, cell.row, cell.column);
  look(open_columns_, columns_, cell.column, cell.row);
  return fewest;
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
    // In every variant attacks stay the same when rows and columns are exchanged.
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

Descent descend(const Problem& problem, base::Random& random) {
  Descent result;
  double choices = 1;
  Position position(problem);
  while (!position.is_solution()) {
    const std::vector<Cell> cells = position.tightest();
    if (cells.empty()) return result;
    choices *= static_cast<double>(cells.size());
    result.nodes += choices;
    position.place(cells[random.below(static_cast<std::uint32_t>(cells.size()))]);
  }
  result.solutions = choices;
  return result;
}

Walk::Walk(const Problem& problem, std::optional<std::uint64_t> seed, base::InstructionSet max)
    : problem_(&problem),
      kernels_(&walk_kernels().best(max)),
      rows_(static_cast<std::size_t>(problem.rows())) {
  if (seed) random_ = std::make_unique<base::Random>(*seed);
  if (problem.columns() <= kLines<std::uint32_t>) {
    make(tree32_);
  } else {
    make(tree64_);
  }
  start();
}

template <typename Word>
void Walk::make(std::unique_ptr<Tree<Word>>& made) {
  made = std::make_unique<Tree<Word>>();
  Tree<Word>& tree = *made;
  const int rows = problem_->rows();
  const int columns = problem_->columns();
  for (int above = 1 - columns; above < columns; ++above) set_reach(tree, *problem_, above);
  tree.reach = problem_->variant() == Variant::queens ? Reach::diagonals : Reach::any;
  for (int line = 0; line < kLines<Word>; ++line) {
    const auto index = static_cast<std::size_t>(line);
    const auto rank = [&](int lines, std::uint32_t kind) {
      const auto off_middle = static_cast<std::uint32_t>(std::abs(2 * line - (lines - 1)));
      return static_cast<Word>(2 * kIsColumn * off_middle + kind + static_cast<unsigned>(line));
    };
    tree.row_ranks[index] = rank(rows, 0);
    tree.column_ranks[index] = rank(columns, kIsColumn);
  }
  if (random_) {
    tree.below = random_below;
    tree.random = random_.get();
  }
  queens_ = tree.queens;
}

void Walk::start(std::span<const Cell> queens) {
  Position position(*problem_);
  for (const Cell& cell : queens) position.place(cell);
  tree32_ ? start(*tree32_, position) : start(*tree64_, position);
}

template <typename Word>
void Walk::start(Tree<Word>& tree, const Position& position) {
  tree.bottom = 0;
  tree.top = 0;
  tree.is_new = problem_->rows() <= problem_->columns();
  if (!tree.is_new) return;
  Node<Word>& node = tree.nodes[0];
  node.open_rows = static_cast<Word>(position.open_rows());
  node.open_columns = static_cast<Word>(position.open_columns());
  for (int line = 0; line < kLines<Word>; ++line) {
    const auto index = static_cast<std::size_t>(line);
    node.rows[index] = static_cast<Word>(position.free_columns(line));
    node.columns[index] = static_cast<Word>(position.free_rows(line));
  }
  for (int row = 0; row < problem_->rows(); ++row) {
    tree.queens[row] = static_cast<std::uint8_t>(position.column(row));
  }
}

std::optional<std::vector<Cell>> Walk::split() {
  return tree32_ ? split(*tree32_) : split(*tree64_);
}

template <typename Word>
std::optional<std::vector<Cell>> Walk::split(Tree<Word>& tree) {
  if (tree.is_new || tree.top == tree.bottom) return {};
  Node<Word>& node = tree.nodes[tree.bottom];
  const Word rest = node.untried & (node.untried - 1);
  if (rest == 0 && tree.top == tree.bottom + 1) return {};
  const auto on_line = static_cast<std::uint8_t>(std::countr_zero(node.untried));
  const auto own = static_cast<std::uint8_t>(node.line % kIsColumn);
  node.untried = rest;
  if (rest == 0) ++tree.bottom;
  std::vector<Cell> queens;
  for (std::size_t row = 0; row < rows_; ++row) {
    // Deeper queens stand in rows that are still open here.
    if ((node.open_rows >> row & 1) != 0) continue;
    queens.push_back({static_cast<std::uint8_t>(row), tree.queens[row]});
  }
  queens.push_back((node.line & kIsColumn) != 0 ? Cell{on_line, own} : Cell{own, on_line});
  return queens;
}

}  // namespace nqueens::mrv
