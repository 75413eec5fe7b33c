// Where the queens of a large board are: counted in a grid of cells and compared with the mean, as
// shades or colours. A random solution shows as even noise, a formula as lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nqueens/placement.hpp"
#include "render/formats.hpp"

namespace nqueens::render {

struct DensityGrid {
  std::uint64_t board_size = 0;
  int rows = 0;     ///< cells from top to bottom
  int columns = 0;  ///< cells from left to right
  double mean = 0;  ///< queens in a cell
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  std::vector<std::uint32_t> counts;  ///< row by row
  std::uint32_t at(int row, int column) const {
    return counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// Counts all queens. Preconditions: columns in range; 1 <= rows, columns <= board size.
DensityGrid count_density(std::span<const Column> columns, int rows, int cell_columns);

/// Cells in a row for a picture of so many pixels: nine or more queens expected in each, since
/// finer noise hides structure, but at least 32 cells.
int density_cells(std::uint64_t board_size, int pixels);

/// A square of about `size` pixels, every cell a whole number of them, with a frame. Below the mean
/// blue to black, above it yellow to white, the mean between them. The grid must outlive the
/// result.
Raster draw_density(const DensityGrid& grid, int size);

/// A line of shades for each row of cells: " .:-=+*#%@", or blocks of Unicode.
std::string density_text(const DensityGrid& grid, bool unicode);

}  // namespace nqueens::render
