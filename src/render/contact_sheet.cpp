#include "render/contact_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/board_picture.hpp"

namespace nqueens::render {

namespace {

/// Boards in a row: the sheet is about four wide and three high, and the last row is filled as far
/// as that allows.
std::size_t boards_in_row(std::size_t boards) {
  const double wished = std::sqrt(static_cast<double>(boards) * 4 / 3);
  const auto least = static_cast<std::size_t>(std::max(1.0, std::floor(wished)));
  std::size_t best = least;
  for (std::size_t width = least; width <= least + 2; ++width) {
    const auto gaps = [boards](std::size_t in_row) { return (in_row - boards % in_row) % in_row; };
    if (gaps(width) < gaps(best)) best = width;
  }
  return std::min(best, boards);
}

}  // namespace

Scene draw_sheet(const std::vector<Placement>& placements, int size) {
  const std::size_t in_row = boards_in_row(placements.size());
  const std::size_t rows = (placements.size() + in_row - 1) / in_row;
  const double cell =
      std::max(16.0, std::floor(static_cast<double>(size) / static_cast<double>(in_row)));
  const double gap = std::max(4.0, std::round(cell * 0.08));
  const double caption = cell < 40 ? 0 : std::clamp(cell * 0.07, 6.0, 12.0);
  const double caption_height = caption == 0 ? 0 : caption * 2;
  const double board = cell - gap;
  Scene scene;
  scene.width = cell * static_cast<double>(in_row) + gap;
  scene.height = (cell + caption_height) * static_cast<double>(rows) + gap;
  scene.title = fmt::format("{} placements", placements.size());
  scene.add(Rectangle{0, 0, scene.width, scene.height, {255, 255, 255}});
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const auto n = static_cast<double>(placements[i].size());
    double side = board / n;
    if (side >= 3) side = std::floor(side);
    const Point corner{
        gap + cell * static_cast<double>(i % in_row) + std::floor((board - side * n) / 2),
        gap + (cell + caption_height) * static_cast<double>(i / in_row)};
    add_squares(scene, corner, placements[i].size(), placements[i].size(), side);
    add_queens(scene, corner, placements[i], side);
    if (caption != 0) {
      scene.add(Text{{corner.x + side * n / 2, corner.y + side * n + caption_height * 0.55},
                     caption,
                     fmt::to_string(i + 1),
                     kFrame});
    }
  }
  return scene;
}

}  // namespace nqueens::render
