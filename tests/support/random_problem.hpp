// Random problems for property tests, from plain boards to boards with few squares left; and one
// that no search decides.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens::tests {

inline constexpr std::array kVariants = {Variant::queens, Variant::torus, Variant::superqueens,
                                         Variant::semi};

/// From first to last - 1, equally likely in every case of a property; RapidCheck begins small.
template <typename Number>
Number draw(Number first, Number last) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(first, last));
}

/// A problem of board size 0 to `largest` with some squares blocked and some queens required. One
/// in ten has about half of its squares blocked, one in ten a whole row; three in ten keep a
/// symmetry and require no queen.
inline Problem random_problem(int largest) {
  Problem problem(draw(0, largest + 1));
  const auto size = static_cast<std::uint64_t>(problem.board_size());
  if (size == 0) return problem;
  const auto square = [&] {
    return Square{draw<std::uint64_t>(0, size), draw<std::uint64_t>(0, size)};
  };
  const int blocked = draw(0, problem.board_size() + 1);
  const int kind = draw(0, 10);
  constexpr std::array kKept = {Symmetry::half_turn, Symmetry::mirror_columns,
                                Symmetry::mirror_rows};
  for (int i = 0; i < blocked; ++i) {
    const Square one = square();
    problem.block(one);
    if (kind >= 7) problem.block(image(kKept[static_cast<std::size_t>(kind - 7)], one, size, size));
  }
  if (kind == 0) {
    for (std::uint64_t i = 0; i < size * size / 2; ++i) problem.block(square());
  } else if (kind == 1) {
    problem.restrict_row(draw(0, problem.board_size()), 0);
  }
  const int required = kind >= 7 ? 0 : draw(0, 3);
  for (int i = 0; i < required; ++i) problem.require(square());
  return problem;
}

/// The symmetries of the problem that map rows to rows.
inline std::vector<Symmetry> symmetries_of_rows(const Problem& problem) {
  std::vector<Symmetry> kept = symmetries_of(board_of(problem));
  std::erase_if(kept, [](Symmetry symmetry) {
    return symmetry == Symmetry::quarter_turn || symmetry == Symmetry::three_quarter_turn ||
           symmetry == Symmetry::transpose || symmetry == Symmetry::antitranspose;
  });
  return kept;
}

/// Of 1 to `largest` rows and columns, square or not, of any variant. A third has neither
/// blocked squares nor given queens; else up to half of the squares are blocked, and given queens
/// may attack each other.
inline Problem random_board(int largest) {
  const Variant variant = *rc::gen::elementOf(kVariants);
  const int columns = *rc::gen::inRange(1, largest + 1);
  const bool is_square = variant == Variant::torus || *rc::gen::arbitrary<bool>();
  const int rows = is_square ? columns : *rc::gen::inRange(1, largest + 1);
  Problem problem(rows, columns, variant);
  const auto square = [&] {
    return Square{*rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(rows)),
                  *rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(columns))};
  };
  const int most = *rc::gen::element(0, rows, rows * columns / 2);
  if (most == 0) return problem;
  const int blocked = *rc::gen::inRange(0, most + 1);
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

}  // namespace nqueens::tests
