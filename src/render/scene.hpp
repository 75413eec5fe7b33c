// A picture as a list of filled shapes and short texts, in pixels from the top left corner, or as
// rows of pixels; and its files, SVG and PNG, which are handed on piece by piece, so that a picture
// of any size takes little memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nqueens::render {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// `part` of the way from one colour to the other.
inline Colour mix(const Colour& from, const Colour& to, double part) {
  const auto between = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
  };
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

struct Point {
  double x = 0;
  double y = 0;
};

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  Colour fill;
};

/// True for every second square of a board; the one at the left of the last row, a1, is dark.
constexpr bool is_dark(std::uint64_t row, std::uint64_t column, std::uint64_t rows) {
  return (rows - 1 - row + column) % 2 == 0;
}

/// The dark squares of a board.
struct DarkSquares {
  Point corner;  ///< of square (0, 0)
  double side = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  Colour fill;

  /// Every second column from this one on is dark.
  std::uint64_t first_column(std::uint64_t row) const { return is_dark(row, 0, rows) ? 0 : 1; }
  Rectangle square(std::uint64_t row, std::uint64_t column) const {
    return {corner.x + side * static_cast<double>(column),
            corner.y + side * static_cast<double>(row), side, side, fill};
  }
};

struct Circle {
  Point centre;
  double radius = 0;
  Colour fill;
};

struct Polygon {
  std::vector<Point> points;
  Colour fill;
};

/// With round ends and corners.
struct Polyline {
  std::vector<Point> points;
  double width = 1;
  Colour stroke;
};

/// A queen from the side, in a square; where that is small a disc.
struct Queen {
  Point corner;  ///< of the square
  double side = 0;
  Colour fill;

  /// Pixels of a square from which queens have crowns.
  static constexpr double kCrownFrom = 9;
  struct Parts {
    std::vector<Polygon> polygons;
    std::vector<Circle> circles;
  };
  Parts parts() const;
};

/// Centred on a point: digits and small letters.
struct Text {
  Point centre;
  double size = 0;  ///< of a digit, from foot to head
  std::string text;
  Colour fill;
};

using Shape = std::variant<Rectangle, DarkSquares, Circle, Polygon, Polyline, Queen, Text>;

struct Scene {
  double width = 0;
  double height = 0;
  std::string title;  ///< for readers that cannot see; one line
  std::vector<Shape> shapes;

  template <typename S>
  void add(S shape) {
    shapes.emplace_back(std::move(shape));
  }
};

/// Pixels in memory: a small picture, or some rows of a large one.
class Image {
 public:
  Image(int width, int height, Colour fill = {255, 255, 255})
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

  int width() const { return width_; }
  int height() const { return height_; }
  Colour& at(int x, int y) { return pixels_[index(x, y)]; }
  const Colour& at(int x, int y) const { return pixels_[index(x, y)]; }
  /// Row by row, three bytes each.
  const std::vector<Colour>& pixels() const { return pixels_; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Colour> pixels_;
};

/// A picture whose rows of pixels are made when they are asked for, as often as they are.
struct Raster {
  int width = 0;
  int height = 0;
  /// Fills a white image of that width with the rows from `top` on.
  std::function<void(int top, Image& rows)> paint;
};

/// Takes the next bytes of a file.
using Sink = std::function<void(std::string_view bytes)>;

/// The scene, which must outlive the result, on white, with smooth edges.
Raster rasterise(const Scene& scene);

/// Writes a PNG file: 8 bits a channel, no alpha; a palette where 256 colours are enough, which
/// makes boards a third as long. The rows of a large picture are painted twice. Takes 13 MB of
/// memory at most. Throws Error, std::bad_alloc, and what the sink throws.
void write_png(const Raster& raster, const Sink& sink);

/// Writes self-contained SVG 1.1 that scales; rectangles of one colour are one path.
void write_svg(const Scene& scene, const Sink& sink);
/// The picture embedded as PNG in SVG, its pixels not smoothed when it is scaled up.
void write_svg(const Raster& raster, const std::string& title, const Sink& sink);

}  // namespace nqueens::render
