#include "render/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "render/pictures.hpp"

namespace nqueens::render {

namespace {

/// 0 for an empty cell, one half at the mean, towards 1 for many times the mean.
double level(const DensityGrid& grid, int row, int column) {
  const double count = grid.at(row, column);
  return count / (count + grid.expected(row, column));
}

/// Squares of a cell along one side of the board.
std::uint64_t extent(std::uint64_t board_size, std::uint64_t usual, int cells, int cell) {
  const std::uint64_t before = usual * static_cast<std::uint64_t>(cell);
  return cell + 1 == cells ? board_size - before : usual;
}

/// Bits of the side of a cell: DensityCounter tells the rule. Grows with the board.
int shift_for(std::uint64_t board_size, int max_cells) {
  constexpr double kExpected = 9;
  constexpr double kMin = 32;
  const auto n = static_cast<double>(board_size);
  const double cells = std::clamp(std::sqrt(n / kExpected), kMin, static_cast<double>(max_cells));
  int shift = 0;
  while (n > std::ldexp(cells, shift)) ++shift;
  return shift;
}

/// Brightness rises throughout, so that the picture can be read without colours too.
Colour colour_of(double level) {
  struct Stop {
    double level;
    Colour colour;
  };
  static constexpr std::array<Stop, 7> kStops = {{{0.0, {5, 5, 20}},
                                                  {0.25, {25, 45, 120}},
                                                  {0.42, {30, 105, 145}},
                                                  {0.5, {50, 140, 135}},
                                                  {0.58, {115, 180, 95}},
                                                  {0.7, {240, 200, 50}},
                                                  {1.0, {255, 255, 235}}}};
  std::size_t above = 1;
  while (above + 1 < kStops.size() && kStops[above].level < level) ++above;
  const Stop& low = kStops[above - 1];
  const Stop& high = kStops[above];
  const double part = (level - low.level) / (high.level - low.level);
  return mix(low.colour, high.colour, part);
}

}  // namespace

double DensityGrid::expected(int row, int column) const {
  return static_cast<double>(extent(board_size, cell_height, rows, row)) *
         static_cast<double>(extent(board_size, cell_width, columns, column)) /
         static_cast<double>(board_size);
}

double DensityGrid::mean() const {
  return static_cast<double>(cell_height) * static_cast<double>(cell_width) /
         static_cast<double>(board_size);
}

void DensityCounter::add(std::uint64_t first_row, std::span<const std::uint64_t> columns) {
  if (columns.empty()) return;
  const std::uint64_t end = first_row + columns.size();
  const auto largest = std::max_element(columns.begin(), columns.end());
  if (rows_ == 0 || *largest > rightmost_.column) {
    rightmost_ = {first_row + static_cast<std::uint64_t>(largest - columns.begin()), *largest};
  }
  rows_ += columns.size();
  grow(std::max(end, *largest + 1));
  const auto width = static_cast<std::size_t>(max_cells_);
  const std::size_t cells = (static_cast<std::size_t>((end - 1) >> shift_) + 1) * width;
  if (counts_.size() < cells) counts_.resize(cells);
  for (std::uint64_t row = first_row; row < end;) {
    const std::uint64_t cell = row >> shift_;
    const std::uint64_t behind = std::min(end, (cell + 1) << shift_);
    std::uint32_t* const counts = counts_.data() + cell * width;
    const auto some = columns.subspan(row - first_row, behind - row);
    for (const std::uint64_t column : some) ++counts[column >> shift_];
    row = behind;
  }
}

void DensityCounter::grow(std::uint64_t board_size) {
  if (board_size <= size_) return;
  size_ = board_size;
  const int more = shift_for(size_, max_cells_) - shift_;
  if (more <= 0) return;
  shift_ += more;
  const auto width = static_cast<std::size_t>(max_cells_);
  // A cell goes to one before it or to itself, so none is counted twice.
  for (std::size_t from = 0; from < counts_.size(); ++from) {
    const std::size_t to = (from / width >> more) * width + (from % width >> more);
    counts_[to] += std::exchange(counts_[from], 0);
  }
}

DensityGrid DensityCounter::finish() const {
  DensityGrid grid;
  grid.board_size = rows_;
  grid.cell_height = grid.cell_width = std::uint64_t{1} << shift_;
  // Less than half a cell at an edge belongs to the cell before.
  const std::uint64_t cells = (rows_ + grid.cell_width / 2) >> shift_;
  grid.rows = grid.columns = static_cast<int>(std::max<std::uint64_t>(cells, 1));
  const auto last = static_cast<std::size_t>(grid.columns) - 1;
  grid.counts.resize((last + 1) * (last + 1));
  const auto width = static_cast<std::size_t>(max_cells_);
  for (std::size_t from = 0; from < counts_.size(); ++from) {
    if (counts_[from] == 0) continue;
    grid.counts[std::min(from / width, last) * (last + 1) + std::min(from % width, last)] +=
        counts_[from];
  }
  return grid;
}

DensityGrid join_pairs_of_rows(const DensityGrid& grid) {
  DensityGrid joined = grid;
  joined.rows = std::max(1, grid.rows / 2);
  joined.cell_height = 2 * grid.cell_height;
  joined.counts.assign(
      static_cast<std::size_t>(joined.rows) * static_cast<std::size_t>(grid.columns), 0);
  for (int row = 0; row < grid.rows; ++row) {
    const int to = std::min(row / 2, joined.rows - 1);
    for (int column = 0; column < grid.columns; ++column) {
      joined.counts[static_cast<std::size_t>(to) * static_cast<std::size_t>(grid.columns) +
                    static_cast<std::size_t>(column)] += grid.at(row, column);
    }
  }
  return joined;
}

Raster draw_density(const DensityGrid& grid, int size) {
  constexpr int kMargin = 2;
  const double wished = static_cast<double>(size - 2 * kMargin) / std::max(grid.rows, grid.columns);
  const int cell = std::max(1, static_cast<int>(std::lround(wished)));
  const int width = cell * grid.columns + 2 * kMargin;
  const int height = cell * grid.rows + 2 * kMargin;
  const auto paint = [&grid, cell, width](int top, Image& rows) {
    std::vector<Colour> line;
    int row_of_line = -1;  // of cells
    for (int y = 0; y < rows.height(); ++y) {
      const int below_frame = top + y - kMargin;
      const bool is_frame = below_frame < 0 || below_frame >= cell * grid.rows;
      const int row = is_frame ? grid.rows : below_frame / cell;
      if (row != row_of_line) {
        line.assign(static_cast<std::size_t>(width), kFrame);
        for (int column = 0; column < grid.columns && !is_frame; ++column) {
          std::fill_n(line.begin() + kMargin + cell * column, cell,
                      colour_of(level(grid, row, column)));
        }
        row_of_line = row;
      }
      std::copy(line.begin(), line.end(), &rows.at(0, y));
    }
  };
  return {width, height, paint};
}

std::string density_text(const DensityGrid& grid, bool unicode) {
  static constexpr std::array<std::string_view, 10> kAscii = {" ", ".", ":", "-", "=",
                                                              "+", "*", "#", "%", "@"};
  static constexpr std::array<std::string_view, 5> kBlocks = {" ", "\u2591", "\u2592", "\u2593",
                                                              "\u2588"};
  const auto shade = [](const auto& shades, double at) {
    const auto number = static_cast<std::size_t>(at * static_cast<double>(shades.size()));
    return shades[std::min(number, shades.size() - 1)];
  };
  std::string text;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const double at = level(grid, row, column);
      text += unicode ? shade(kBlocks, at) : shade(kAscii, at);
    }
    text += '\n';
  }
  return text;
}

}  // namespace nqueens::render
