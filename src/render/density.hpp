// Where the queens of a large board are: counted in a grid of cells and compared with the mean, as
// shades or colours. A random solution shows as even noise, a formula as lines. The queens are
// counted while the rows go by, so that no board is held, however large.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nqueens/placement.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

struct DensityGrid {
  std::uint64_t board_size = 0;
  int rows = 0;     ///< cells from top to bottom
  int columns = 0;  ///< cells from left to right
  /// Squares of a cell; the last ones take what is left, from a half to three halves.
  std::uint64_t cell_height = 1;
  std::uint64_t cell_width = 1;
  std::vector<std::uint32_t> counts;  ///< row by row

  std::uint32_t at(int row, int column) const {
    return counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
  /// Queens that a cell would have if they were spread evenly.
  double expected(int row, int column) const;
  /// The same of all cells but the last ones.
  double mean() const;
};

/// Counts queens while their rows go by. A cell has 2^k rows and columns, k as small as max_cells
/// and nine expected queens in a cell allow, but at least 32 cells in a row: finer noise hides
/// structure. Four cells become one while the board grows, so nobody has to know its size.
class DensityCounter {
 public:
  /// Precondition: max_cells >= 32.
  explicit DensityCounter(int max_cells) : max_cells_(max_cells) {}

  /// Takes the columns of the rows from `first_row` on, in any order of rows; 4 bytes of memory for
  /// each of at most max_cells * max_cells cells.
  void add(std::uint64_t first_row, std::span<const std::uint64_t> columns);

  /// Rows so far, if they came in order.
  std::uint64_t rows() const { return rows_; }
  /// The rightmost queen, the first of those in its column.
  const Square& rightmost() const { return rightmost_; }

  /// Precondition: all rows of a board, whose columns are below their number.
  DensityGrid finish() const;

 private:
  /// Makes the cells large enough for a board of that size.
  void grow(std::uint64_t board_size);

  int max_cells_;
  std::uint64_t size_ = 0;  ///< of the smallest board that has all queens
  std::uint64_t rows_ = 0;
  Square rightmost_;
  int shift_ = 0;                      ///< a cell has so many bits of a row's number
  std::vector<std::uint32_t> counts_;  ///< max_cells_ in a row
};

/// Two rows of cells as one, for characters, which are twice as high as wide.
DensityGrid join_pairs_of_rows(const DensityGrid& grid);

/// A square of about `size` pixels, a third more or less, every cell a whole number of them, with a
/// frame. Below the mean blue to black, above it yellow to white, the mean between them. The grid
/// must outlive the result.
Raster draw_density(const DensityGrid& grid, int size);

/// A line of shades for each row of cells: " .:-=+*#%@", or blocks of Unicode.
std::string density_text(const DensityGrid& grid, bool unicode);

}  // namespace nqueens::render
