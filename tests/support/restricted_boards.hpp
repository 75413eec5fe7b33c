// Random problems of every shape and variant, and all solutions of small ones by comparing each
// queen with all earlier ones: shares no code with what is tested.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "domain/problem.hpp"

namespace nqueens::tests {

inline constexpr std::array kVariants = {Variant::queens, Variant::torus, Variant::superqueens,
                                         Variant::semi};

/// Of 1 to `largest` rows and columns, square or not, with blocked squares and given queens that
/// may attack each other.
inline Problem random_restricted_board(int largest) {
  const Variant variant = *rc::gen::elementOf(kVariants);
  const int columns = *rc::gen::inRange(1, largest + 1);
  const bool is_square = variant == Variant::torus || *rc::gen::arbitrary<bool>();
  const int rows = is_square ? columns : *rc::gen::inRange(1, largest + 1);
  Problem problem(rows, columns, variant);
  const auto square = [&] {
    return Square{*rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(rows)),
                  *rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(columns))};
  };
  const int blocked = *rc::gen::inRange(0, rows + 1);
  for (int i = 0; i < blocked; ++i) problem.block(square());
  const int given = *rc::gen::inRange(0, 3);
  for (int i = 0; i < given; ++i) problem.require(square());
  return problem;
}

/// A board without a solution; from side 33 on no search ends within a test. Even rows need odd
/// columns, and there is one fewer of these. Precondition: the side is odd.
inline Problem endless_board(int side) {
  Problem problem(side);
  for (int sum = 0; sum < 2 * side; sum += 2) problem.exclude({true, sum});
  return problem;
}

inline bool attack_each_other(Variant variant, int columns, int down, int right) {
  const auto is_multiple = [&](int number) {
    return number == 0 || (variant == Variant::torus && std::abs(number) == columns);
  };
  if (right == 0 || is_multiple(right - down)) return true;
  if (variant == Variant::semi) return false;
  if (is_multiple(right + down)) return true;
  return variant == Variant::superqueens && std::abs(right * down) == 2;
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
