// Densities: counting, drawing as a map with a scale, and text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/numbers.hpp"
#include "draw/pictures.hpp"

namespace nqueens::drawing {

namespace {

constexpr int kMargin = 8;  // including the frame
constexpr int kFrameWidth = 2;

/// Chooses how many cells a row of a map of `pixels` pixels, or of characters, has.
int cells_for(std::uint64_t board_size, int pixels, bool is_text) {
  constexpr double kExpected = 9;
  constexpr int kLeast = 32;
  const int most =
      static_cast<int>(std::min<std::uint64_t>(board_size, static_cast<unsigned>(pixels)));
  const int wished = static_cast<int>(std::sqrt(static_cast<double>(board_size) / kExpected));
  const int cells = std::min(std::max(wished, kLeast), most);
  if (is_text) return std::max(1, cells / 2 * 2);
  const int side = std::min((pixels + cells - 1) / cells, std::max(1, pixels / kLeast));
  return std::min(pixels / side, most);
}

/// Returns floor(place cells / board_size). The quotient is below 2^14 and at least 1 / board_size
/// > 2^-37 below the next whole number, which exceeds its rounding error, 2^-39.
std::size_t cell_of(std::uint64_t place, int cells, std::uint64_t board_size) {
  return static_cast<std::size_t>(static_cast<double>(place * static_cast<unsigned>(cells)) /
                                  static_cast<double>(board_size));
}

/// Returns 0 for an empty cell, 0.5 at the mean, and close to 1 far above it.
double level_of(double count, double mean) {
  return count / (count + mean);
}

/// Brightness always rises, so that the picture is readable without colours too.
Colour colour_of(double level) {
  static constexpr std::array<std::pair<double, Colour>, 7> kStops = {{{0.0, {5, 5, 20}},
                                                                       {0.25, {25, 45, 120}},
                                                                       {0.42, {30, 105, 145}},
                                                                       {0.5, {50, 140, 135}},
                                                                       {0.58, {115, 180, 95}},
                                                                       {0.7, {240, 200, 50}},
                                                                       {1.0, {255, 255, 235}}}};
  std::size_t above = 1;
  while (above + 1 < kStops.size() && kStops[above].first < level) ++above;
  const auto& [low, low_colour] = kStops[above - 1];
  const auto& [high, high_colour] = kStops[above];
  return mix(low_colour, high_colour, (level - low) / (high - low));
}

}  // namespace

Density::Density(std::uint64_t size, std::optional<int> pixels)
    : board_size(size),
      columns(pixels ? cells_for(size, *pixels - 2 * kMargin, false) : cells_for(size, 72, true)),
      rows(pixels ? columns : (columns + 1) / 2),
      counts(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

void Density::add(std::uint64_t first_row, std::span<const std::uint64_t> columns_of_rows) {
  for (std::uint64_t row = first_row; const std::uint64_t column : columns_of_rows) {
    is_counted_from_one = is_counted_from_one && column >= 1 && column <= board_size;
    if (row < board_size && column < board_size) {
      ++counts[cell_of(row, rows, board_size) * static_cast<std::size_t>(columns) +
               cell_of(column, columns, board_size)];
    } else if (!outside) {
      outside = Square{row, column};
    }
    ++row;
  }
}

Scene draw_density(const Density& density, int pixels) {
  const int cell = std::max(1, (pixels - 2 * kMargin) / density.columns);
  const int width = cell * density.columns;
  const double mean = density.mean();
  const double digit = std::max(7.0, std::round(pixels * 0.0175));
  const double left = kMargin;
  const double right = left + width;

  Scene scene;
  scene.width = width + 2 * kMargin;
  scene.title = fmt::format("density of {} queens", density.board_size);
  const auto add_framed = [&](int top, const Cells& cells) {
    scene.add(Polygons{{rectangle(left - kFrameWidth, top - kFrameWidth, width + 2 * kFrameWidth,
                                  cells.rows * cells.side + 2 * kFrameWidth)},
                       kFrame});
    scene.add(cells);
  };
  // The scale is linear in the level, on which the colour depends.
  const int height = static_cast<int>(digit);
  const int top = kMargin + width + kFrameWidth + height;
  const double text = top + height + 1.6 * digit;
  scene.height = std::ceil(text + digit + kMargin);
  scene.add(Polygons{{rectangle(0, 0, scene.width, scene.height)}, kWhite});
  add_framed(
      kMargin,
      {{left, left}, cell, density.rows, density.columns, [&density, mean](int row, int column) {
         return colour_of(level_of(density.at(row, column), mean));
       }});
  const double lowest = level_of(density.least(), mean);
  const double highest = std::max(level_of(density.most(), mean), lowest + 0.001);
  add_framed(top, {{left, static_cast<double>(top)}, 1, height, width, [=](int, int column) {
                     return colour_of(std::lerp(lowest, highest, (column + 0.5) / width));
                   }});
  // The text is smaller where there is little room; that of the mean may stand beside its place.
  const double x = std::lerp(left, right, (0.5 - lowest) / (highest - lowest));
  const std::string least = fmt::to_string(density.least());
  const std::string middle = fmt::format("mean {:.1f}", mean);
  const std::string most = base::plural(density.most(), "queen") + " per cell";
  const double size =
      digit * std::min(1.0, width / (text_width(least + middle + most, digit) + 4 * digit));
  const double half = text_width(middle, size) / 2 + size;
  const double first = left + text_width(least, size) + half;
  const double last = right - text_width(most, size) - half;
  const double below = top + height + kFrameWidth;
  scene.add(Strokes{{{{x, below + 1}, {x, below + digit / 3}}}, std::max(1.0, digit / 8), kFrame});
  scene.add(Text{{left, text}, size, least, kFrame, 0});
  scene.add(Text{{std::max(first, std::min(x, last)), text}, size, middle, kFrame});
  scene.add(Text{{right, text}, size, most, kFrame, 1});
  return scene;
}

std::string density_text(const Density& density, bool unicode) {
  const std::vector<std::string_view> shades =
      unicode ? std::vector<std::string_view>{" ", "\u2591", "\u2592", "\u2593", "\u2588"}
              : std::vector<std::string_view>{" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"};
  const auto number = static_cast<double>(shades.size());
  std::string text;
  for (int row = 0; row < density.rows; ++row) {
    for (int column = 0; column < density.columns; ++column) {
      const double level = level_of(density.at(row, column), density.mean());
      text += shades[static_cast<std::size_t>(std::min(level * number, number - 1))];
    }
    text += '\n';
  }
  // A shade begins where count / (count + mean) = shade / number.
  const auto least = [&](double shade) {
    return fmt::format("{} from {:.1f}", shades[static_cast<std::size_t>(shade)],
                       density.mean() * shade / (number - shade));
  };
  return text + fmt::format("queens in a cell: {}, {}, {}; mean {:.1f}\n", least(1),
                            least(std::floor(number / 2)), least(number - 1), density.mean());
}

}  // namespace nqueens::drawing
