// All solutions of small boards, by comparing each queen with all earlier ones: shares no code with
// what is tested.
#pragma once

#include <cstdlib>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::tests {

inline bool attack_each_other(Variant variant, int columns, int down, int right) {
  const auto is_multiple = [&](int number) {
    return number == 0 || (variant == Variant::torus && std::abs(number) == columns);
  };
  if (right == 0 || is_multiple(right - down)) return true;
  if (variant == Variant::semi) return false;
  if (is_multiple(right + down)) return true;
  return variant == Variant::superqueens && std::abs(right * down) == 2;
}

/// The queens of a solution are given but for this many rows at its end.
inline Problem last_rows_of_a_solution(int size, std::uint64_t rows) {
  const Placement solution = solve(Board(size), {.algorithm = "explicit"}).placement;
  Problem problem(size);
  for (std::uint64_t row = 0; row + rows < solution.size(); ++row) {
    problem.require({row, solution[row]});
  }
  return problem;
}

/// In lexicographic order.
inline std::vector<Placement> all_solutions(const Problem& problem) {
  std::vector<Placement> found;
  Placement columns;
  const auto place = [&](const auto& self) -> void {
    const auto row = static_cast<int>(columns.size());
    if (row == problem.rows()) return found.push_back(columns);
    for (int column = 0; column < problem.columns(); ++column) {
      bool free = (problem.allowed(row) >> column & 1u) != 0;
      for (int above = 0; above < row && free; ++above) {
        const auto other = static_cast<int>(columns[static_cast<std::size_t>(above)]);
        free =
            !attack_each_other(problem.variant(), problem.columns(), row - above, column - other);
      }
      if (!free) continue;
      columns.push_back(static_cast<Column>(column));
      self(self);
      columns.pop_back();
    }
  };
  place(place);
  return found;
}

}  // namespace nqueens::tests
