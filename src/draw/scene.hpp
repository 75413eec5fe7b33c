// A picture as a list of shapes, in pixels from the top left corner; and its files, SVG and PNG,
// which are handed on piece by piece, so that a picture of any size takes little memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nqueens::drawing {

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
using Points = std::vector<Point>;

inline Points rectangle(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

struct Polygons {
  std::vector<Points> polygons;
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
  Points square(std::uint64_t row, std::uint64_t column) const {
    return rectangle(corner.x + side * static_cast<double>(column),
                     corner.y + side * static_cast<double>(row), side, side);
  }
};

/// Squares of any colours, `side` whole pixels each, from a whole corner on.
struct Cells {
  Point corner;
  int side = 1;
  int rows = 0;
  int columns = 0;
  std::function<Colour(int row, int column)> colour;
};

/// Lines with round ends and corners. A line of one point is a disc.
struct Strokes {
  std::vector<Points> lines;
  double width = 1;
  Colour stroke;
};

/// Digits, small letters and points. `anchor` is the part of the text that is left of the point.
struct Text {
  Point at;         ///< half of a digit's height above its foot
  double size = 0;  ///< of a digit, from foot to head
  std::string text;
  Colour fill;
  double anchor = 0.5;  ///< 0, 0.5 or 1
};
/// Its width in pixels; that of a viewer of SVG is about the same.
double text_width(std::string_view text, double size);

using Shape = std::variant<Polygons, DarkSquares, Cells, Strokes, Text>;

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

/// Writes self-contained SVG 1.1 that scales; only Cells are pixels, not smoothed when scaled up.
void write_svg(const Scene& scene, const Sink& sink);

}  // namespace nqueens::drawing
