// All solutions of a small board, by comparing each queen with all earlier ones: shares no code
// with what is tested.
#pragma once

#include <cstddef>

#include "nqueens/placement.hpp"

namespace nqueens::tests {

/// Calls `visit` for each.
template <typename Visit>
void for_each_solution(int n, const Visit& visit) {
  Placement columns;
  const auto attacks = [&](Column column) {
    const std::size_t row = columns.size();
    for (std::size_t above = 0; above < row; ++above) {
      const Column other = columns[above];
      const Column distance = other > column ? other - column : column - other;
      if (distance == 0 || distance == row - above) return true;
    }
    return false;
  };
  const auto place = [&](const auto& self) -> void {
    if (static_cast<int>(columns.size()) == n) return visit(columns);
    for (Column column = 0; column < static_cast<Column>(n); ++column) {
      if (attacks(column)) continue;
      columns.push_back(column);
      self(self);
      columns.pop_back();
    }
  };
  place(place);
}

}  // namespace nqueens::tests
