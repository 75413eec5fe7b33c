// Boards with queens: one, or many on a sheet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "render/pictures.hpp"

namespace nqueens::render {

namespace {

constexpr double kOuterMargin = 8;
/// All queens, and the lines between those in conflict.
void add_queens(Scene& scene, Point corner, std::span<const Column> columns, double side,
                const Conflicts& conflicts) {
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
    scene.add(
        Queen{corner_of(row, columns[row]), side, conflicts.is_attacked[row] ? kAttack : kInk});
  }
}

double digit_size(double side) {
  return std::clamp(side * 0.3, 7.0, 14.0);
}

constexpr double kLeastLabelledSide = 4;

void require_room_for_labels(double side) {
  if (side >= kLeastLabelledSide) return;
  throw InvalidArgument(fmt::format(
      "squares of {:.1f} pixels have no room for ranks and files; take a larger --size, "
      "or leave out --labels",
      side));
}

/// Every how many squares of this side a label of this width has room.
int label_step(double width, double side) {
  int found = 0;
  for (const int step : {1, 2, 5, 10, 20, 50, 100}) {
    found = step;
    if (step >= width / side) break;
  }
  return found;
}

/// What stands beside the rows and columns of a board, and where.
struct Edge {
  EdgeLabels labels = EdgeLabels::numbers;
  std::uint64_t step = 1;  ///< every how many rows and columns
  double left = 0;         ///< the middle of what stands beside the rows
  double across = 0;       ///< the same of what stands above or below the columns
};

void add_edge(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
              const Edge& edge) {
  const double digit = digit_size(side);
  const bool chess = edge.labels == EdgeLabels::chess;
  const auto middle = [side](std::uint64_t line) {
    return side * (static_cast<double>(line) + 0.5);
  };
  // Counted from 1, every fifth is 5, 10, 15; from 0 it is 0, 5, 10.
  for (std::uint64_t i = chess ? edge.step - 1 : 0; i < std::max(rows, columns); i += edge.step) {
    if (i < columns) {
      const std::string name = chess ? chess_file(i, columns) : fmt::to_string(i);
      scene.add(Text{{corner.x + middle(i), edge.across}, digit, name, kFrame});
    }
    if (i < rows) {
      const double y = corner.y + middle(chess ? rows - 1 - i : i);
      scene.add(Text{{edge.left, y}, digit, fmt::to_string(chess ? i + 1 : i), kFrame});
    }
  }
}

/// White, and on it the board with what stands at its edges.
Scene empty_board(const BoardLayout& layout, std::uint64_t rows, std::uint64_t columns) {
  Scene scene;
  scene.width =
      std::ceil(layout.margin_left + layout.side * static_cast<double>(columns) + kOuterMargin);
  scene.height =
      std::ceil(layout.margin_top + layout.side * static_cast<double>(rows) + layout.margin_bottom);
  scene.add(Rectangle{0, 0, scene.width, scene.height, kWhite});
  const Point corner{layout.margin_left, layout.margin_top};
  add_squares(scene, corner, rows, columns, layout.side);
  if (layout.number_step == 0) return scene;
  const bool chess = layout.labels == EdgeLabels::chess;
  const double bottom = corner.y + layout.side * static_cast<double>(rows);
  add_edge(
      scene, corner, rows, columns, layout.side,
      {.labels = layout.labels,
       .step = static_cast<std::uint64_t>(layout.number_step),
       .left = (layout.margin_left - 2) / 2,
       .across = chess ? bottom + (layout.margin_bottom + 2) / 2 : (layout.margin_top - 2) / 2});
  return scene;
}

void add_cross(Scene& scene, Point corner, double side) {
  const double near = 0.25 * side;
  const double far = 0.75 * side;
  const double width = std::max(1.0, side * 0.1);
  for (const auto& [left, right] : {std::pair{near, far}, std::pair{far, near}}) {
    scene.add(Polyline{
        {{corner.x + left, corner.y + near}, {corner.x + right, corner.y + far}}, width, kBlocked});
  }
}

/// Boards in a row of a sheet: about four wide and three high, the last row as full as that allows.
std::size_t boards_in_row(std::size_t boards) {
  const double wished = std::sqrt(static_cast<double>(boards) * 4 / 3);
  const auto min = static_cast<std::size_t>(std::max(1.0, std::floor(wished)));
  std::size_t best = min;
  for (std::size_t width = min; width <= min + 2; ++width) {
    const auto gaps = [boards](std::size_t in_row) { return (in_row - boards % in_row) % in_row; };
    if (gaps(width) < gaps(best)) best = width;
  }
  return std::min(best, boards);
}

}  // namespace

