// Tours as coloured lines over the board.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/pictures.hpp"

namespace nqueens::drawing {

namespace {

constexpr double kMargin = 8;
constexpr double kNumbersFrom = 30;  ///< pixels a square from which on it has its number
constexpr std::size_t kPieces = 48;  ///< colours of the path

/// Goes from blue over red to orange, all dark enough for the light squares.
Colour colour_at(double part) {
  static constexpr std::array<Colour, 4> kStops = {
      {{25, 60, 150}, {110, 40, 140}, {190, 40, 70}, {225, 120, 0}}};
  const double at = part * (kStops.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  return mix(kStops[low], kStops[low + 1], at - static_cast<double>(low));
}

}  // namespace

Scene draw_tour(std::uint64_t rows, std::uint64_t columns, std::span<const std::uint32_t> squares,
                bool closed, int pixels) {
  const double side = square_side(pixels - 2 * kMargin, std::max(rows, columns));
  Scene scene;
  scene.width = std::round(side * static_cast<double>(columns)) + 2 * kMargin;
  scene.height = std::round(side * static_cast<double>(rows)) + 2 * kMargin;
  scene.title =
      fmt::format("{} tour of {} x {} squares", closed ? "closed" : "open", rows, columns);
  scene.add(Polygons{{rectangle(0, 0, scene.width, scene.height)}, kWhite});
  add_squares(scene, {kMargin, kMargin}, rows, columns, side, kFaintSquare);

  Points points;
  points.reserve(squares.size() + 1);
  for (const std::uint32_t square : squares) {
    points.push_back({kMargin + (static_cast<double>(square % columns) + 0.5) * side,
                      kMargin + (static_cast<double>(square / columns) + 0.5) * side});
  }
  if (closed && !points.empty()) points.push_back(points.front());
  const std::size_t moves = points.size() - 1;
  const std::size_t pieces = std::min(kPieces, moves);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const auto from = points.begin() + static_cast<std::ptrdiff_t>(moves * piece / pieces);
    const auto to = points.begin() + static_cast<std::ptrdiff_t>(moves * (piece + 1) / pieces);
    const double part =
        static_cast<double>(piece) / static_cast<double>(std::max<std::size_t>(pieces, 2) - 1);
    scene.add(Strokes{{{from, to + 1}}, std::max(1.0, side * 0.075), colour_at(part)});
  }

  const auto add_disc = [&scene](const Point& centre, double radius, const Colour& fill) {
    scene.add(Strokes{{{centre}}, 2 * radius, fill});
  };
  if (side < kNumbersFrom) {
    if (!closed) add_disc(points.back(), std::max(2.0, side * 0.25), colour_at(1));
    add_disc(points.front(), std::max(2.5, side * 0.33), colour_at(0));
    return scene;
  }
  // Each number is on a disc over the path.
  const double digits = static_cast<double>(fmt::to_string(squares.size()).size());
  const double digit = std::min(side * 0.2, side * 0.44 / (0.86 * digits));
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const bool is_end = i == 0 || (!closed && i + 1 == squares.size());
    const double part = static_cast<double>(i) / static_cast<double>(squares.size());
    add_disc(points[i], side * 0.27, is_end ? colour_at(part) : kFrame);
    if (!is_end) add_disc(points[i], side * 0.27 - 1.2, {255, 250, 240});
    scene.add(Text{points[i], digit, fmt::to_string(i + 1), is_end ? kWhite : kInk});
  }
  return scene;
}

std::string tour_text(std::uint64_t columns, std::span<const std::uint32_t> squares) {
  std::vector<std::uint32_t> visit(squares.size());
  for (std::size_t i = 0; i < squares.size(); ++i) {
    visit[squares[i]] = static_cast<std::uint32_t>(i + 1);
  }
  const std::size_t width = fmt::formatted_size("{}", visit.size());
  std::string text;
  text.reserve(visit.size() * (width + 1));
  for (std::size_t square = 0; square < visit.size(); ++square) {
    const fmt::format_int digits(visit[square]);
    text.append(width - digits.size(), ' ');
    text.append(digits.data(), digits.size());
    text += square % columns == columns - 1 ? '\n' : ' ';
  }
  return text;
}

}  // namespace nqueens::drawing
