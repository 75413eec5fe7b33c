// Checks a placement by arithmetic on rows and columns, without the masks that searches use.
#include <fmt/format.h>

#include <cstdlib>

#include "verify/verify.hpp"

namespace nqueens {

namespace {

struct Queen {
  int row;
  int column;
};

/// Precondition: the rows differ.
bool attack_each_other(const Problem& problem, const Queen& above, const Queen& below) {
  const int down = below.row - above.row;
  const int right = below.column - above.column;
  if (right == 0) return true;
  switch (problem.variant()) {
    case Variant::queens:
      return std::abs(right) == down;
    case Variant::torus:
      return (right - down) % problem.columns() == 0 || (right + down) % problem.columns() == 0;
    case Variant::superqueens:
      return std::abs(right) == down || std::abs(right) + down == 3;
    case Variant::semi:
      return right == down;
  }
  return false;
}

}  // namespace

std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns) {
  if (columns.size() != static_cast<std::size_t>(problem.rows())) {
    return fmt::format("{} queens on a board of {} rows", columns.size(), problem.rows());
  }
  const auto queen_of = [&](int row) {
    return Queen{row, static_cast<int>(columns[static_cast<std::size_t>(row)])};
  };
  for (int row = 0; row < problem.rows(); ++row) {
    const Column column = columns[static_cast<std::size_t>(row)];
    if (column >= static_cast<Column>(problem.columns()) ||
        (problem.allowed(row) >> column & 1u) == 0) {
      const int given = given_columns(problem)[static_cast<std::size_t>(row)];
      return given < 0
                 ? fmt::format("no queen may stand on row {}, column {}", row, column)
                 : fmt::format("no queen on row {}, column {}, where one is given", row, given);
    }
    for (int above = 0; above < row; ++above) {
      const Queen first = queen_of(above);
      if (!attack_each_other(problem, first, queen_of(row))) continue;
      return fmt::format("row {}, column {} and row {}, column {} attack each other", above,
                         first.column, row, column);
    }
  }
  return std::nullopt;
}

}  // namespace nqueens