Queen::Parts Queen::parts() const {
  const auto at = [&](double x, double y) {
    return Point{corner.x + x * side, corner.y + y * side};
  };
  if (side < kCrownFrom) return {{}, {{at(0.5, 0.5), std::max(0.55 * side, 1.5), fill}}};
  // A crown with five points, a waist, a foot; and a ball on each point.
  Parts parts;
  parts.polygons = {{{at(0.29, 0.68), at(0.155, 0.315), at(0.335, 0.52), at(0.325, 0.22),
                      at(0.44, 0.49), at(0.5, 0.18), at(0.56, 0.49), at(0.675, 0.22),
                      at(0.665, 0.52), at(0.845, 0.315), at(0.71, 0.68)},
                     fill},
                    {{at(0.29, 0.715), at(0.71, 0.715), at(0.735, 0.775), at(0.265, 0.775)}, fill},
                    {{at(0.25, 0.81), at(0.75, 0.81), at(0.775, 0.88), at(0.225, 0.88)}, fill}};
  for (const Point& ball :
       {at(0.145, 0.285), at(0.32, 0.185), at(0.5, 0.145), at(0.68, 0.185), at(0.855, 0.285)}) {
    parts.circles.push_back({ball, 0.042 * side, fill});
  }
  return parts;
}

Conflicts find_conflicts(std::span<const Column> columns) {
  Conflicts found;
  found.is_attacked.resize(columns.size());
  const Board board(columns.size());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lines(columns.size());  // line, row
  for (const Line family : {Line::column, Line::diagonal, Line::antidiagonal}) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      lines[row] = {line_number(board, family, {row, columns[row]}), row};
    }
    std::sort(lines.begin(), lines.end());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].first != lines[i - 1].first) continue;
      const std::uint64_t first = lines[i - 1].second;
      const std::uint64_t second = lines[i].second;
      found.is_attacked[first] = found.is_attacked[second] = true;
      found.pairs.push_back({{first, columns[first]}, {second, columns[second]}, family});
    }
  }
  return found;
}

void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark) {
  const double width = side * static_cast<double>(columns);
  const double height = side * static_cast<double>(rows);
  const double frame = side < 4 ? 1 : 2;
  scene.add(
      Rectangle{corner.x - frame, corner.y - frame, width + 2 * frame, height + 2 * frame, kFrame});
  scene.add(Rectangle{corner.x, corner.y, width, height, kLightSquare});
  if (side < 2) return;
  scene.add(
      DarkSquares{corner, side, rows, columns, side < Queen::kCrownFrom ? kFaintSquare : dark});
}

std::string chess_file(std::uint64_t column, std::uint64_t columns) {
  constexpr std::uint64_t kLetters = 26;
  if (columns > kLetters) return fmt::to_string(column + 1);
  return std::string(1, static_cast<char>('a' + column));
}

BoardLayout layout_board(std::uint64_t board_size, int pixels, EdgeLabels labels) {
  BoardLayout layout;
  layout.labels = labels;
  const auto n = static_cast<double>(board_size);
  layout.margin_left = layout.margin_top = layout.margin_bottom = kOuterMargin;
  const double without_numbers = (pixels - 2 * kOuterMargin) / n;
  const bool chess = labels == EdgeLabels::chess;
  if (chess) require_room_for_labels(without_numbers);
  if (without_numbers >= kLeastLabelledSide) {
    // Room for the digits of the largest number, five sixths of their height wide.
    const std::uint64_t largest = chess ? board_size : board_size - 1;
    const double digits = static_cast<double>(fmt::to_string(largest).size());
    const double width = digit_size(without_numbers) * (0.86 * digits + 0.6);
    layout.margin_left += width;
    (chess ? layout.margin_bottom : layout.margin_top) += digit_size(without_numbers) * 1.6;
    layout.number_step = label_step(width, without_numbers);
  }
  const double above_and_below = layout.margin_top + layout.margin_bottom;
  layout.side = (pixels - std::max(layout.margin_left + kOuterMargin, above_and_below)) / n;
  if (layout.side >= 2) layout.side = std::floor(layout.side);
  layout.side = std::max(layout.side, 1.0);
  return layout;
}

