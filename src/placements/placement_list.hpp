// Several placements in one input, as nqueens list writes them: a line of column numbers each,
// drawings with empty lines between them, or an array of two dimensions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"

namespace nqueens::placements {

/// One of several placements.
struct ListedPlacement {
  std::string where;  ///< "line 3", "board 3", "placement 3"
  Placement columns;
  std::uint64_t width = 0;  ///< columns of the board where a drawing tells them, else 0
};

/// Whether an input is an array of two dimensions, or a text that begins with two placements: two
/// drawings, or two lines of numbers of which each can be a placement of its own, of `rows` queens
/// where that is known, or which share a column, the second no longer than the first; a fault in
/// one of the two lines is the reader's to report. A placement that is broken into lines is not
/// taken for a list where it is a solution: its lines share no column, and two of K and L numbers,
/// both 2 or more, would have K + L different columns up to the larger of K and L.
bool is_list(const PlacementInput& input, std::optional<std::uint64_t> rows = std::nullopt);

/// Gets one placement after the other; false ends the reading. The columns are not checked.
using ListSink = std::function<bool(const ListedPlacement& placement)>;

/// Reads an input from its first byte, each line that has numbers, each drawing, or each row of an
/// array as a placement, in memory for one of them. Throws IoError, and InvalidPlacement for what
/// is no placement, naming the place, and where there is none.
void read_list(PlacementInput& input, const ListSink& sink);

}  // namespace nqueens::placements
