// The eight symmetries of the square: images of placements, canonical form; and the symmetries that
// a board keeps.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

/// The dihedral group of the square, acting on squares (row, column) of an N x N board; n = N - 1.
enum class Symmetry {
  identity,            ///< (r, c) -> (r, c)
  quarter_turn,        ///< (r, c) -> (c, n - r), clockwise
  half_turn,           ///< (r, c) -> (n - r, n - c)
  three_quarter_turn,  ///< (r, c) -> (n - c, r)
  mirror_columns,      ///< (r, c) -> (r, n - c), left and right exchanged
  mirror_rows,         ///< (r, c) -> (n - r, c), top and bottom exchanged
  transpose,           ///< (r, c) -> (c, r)
  antitranspose,       ///< (r, c) -> (n - c, n - r)
};

inline constexpr std::array<Symmetry, 8> kSymmetries = {
    Symmetry::identity,           Symmetry::quarter_turn,   Symmetry::half_turn,
    Symmetry::three_quarter_turn, Symmetry::mirror_columns, Symmetry::mirror_rows,
    Symmetry::transpose,          Symmetry::antitranspose,
};

std::string_view to_string(Symmetry symmetry);

/// The image of one square. Quarter turns and transpositions exchange rows and columns: the image
/// lies on a board of `columns` rows. Precondition: the square is on the board.
Square image(Symmetry symmetry, Square square, std::uint64_t rows, std::uint64_t columns);

/// The image of a placement. Throws InvalidPlacement for a column out of range, and under quarter
/// turns and transpositions for one used twice: the image would have rows without a queen. O(N).
Placement image(Symmetry symmetry, std::span<const Column> columns);

/// The lexicographically least of the eight images. Two placements have the same canonical form if
/// and only if one is an image of the other. Throws InvalidPlacement unless every column is used
/// once. O(N).
Placement canonical_form(std::span<const Column> columns);

/// The symmetries that map the board to itself, and so solutions to solutions: a subgroup of the
/// eight, in the order of kSymmetries. What a given queen attacks counts as blocked. Rectangles
/// keep at most the half turn and two mirrors; semi keeps at most the half turn and both
/// transpositions. O(rows * columns). Throws InvalidArgument for large boards.
std::vector<Symmetry> symmetries_of(const Board& board);

}  // namespace nqueens
