// Several placements in one input, as `nqueens list` writes them: one line of column numbers each,
// as CSV under names, drawings separated by empty lines, or an array of two dimensions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"

namespace nqueens::placements {

struct ListedPlacement {
  std::string where;  ///< "line 3", "board 3", "placement 3"; empty for the only one
  Placement columns;
  std::uint64_t width = 0;  ///< number of columns of a drawn board, else 0
};

std::string csv_header(std::uint64_t rows);  ///< the first line of a list as CSV: "row0,row1\n"

/// Whether the input is an array of two dimensions, CSV with its header, an empty text (a list may
/// have no solution), or a text that begins with two placements. These are two drawings, or two
/// lines of numbers that each fit a placement (of `rows` queens where given) or that share a
/// column, the second line no longer than the first. (The lines of one solution broken into lines
/// share none.) The reader reports faults in them.
bool is_list(const PlacementInput& input, std::optional<std::uint64_t> rows = std::nullopt);

/// Gets one placement after another; returns false to end the reading. The columns are not checked.
using ListSink = std::function<bool(const ListedPlacement& placement)>;

/// Reads each line of numbers, each drawing or each row of an array as a placement, one in memory
/// at a time. Throws IoError, and InvalidPlacement for a fault, naming the place.
void read_list(PlacementInput& input, const ListSink& sink);

}  // namespace nqueens::placements
