#include "nqueens/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/numbers.hpp"
#include "domain/problem.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Symmetry> kNames[] = {{Symmetry::identity, "identity"},
                                           {Symmetry::quarter_turn, "quarter turn"},
                                           {Symmetry::half_turn, "half turn"},
                                           {Symmetry::three_quarter_turn, "three quarter turn"},
                                           {Symmetry::mirror_columns, "mirror columns"},
                                           {Symmetry::mirror_rows, "mirror rows"},
                                           {Symmetry::transpose, "transpose"},
                                           {Symmetry::antitranspose, "antitranspose"}};

/// Tells whether the symmetry maps the board to itself, and attacked squares to attacked squares.
bool keeps_rules(const Problem& problem, Symmetry symmetry) {
  const bool is_turn =
      symmetry == Symmetry::quarter_turn || symmetry == Symmetry::three_quarter_turn;
  const bool is_mirror = symmetry == Symmetry::mirror_columns || symmetry == Symmetry::mirror_rows;
  const bool is_transposition =
      symmetry == Symmetry::transpose || symmetry == Symmetry::antitranspose;
  if ((is_turn || is_transposition) && !problem.is_square()) return false;
  return problem.variant() != Variant::semi || !(is_turn || is_mirror);
}

bool keeps_allowed_squares(const Problem& problem, Symmetry symmetry) {
  const auto rows = static_cast<std::uint64_t>(problem.rows());
  const auto columns = static_cast<std::uint64_t>(problem.columns());
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      const Square to = image(symmetry, {row, column}, rows, columns);
      if (((problem.allowed(static_cast<int>(row)) >> column ^
            problem.allowed(static_cast<int>(to.row)) >> to.column) &
           1u) != 0) {
        return false;
      }
    }
  }
  return true;
}

bool keeps(const Problem& problem, Symmetry symmetry) {
  return keeps_rules(problem, symmetry) && keeps_allowed_squares(problem, symmetry);
}

}  // namespace

std::string_view to_string(Symmetry symmetry) {
  return base::word_of(kNames, symmetry);
}

Square image(Symmetry symmetry, Square square, std::uint64_t rows, std::uint64_t columns) {
  const auto [row, column] = square;
  const std::uint64_t row_from_below = rows - 1 - row;
  const std::uint64_t column_from_right = columns - 1 - column;
  switch (symmetry) {
    case Symmetry::identity:
      return {row, column};
    case Symmetry::quarter_turn:
      return {column, row_from_below};
    case Symmetry::half_turn:
      return {row_from_below, column_from_right};
    case Symmetry::three_quarter_turn:
      return {column_from_right, row};
    case Symmetry::mirror_columns:
      return {row, column_from_right};
    case Symmetry::mirror_rows:
      return {row_from_below, column};
    case Symmetry::transpose:
      return {column, row};
    case Symmetry::antitranspose:
      return {column_from_right, row_from_below};
  }
  throw InvalidArgument("unknown symmetry; one of the eight of the square is expected");
}

Placement image(Symmetry symmetry, std::span<const Column> columns) {
  constexpr Column kEmpty = std::numeric_limits<Column>::max();
  require_columns_on_board(columns, columns.size());
  Placement result(columns.size(), kEmpty);
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    const Square to = image(symmetry, {row, columns[row]}, columns.size(), columns.size());
    if (result[to.row] != kEmpty) {
      throw InvalidPlacement(fmt::format(
          "not a permutation: column {} holds two queens; symmetry needs one queen in every column",
          columns[row]));
    }
    result[to.row] = static_cast<Column>(to.column);
  }
  return result;
}

Placement canonical_form(std::span<const Column> columns) {
  Placement least = image(Symmetry::identity, columns);
  for (const Symmetry symmetry : kSymmetries) least = std::min(least, image(symmetry, columns));
  return least;
}

std::vector<Symmetry> symmetries_of(const Board& board) {
  Problem problem(board);
  const std::vector<int> given = given_columns(problem);
  for (int row = 0; row < problem.rows(); ++row) {
    const int column = given[static_cast<std::size_t>(row)];
    for (int other = 0; other < problem.rows() && column >= 0; ++other) {
      if (other != row) problem.restrict_row(other, ~problem.attacked(row, column, other));
    }
  }
  return symmetries_of(problem);
}

std::vector<Symmetry> symmetries_of(const Problem& problem) {
  std::vector<Symmetry> kept;
  for (const Symmetry symmetry : kSymmetries) {
    if (keeps(problem, symmetry)) kept.push_back(symmetry);
  }
  return kept;
}

bool Problem::is_mirror_symmetric() const {
  return keeps(*this, Symmetry::mirror_columns);
}

}  // namespace nqueens
