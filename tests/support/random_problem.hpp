// Random counting problems for property tests: from plain boards to boards with few squares left.
#pragma once

#include <rapidcheck.h>

#include "nqueens/problem.hpp"

namespace nqueens::tests {

/// From first to last - 1, all as likely in the first cases of a property as in its last ones.
template <typename Number>
Number draw(Number first, Number last) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(first, last));
}

/// A problem of board size 0 to `largest` with some squares blocked and some queens required. Of
/// each ten, one has about half of its squares blocked and one a whole row.
inline Problem random_problem(int largest) {
  Problem problem(draw(0, largest + 1));
  const auto size = static_cast<std::uint64_t>(problem.board_size());
  if (size == 0) return problem;
  const auto square = [&] {
    return Square{draw<std::uint64_t>(0, size), draw<std::uint64_t>(0, size)};
  };
  const int blocked = draw(0, problem.board_size() + 1);
  for (int i = 0; i < blocked; ++i) problem.block(square());
  const int kind = draw(0, 10);
  if (kind == 0) {
    for (std::uint64_t i = 0; i < size * size / 2; ++i) problem.block(square());
  } else if (kind == 1) {
    problem.restrict_row(draw(0, problem.board_size()), 0);
  }
  const int required = draw(0, 3);
  for (int i = 0; i < required; ++i) problem.require(square());
  return problem;
}

}  // namespace nqueens::tests
