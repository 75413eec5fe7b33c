// Board files: which squares of a board have queens and which are forbidden. A drawing, a line a
// row, '.' free, 'Q' a queen given, 'x' blocked.
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

/// A placement as `nqueens solve --format board` draws it: a queen in each row, 'Q', or 'X' as
/// `nqueens draw` shows attacked ones.
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
