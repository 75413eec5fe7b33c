// Boards and placements as drawings, a line a row, in the letters of `nqueens draw`. Of a board '.'
// is free, 'x' blocked, 'Q' or 'G' a queen given. Of a placement 'Q', 'G' (given) and '!'
// (attacked, or where none may stand) are queens, '.', 'x' and '?' (a given queen is missing)
// empty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"

namespace nqueens {

struct BoardFile {
  int rows = 0;
  int columns = 0;
  std::vector<Square> queens;
  std::vector<Square> blocked;
};

/// Reads the text of a board file of at most kMaxProblemSize rows and columns; `name` is for
/// errors. Throws InvalidArgument, which names the line.
BoardFile parse_board_file(std::string_view text, const std::string& name);

/// Reads the text of a board file; `name` is for errors. Throws IoError, and InvalidArgument for
/// one that is too large.
std::string read_board_text(int descriptor, const std::string& name);

/// A placement as `nqueens solve --format board` and `nqueens draw` write it: a queen in each row.
struct DrawnPlacement {
  Placement columns;
  std::uint64_t width = 0;  ///< columns of the board
};

/// Whether a text begins, behind comments, like a drawing.
bool is_drawing(std::string_view text);

/// Parses a drawing of at most kMaxBoardDrawing rows and columns; `name` is for errors. Throws
/// InvalidPlacement, which names line or row.
DrawnPlacement parse_drawn_placement(std::string_view text, const std::string& name);

/// Reads and parses an input whose head is_drawing(). Throws IoError too.
DrawnPlacement read_drawn_placement(placements::PlacementInput& input);

}  // namespace nqueens
