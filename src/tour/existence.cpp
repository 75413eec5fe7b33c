// What theorems say of tours: boards without one, and squares where none can begin. No search.
#include <fmt/format.h>

#include <algorithm>

#include "nqueens/tour.hpp"

namespace nqueens {

namespace {

std::optional<std::string> why_no_closed_tour(std::uint64_t rows, std::uint64_t columns) {
  const auto [few, many] = std::minmax(rows, columns);
  if (rows % 2 == 1 && columns % 2 == 1) {
    return "a closed tour changes colour with every move, and the number of squares is odd";
  }
  if (few == 1 || few == 2 || few == 4) {
    return fmt::format("no board with a side of {} has a closed tour (Schwenk 1991)", few);
  }
  if (few == 3 && (many == 4 || many == 6 || many == 8)) {
    return "boards of 3 x 4, 3 x 6 and 3 x 8 have no closed tour (Schwenk 1991)";
  }
  return std::nullopt;
}

std::optional<std::string> why_no_open_tour(std::uint64_t rows, std::uint64_t columns) {
  const auto [few, many] = std::minmax(rows, columns);
  if (few == 1 || few == 2) {
    return fmt::format("no board with a side of {} but a single square has a tour", few);
  }
  if (few == 3 && (many == 3 || many == 5 || many == 6)) {
    return "boards of 3 x 3, 3 x 5 and 3 x 6 have no tour";
  }
  if (few == 4 && many == 4) return "the board of 4 x 4 has no tour";
  return std::nullopt;
}

/// On a board of four rows an outer square has moves to inner ones only, and there are as many of
/// one kind as of the other. A tour that began on an inner square would go inner, outer, inner,
/// outer to its end, or it would have too many inner ones; but then all inner squares would be of
/// one colour.
bool begins_inside_of_four(std::uint64_t rows, std::uint64_t columns, const Square& start) {
  return (rows == 4 && (start.row == 1 || start.row == 2)) ||
         (columns == 4 && (start.column == 1 || start.column == 2));
}

}  // namespace

std::optional<std::string> why_no_tour(std::uint64_t rows, std::uint64_t columns,
                                       const TourOptions& options) {
  if (options.closed) return why_no_closed_tour(rows, columns);
  if (rows == 1 && columns == 1) return std::nullopt;
  if (auto why = why_no_open_tour(rows, columns)) return why;
  if (rows % 2 == 1 && columns % 2 == 1 && (options.start.row + options.start.column) % 2 == 1) {
    return "with an odd number of squares a tour begins on the colour of the corners";
  }
  if (begins_inside_of_four(rows, columns, options.start)) {
    return "on a board with a side of 4 a tour begins on an outer square of that side";
  }
  return std::nullopt;
}

}  // namespace nqueens
