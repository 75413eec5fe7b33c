// Boards and placements as drawings, one line for each row, in the letters of `nqueens draw`. In a
// board '.' is a free square, 'x' a blocked one, and 'Q' or 'G' a given queen. In a placement 'Q',
// 'G' (given) and '!' (attacked, or on a blocked square) are queens; '.', 'x' and '?' (a given
// queen is missing) are empty squares.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_list.hpp"

namespace nqueens {

struct BoardFile {
  int rows = 0;
  int columns = 0;
  std::vector<Square> queens;
  std::vector<Square> blocked;
};

/// Parses a board file of at most kMaxProblemSize rows and columns. Throws InvalidArgument, which
/// says `name` and the line.
BoardFile parse_board_file(std::string_view text, const std::string& name);

/// A drawing of 64 rows has 4 KB; the rest is room for comments.
inline constexpr std::size_t kMaxBoardBytes = std::size_t{1} << 20;

/// Throws InvalidArgument for a board too large for a drawing.
void require_drawable(std::uint64_t rows, std::uint64_t columns);

bool is_drawing(std::string_view text);  ///< after any comments, it begins like a drawing

namespace placements {

/// Parses a placement as `nqueens solve --format board` and `nqueens draw` write it, with a queen
/// in each row and at most kMaxBoardDrawing rows and columns. Throws InvalidPlacement, which says
/// `name` and the line or the row.
ListedPlacement parse_drawn_placement(std::string_view text, const std::string& name);

/// Reads and parses an input for which is_drawing(head) holds. Throws IoError too.
ListedPlacement read_drawn_placement(PlacementInput& input);

}  // namespace placements

}  // namespace nqueens
