// A picture is a list of shapes, in pixels from the top left corner. SVG and PNG files of it are
// written piece by piece, so that pictures of any size take little memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nqueens::drawing {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Returns the colour at `part` of the way from one to the other.
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

/// Tells whether a square is dark. The left square of the last row, a1, is.
constexpr bool is_dark(std::uint64_t row, std::uint64_t column, std::uint64_t rows) {
  return (rows - 1 - row + column) % 2 == 0;
}

struct DarkSquares {
  Point corner;  ///< the corner of square (0, 0)
  double side = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  Colour fill;

  /// Returns the first dark column; every second one after it is dark too.
  std::uint64_t first_column(std::uint64_t row) const { return is_dark(row, 0, rows) ? 0 : 1; }
  Points square(std::uint64_t row, std::uint64_t column) const {
    return rectangle(corner.x + side * static_cast<double>(column),
                     corner.y + side * static_cast<double>(row), side, side);
  }
};

/// Squares of any colours, `side` whole pixels each, from a corner with whole coordinates.
struct Cells {
  Point corner;
  int side = 1;
  int rows = 0;
  int columns = 0;
  std::function<Colour(int row, int column)> colour;
};

/// Strokes with round ends and corners. A stroke of one point is a disc.
struct Strokes {
  std::vector<Points> lines;
  double width = 1;
  Colour stroke;
};

/// Digits, small letters and points. `anchor` is the part of the text to the left of `at`.
struct Text {
  Point at;         ///< at half the height of a digit
  double size = 0;  ///< height of a digit
  std::string text;
  Colour fill;
  double anchor = 0.5;  ///< 0, 0.5 or 1
};
/// Returns the width in pixels; in an SVG viewer it is about the same.
double text_width(std::string_view text, double size);

using Shape = std::variant<Polygons, DarkSquares, Cells, Strokes, Text>;

struct Scene {
  double width = 0;
  double height = 0;
  std::string title;  ///< for screen readers; one line
  std::vector<Shape> shapes;

  template <typename S>
  void add(S shape) {
    shapes.emplace_back(std::move(shape));
  }
};

/// An image has pixels in memory, at first white: a whole picture, or some rows of it.
class Image {
 public:
  Image(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                {255, 255, 255}) {}

  int width() const { return width_; }
  int height() const { return height_; }
  Colour& at(int x, int y) { return pixels_[index(x, y)]; }
  const Colour& at(int x, int y) const { return pixels_[index(x, y)]; }
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

/// A picture whose rows of pixels are made on request, each as often as it is asked for.
struct Raster {
  int width = 0;
  int height = 0;
  std::function<void(int top, Image& rows)> paint;  ///< fills a white image from row `top` on
};

using Sink = std::function<void(std::string_view bytes)>;

/// Puts the scene on white, with smooth edges. It must outlive the result.
Raster rasterise(const Scene& scene);

/// Writes a PNG file: 8 bits a channel, no alpha, and a palette for up to 256 colours, which makes
/// boards a third as long. Paints the rows of a large picture twice. Takes at most 13 MB of memory.
/// Throws Error, std::bad_alloc, and what the sink throws.
void write_png(const Raster& raster, const Sink& sink);

/// Writes self-contained, scalable SVG 1.1. Only Cells are pixels; they scale up without smoothing.
void write_svg(const Scene& scene, const Sink& sink);

}  // namespace nqueens::drawing