Scene draw_board(std::span<const Column> columns, int pixels, EdgeLabels labels) {
  const std::uint64_t n = columns.size();
  const BoardLayout layout = layout_board(n, pixels, labels);
  Scene scene = empty_board(layout, n, n);
  scene.title = fmt::format("{} queen{}", n, n == 1 ? "" : "s");
  add_queens(scene, {layout.margin_left, layout.margin_top}, columns, layout.side,
             find_conflicts(columns));
  return scene;
}

bool is_given_queen(const Problem& problem, int row, int column) {
  return column >= 0 && problem.allowed(row) == std::uint64_t{1} << column;
}

Scene draw_problem(const Board& board, std::span<const int> queens, int pixels, EdgeLabels labels) {
  const Problem problem(board);
  const std::uint64_t rows = board.rows();
  const std::uint64_t columns = board.columns();
  const BoardLayout layout = layout_board(std::max(rows, columns), pixels, labels);
  Scene scene = empty_board(layout, rows, columns);
  scene.title = fmt::format("a board of {} x {} squares", rows, columns);
  for (int row = 0; row < problem.rows(); ++row) {
    for (int column = 0; column < problem.columns(); ++column) {
      const Point corner{layout.margin_left + layout.side * column,
                         layout.margin_top + layout.side * row};
      const int queen = queens[static_cast<std::size_t>(row)];
      if (column == queen) {
        scene.add(Queen{corner, layout.side, kInk});
      } else if (!is_given_queen(problem, row, queen) &&
                 ((problem.allowed(row) >> column) & 1u) == 0) {
        add_cross(scene, corner, layout.side);
      }
    }
  }
  return scene;
}

Scene draw_sheet(const std::vector<SheetBoard>& boards, int pixels, const SheetStyle& style) {
  const std::size_t in_row = boards_in_row(boards.size());
  const std::size_t rows_of_boards = (boards.size() + in_row - 1) / in_row;
  const double cell =
      std::max(16.0, std::floor(static_cast<double>(pixels) / static_cast<double>(in_row)));
  const double gap = std::max(4.0, std::round(cell * 0.08));
  const double caption = cell < 40 ? 0 : std::clamp(cell * 0.07, 6.0, 12.0);
  const double caption_height = caption == 0 ? 0 : caption * 2;
  const double board = cell - gap;
  Scene scene;
  scene.width = cell * static_cast<double>(in_row) + gap;
  scene.height = (cell + caption_height) * static_cast<double>(rows_of_boards) + gap;
  scene.title = fmt::format("{} placements", boards.size());
  scene.add(Rectangle{0, 0, scene.width, scene.height, kWhite});
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Placement& placement = boards[i].placement;
    const std::uint64_t rows = placement.size();
    const std::uint64_t columns = boards[i].columns;
    const auto longest = static_cast<double>(std::max(rows, columns));
    const double digits = static_cast<double>(fmt::to_string(rows).size());
    double margin = 0;  // of the labels at the left; below it is less
    if (style.labels) require_room_for_labels(board / longest);
    if (style.labels) margin = digit_size(board / longest) * (0.86 * digits + 0.4);
    double side = (board - margin) / longest;
    if (side >= 3) side = std::floor(side);
    const double width = side * static_cast<double>(columns);
    const double height = side * static_cast<double>(rows);
    const Point corner{gap + cell * static_cast<double>(i % in_row) + margin +
                           std::floor((board - margin - width) / 2),
                       gap + (cell + caption_height) * static_cast<double>(i / in_row)};
    add_squares(scene, corner, rows, columns, side);
    const double below = margin == 0 ? 0 : digit_size(side) * 1.4;
    if (margin != 0) {
      add_edge(scene, corner, rows, columns, side,
               {.labels = EdgeLabels::chess,
                .step = static_cast<std::uint64_t>(label_step(margin, side)),
                .left = corner.x - 2 - margin / 2,
                .across = corner.y + height + 2 + below / 2});
    }
    const Conflicts none{std::vector<bool>(rows), {}};
    add_queens(scene, corner, placement, side, style.attacks ? find_conflicts(placement) : none);
    if (caption != 0) {
      scene.add(Text{{corner.x + width / 2, corner.y + height + below + caption_height * 0.55},
                     caption,
                     fmt::to_string(i + 1),
                     kFrame});
    }
  }
  return scene;
}

}  // namespace nqueens::render
