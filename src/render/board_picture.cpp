#include "render/board_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "render/conflicts.hpp"

namespace nqueens::render {

namespace {

constexpr double kOuterMargin = 8;
/// Pixels of a square from which on queens have crowns and squares two colours well apart.
constexpr double kCrownFrom = 9;

/// A queen from the side, in a square of side 1: a crown with five points, a waist, a foot.
void add_queen(Scene& scene, Point corner, double side, const Colour& fill) {
  const auto at = [&](double x, double y) {
    return Point{corner.x + x * side, corner.y + y * side};
  };
  if (side < kCrownFrom) {  // a crown would be a blot, and smaller than the board's pattern
    scene.add(Circle{at(0.5, 0.5), std::max(0.55 * side, 1.5), fill});
    return;
  }
  scene.add(Polygon{{at(0.29, 0.68), at(0.155, 0.315), at(0.335, 0.52), at(0.325, 0.22),
                     at(0.44, 0.49), at(0.5, 0.18), at(0.56, 0.49), at(0.675, 0.22),
                     at(0.665, 0.52), at(0.845, 0.315), at(0.71, 0.68)},
                    fill});
  scene.add(Polygon{{at(0.29, 0.715), at(0.71, 0.715), at(0.735, 0.775), at(0.265, 0.775)}, fill});
  scene.add(Polygon{{at(0.25, 0.81), at(0.75, 0.81), at(0.775, 0.88), at(0.225, 0.88)}, fill});
  for (const Point& ball :
       {at(0.145, 0.285), at(0.32, 0.185), at(0.5, 0.145), at(0.68, 0.185), at(0.855, 0.285)}) {
    scene.add(Circle{ball, 0.042 * side, fill});
  }
}

double digit_size(double side) {
  return std::clamp(side * 0.3, 7.0, 14.0);
}

}  // namespace

void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark) {
  const double width = side * static_cast<double>(columns);
  const double height = side * static_cast<double>(rows);
  const double frame = side < 4 ? 1 : 2;
  scene.add(
      Rectangle{corner.x - frame, corner.y - frame, width + 2 * frame, height + 2 * frame, kFrame});
  scene.add(Rectangle{corner.x, corner.y, width, height, kLightSquare});
  if (side < 2) return;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = (row + 1) % 2; column < columns; column += 2) {
      scene.add(Rectangle{corner.x + side * static_cast<double>(column),
                          corner.y + side * static_cast<double>(row), side, side,
                          side < kCrownFrom ? kFaintSquare : dark});
    }
  }
}

void add_queens(Scene& scene, Point corner, std::span<const Column> columns, double side) {
  const Conflicts conflicts = find_conflicts(columns);
  const auto corner_of = [&](std::uint64_t row, std::uint64_t column) {
    return Point{corner.x + side * static_cast<double>(column),
                 corner.y + side * static_cast<double>(row)};
  };
  for (const AttackingPair& pair : conflicts.pairs) {
    const Point one = corner_of(pair.first.row, pair.first.column);
    const Point two = corner_of(pair.second.row, pair.second.column);
    scene.add(Polyline{{{one.x + side / 2, one.y + side / 2}, {two.x + side / 2, two.y + side / 2}},
                       std::max(1.0, side * 0.07),
                       kAttack});
  }
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    add_queen(scene, corner_of(row, columns[row]), side,
              conflicts.is_attacked[row] ? kAttack : kInk);
  }
}

BoardLayout layout_board(std::uint64_t rows, std::uint64_t columns, int size) {
  BoardLayout layout;
  const auto most = static_cast<double>(std::max(rows, columns));
  layout.margin_left = layout.margin_top = kOuterMargin;
  const double without = (size - 2 * kOuterMargin) / most;
  if (without >= 4) {
    // Room for the digits of the largest number, five sixths of their height wide.
    const double digits = static_cast<double>(fmt::to_string(std::max(rows, columns) - 1).size());
    layout.margin_left += digit_size(without) * (0.86 * digits + 0.6);
    layout.margin_top += digit_size(without) * 1.6;
    layout.number_step =
        static_cast<int>(std::ceil(digit_size(without) * (0.86 * digits + 0.6) / without));
    for (const int step : {1, 2, 5, 10, 20, 50, 100}) {
      if (step < layout.number_step) continue;
      layout.number_step = step;
      break;
    }
  }
  layout.side = (size - std::max(layout.margin_left, layout.margin_top) - kOuterMargin) / most;
  if (layout.side >= 2) layout.side = std::floor(layout.side);
  layout.side = std::max(layout.side, 1.0);
  return layout;
}

void add_numbers(Scene& scene, const BoardLayout& layout, std::uint64_t rows,
                 std::uint64_t columns) {
  if (layout.number_step == 0) return;
  const double digit = digit_size(layout.side);
  const auto step = static_cast<std::uint64_t>(layout.number_step);
  for (std::uint64_t column = 0; column < columns; column += step) {
    scene.add(Text{{layout.margin_left + layout.side * (static_cast<double>(column) + 0.5),
                    (layout.margin_top - 2) / 2},
                   digit,
                   fmt::to_string(column),
                   kFrame});
  }
  for (std::uint64_t row = 0; row < rows; row += step) {
    scene.add(Text{{(layout.margin_left - 2) / 2,
                    layout.margin_top + layout.side * (static_cast<double>(row) + 0.5)},
                   digit,
                   fmt::to_string(row),
                   kFrame});
  }
}

Scene draw_board(std::span<const Column> columns, int size) {
  const std::uint64_t n = columns.size();
  const BoardLayout layout = layout_board(n, n, size);
  Scene scene;
  const double board = layout.side * static_cast<double>(n);
  scene.width = std::ceil(layout.margin_left + board + kOuterMargin);
  scene.height = std::ceil(layout.margin_top + board + kOuterMargin);
  scene.title = fmt::format("{} queen{}", n, n == 1 ? "" : "s");
  scene.add(Rectangle{0, 0, scene.width, scene.height, {255, 255, 255}});
  const Point corner{layout.margin_left, layout.margin_top};
  add_squares(scene, corner, n, n, layout.side);
  add_numbers(scene, layout, n, n);
  add_queens(scene, corner, columns, layout.side);
  return scene;
}

}  // namespace nqueens::render
