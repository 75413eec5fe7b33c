// The eight images of a placement, computed square by square.
#include "nqueens/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "domain/columns.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

std::string_view to_string(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::identity:
      return "identity";
    case Symmetry::quarter_turn:
      return "quarter turn";
    case Symmetry::half_turn:
      return "half turn";
    case Symmetry::three_quarter_turn:
      return "three quarter turn";
    case Symmetry::mirror_columns:
      return "mirror columns";
    case Symmetry::mirror_rows:
      return "mirror rows";
    case Symmetry::transpose:
      return "transpose";
    case Symmetry::antitranspose:
      return "antitranspose";
  }
  return "symmetry";
}

Square image(Symmetry symmetry, Square square, std::uint64_t board_size) {
  const auto [row, column] = square;
  const std::uint64_t last = board_size - 1;
  switch (symmetry) {
    case Symmetry::identity:
      return {row, column};
    case Symmetry::quarter_turn:
      return {column, last - row};
    case Symmetry::half_turn:
      return {last - row, last - column};
    case Symmetry::three_quarter_turn:
      return {last - column, row};
    case Symmetry::mirror_columns:
      return {row, last - column};
    case Symmetry::mirror_rows:
      return {last - row, column};
    case Symmetry::transpose:
      return {column, row};
    case Symmetry::antitranspose:
      return {last - column, last - row};
  }
  throw InvalidArgument("unknown symmetry; one of the eight of the square is expected");
}

Placement image(Symmetry symmetry, std::span<const Column> columns) {
  constexpr Column kEmpty = std::numeric_limits<Column>::max();
  require_columns_on_board(columns);
  Placement result(columns.size(), kEmpty);
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    const Square to = image(symmetry, Square{row, columns[row]}, columns.size());
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

int orbit_size(std::span<const Column> columns) {
  // Orbit and stabiliser: the images that equal the placement divide the eight evenly.
  const Placement original = image(Symmetry::identity, columns);
  const auto fixed = std::count_if(kSymmetries.begin(), kSymmetries.end(), [&](Symmetry symmetry) {
    return image(symmetry, columns) == original;
  });
  return static_cast<int>(8 / fixed);
}

}  // namespace nqueens
