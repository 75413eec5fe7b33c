#include "tightest_line/walk.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

#include "tightest_line/position.hpp"

namespace nqueens::tightest_line {

Probe probe(const Problem& problem, base::Random& random) {
  Probe result;
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

namespace {

std::uint32_t random_below(void* random, std::uint32_t bound) {
  return static_cast<base::Random*>(random)->below(bound);
}

Walk::Step step_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::found:
      return Walk::Step::found;
    case Outcome::exhausted:
      return Walk::Step::exhausted;
    case Outcome::spent:
      break;
  }
  return Walk::Step::spent;
}

/// The distances at which a queen attacks a line `above` lines above her own.
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
      // Both diagonals once more, as they come in at the opposite edge.
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

Walk::Step Walk::next(std::uint64_t& budget) {
  return step_of(tree32_ ? kernels_->next32(*tree32_, budget) : kernels_->next64(*tree64_, budget));
}

Walk::Step Walk::count(std::uint64_t& budget, std::uint64_t& solutions) {
  return step_of(tree32_ ? kernels_->count32(*tree32_, budget, solutions)
                         : kernels_->count64(*tree64_, budget, solutions));
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
    // Deeper queens stand in rows that are open here.
    if ((node.open_rows >> row & 1) != 0) continue;
    queens.push_back({static_cast<std::uint8_t>(row), tree.queens[row]});
  }
  queens.push_back((node.line & kIsColumn) != 0 ? Cell{on_line, own} : Cell{own, on_line});
  return queens;
}

}  // namespace nqueens::tightest_line
