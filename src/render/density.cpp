#include "render/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "render/pictures.hpp"

namespace nqueens::render {

namespace {

/// 0 for an empty cell, one half at the mean, towards 1 for many times the mean.
double level(std::uint32_t count, double mean) {
  return count / (count + mean);
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

DensityGrid count_density(std::span<const Column> columns, int rows, int cell_columns) {
  DensityGrid grid;
  grid.board_size = columns.size();
  grid.rows = rows;
  grid.columns = cell_columns;
  grid.mean = static_cast<double>(columns.size()) / rows / cell_columns;
  grid.counts.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cell_columns));
  const auto across = static_cast<std::uint64_t>(cell_columns);
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    const std::uint64_t cell_row = row * static_cast<std::uint64_t>(rows) / columns.size();
    ++grid.counts[cell_row * across + columns[row] * across / columns.size()];
  }
  const auto [min, max] = std::minmax_element(grid.counts.begin(), grid.counts.end());
  grid.min = *min;
  grid.max = *max;
  return grid;
}

int density_cells(std::uint64_t board_size, int pixels) {
  constexpr double kExpected = 9;
  constexpr double kMin = 32;
  const double wished = std::max(kMin, std::sqrt(static_cast<double>(board_size) / kExpected));
  return static_cast<int>(
      std::min({wished, static_cast<double>(pixels), static_cast<double>(board_size)}));
}

Raster draw_density(const DensityGrid& grid, int size) {
  constexpr int kMargin = 2;
  const int cell = std::max(1, (size - 2 * kMargin) / std::max(grid.rows, grid.columns));
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
                      colour_of(level(grid.at(row, column), grid.mean)));
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
      const double at = level(grid.at(row, column), grid.mean);
      text += unicode ? shade(kBlocks, at) : shade(kAscii, at);
    }
    text += '\n';
  }
  return text;
}

}  // namespace nqueens::render
