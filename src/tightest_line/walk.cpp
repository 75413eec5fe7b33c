#include "tightest_line/walk.hpp"

#include <utility>

namespace nqueens::tightest_line {

Walk::Walk(const Problem& problem, std::optional<std::uint64_t> seed) : problem_(&problem) {
  if (seed) random_.emplace(*seed);
  solution_.resize(static_cast<std::size_t>(problem.rows()));
  start();
}

void Walk::start(std::span<const Cell> queens) {
  Position position(*problem_);
  for (const Cell& cell : queens) position.place(cell);
  levels_.clear();
  at_solution_ = false;
  enter(position);
}

Walk::Step Walk::next(std::uint64_t& budget) {
  if (at_solution_) {
    at_solution_ = false;
    return Step::found;
  }
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.tried == level.cells.size()) {
      levels_.pop_back();
      continue;
    }
    if (budget == 0) return Step::spent;
    --budget;
    Position below = level.position;
    below.place(level.cells[level.tried++]);
    enter(below);
    if (at_solution_) {
      at_solution_ = false;
      return Step::found;
    }
  }
  return Step::exhausted;
}

void Walk::enter(const Position& position) {
  if (position.is_solution()) {
    for (int row = 0; row < problem_->rows(); ++row) {
      solution_[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(position.column(row));
    }
    at_solution_ = true;
    return;
  }
  std::vector<Cell> cells = position.tightest();
  if (random_) {
    for (std::size_t i = cells.size(); i > 1; --i) {
      std::swap(cells[i - 1], cells[random_->below(static_cast<std::uint32_t>(i))]);
    }
  }
  levels_.push_back({position, std::move(cells)});
}

}  // namespace nqueens::tightest_line
