// Scenes as pixels. Each pixel has kSamples x kSamples sample points, and a shape covers it by the
// part of them that it holds. Every shape is a union of polygons, filled by the even-odd rule; the
// coverage by all of them is blended once, so that the pieces of one line leave no seams.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "render/scene.hpp"

namespace nqueens::render {

namespace {

constexpr int kSamples = 4;
/// The sample points of a pixel, a bit each, line by line.
using Samples = std::uint16_t;
/// Those of one line.
constexpr Samples all_of(int line) {
  return static_cast<Samples>(((1u << kSamples) - 1) << (line * kSamples));
}

/// Digits and letters as small grids of squares, for pictures without a font: rows from the top,
/// the left column in the highest of five bits.
constexpr int kGlyphRows = 7;
constexpr int kGlyphColumns = 5;
using Glyph = std::array<std::uint8_t, kGlyphRows>;
constexpr std::array<Glyph, 10> kDigits = {{
    {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
}};
constexpr std::array<Glyph, 26> kLetters = {{
    {0b00000, 0b00000, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111},
    {0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b11110},
    {0b00000, 0b00000, 0b01110, 0b10000, 0b10000, 0b10001, 0b01110},
    {0b00001, 0b00001, 0b01101, 0b10011, 0b10001, 0b10001, 0b01111},
    {0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110},
    {0b00110, 0b01001, 0b01000, 0b11100, 0b01000, 0b01000, 0b01000},
    {0b00000, 0b01111, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110},
    {0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001},
    {0b00100, 0b00000, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b00010, 0b00000, 0b00110, 0b00010, 0b00010, 0b10010, 0b01100},
    {0b10000, 0b10000, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010},
    {0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b00000, 0b00000, 0b11010, 0b10101, 0b10101, 0b10001, 0b10001},
    {0b00000, 0b00000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001},
    {0b00000, 0b00000, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110},
    {0b00000, 0b00000, 0b11110, 0b10001, 0b11110, 0b10000, 0b10000},
    {0b00000, 0b00000, 0b01101, 0b10011, 0b01111, 0b00001, 0b00001},
    {0b00000, 0b00000, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000},
    {0b00000, 0b00000, 0b01110, 0b10000, 0b01110, 0b00001, 0b11110},
    {0b01000, 0b01000, 0b11100, 0b01000, 0b01000, 0b01001, 0b00110},
    {0b00000, 0b00000, 0b10001, 0b10001, 0b10001, 0b10011, 0b01101},
    {0b00000, 0b00000, 0b10001, 0b10001, 0b10001, 0b01010, 0b00100},
    {0b00000, 0b00000, 0b10001, 0b10001, 0b10101, 0b10101, 0b01010},
    {0b00000, 0b00000, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001},
    {0b00000, 0b00000, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110},
    {0b00000, 0b00000, 0b11111, 0b00010, 0b00100, 0b01000, 0b11111},
}};

const Glyph* glyph_of(char letter) {
  if (letter >= '0' && letter <= '9') return &kDigits[static_cast<std::size_t>(letter - '0')];
  if (letter >= 'a' && letter <= 'z') return &kLetters[static_cast<std::size_t>(letter - 'a')];
  return nullptr;
}

using Corners = std::vector<Point>;

Corners circle(const Point& centre, double radius) {
  constexpr int kCorners = 32;
  Corners points;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return points;
}

Corners thick_line(const Point& a, const Point& b, double width) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length == 0) return {};
  const double x = (b.y - a.y) / length * width / 2;
  const double y = (a.x - b.x) / length * width / 2;
  return {{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}};
}

Corners rectangle(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

/// Makes polygons of the shapes and draws them into an image, whose rows are those of the picture
/// from `top` on.
class Painter {
 public:
  Painter(Image& image, int top)
      : image_(image), top_(top), end_(top + image.height()), covered_(size(image.width())) {}

  void operator()(const Rectangle& shape) {
    if (!shows(shape.y, shape.y + shape.height)) return;
    paint({rectangle(shape.x, shape.y, shape.width, shape.height)}, shape.fill);
  }
  void operator()(const DarkSquares& shape) {
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      const Rectangle first = shape.square(row, 0);
      if (!shows(first.y, first.y + first.height)) continue;
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        (*this)(shape.square(row, column));
      }
    }
  }
  void operator()(const Circle& shape) {
    if (!shows(shape.centre.y - shape.radius, shape.centre.y + shape.radius)) return;
    paint({circle(shape.centre, shape.radius)}, shape.fill);
  }
  void operator()(const Polygon& shape) { paint({shape.points}, shape.fill); }
  void operator()(const Polyline& shape) {
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      const Point& from = shape.points[i];
      const Point& to = shape.points[std::min(i + 1, shape.points.size() - 1)];
      if (!shows(std::min(from.y, to.y) - shape.width, std::max(from.y, to.y) + shape.width)) {
        continue;
      }
      const std::vector<Corners> parts = {circle(from, shape.width / 2),
                                          thick_line(from, to, shape.width)};
      paint(parts, shape.stroke);
    }
  }
  void operator()(const Queen& shape) {
    if (!shows(shape.corner.y - 2, shape.corner.y + shape.side + 2)) return;
    const Queen::Parts parts = shape.parts();
    for (const Polygon& polygon : parts.polygons) (*this)(polygon);
    for (const Circle& circle : parts.circles) (*this)(circle);
  }
  void operator()(const Text& shape) {
    const double cell = shape.size / kGlyphRows;
    const double advance = (kGlyphColumns + 1) * cell;
    double x = shape.centre.x - (static_cast<double>(shape.text.size()) * advance - cell) / 2;
    const double top = shape.centre.y - shape.size / 2;
    if (!shows(top, top + shape.size)) return;
    std::vector<Corners> parts;
    for (const char letter : shape.text) {
      const Glyph* const glyph = glyph_of(letter);
      for (int row = 0; row < kGlyphRows && glyph != nullptr; ++row) {
        const unsigned bits = (*glyph)[size(row)];
        for (int column = 0; column < kGlyphColumns; ++column) {
          if ((bits >> (kGlyphColumns - 1 - column) & 1) == 0) continue;
          parts.push_back(rectangle(x + column * cell, top + row * cell, cell, cell));
        }
      }
      x += advance;
    }
    paint(parts, shape.fill);
  }

 private:
  static std::size_t size(int number) { return static_cast<std::size_t>(number); }

  /// Whether the image has rows between these heights, which may be a little too far apart.
  bool shows(double from, double to) const { return from < end_ && to > top_; }

  void paint(const std::vector<Corners>& polygons, const Colour& colour) {
    double top = end_;
    double bottom = top_;
    for (const Corners& polygon : polygons) {
      for (const Point& point : polygon) {
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
      }
    }
    const int last = static_cast<int>(std::min<double>(end_, std::ceil(bottom)));
    for (int y = static_cast<int>(std::max<double>(top_, std::floor(top))); y < last; ++y) {
      first_ = image_.width();
      end_of_row_ = 0;
      for (const Corners& polygon : polygons) {
        for (int line = 0; line < kSamples; ++line) fill(polygon, y, line);
      }
      blend(y - top_, colour);
    }
  }

  /// Adds the polygon to one line of the sample points of a row of pixels.
  void fill(const Corners& points, int row, int line) {
    const double y = row + (line + 0.5) / kSamples;
    crossings_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point& a = points[i];
      const Point& b = points[(i + 1) % points.size()];
      if ((a.y <= y) == (b.y <= y)) continue;
      crossings_.push_back(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
    }
    std::sort(crossings_.begin(), crossings_.end());
    const double samples = kSamples * static_cast<double>(image_.width());
    // The first sample point at or to the right of x.
    const auto sample_at = [&](double x) {
      return static_cast<int>(std::clamp(std::ceil(x * kSamples - 0.5), 0.0, samples));
    };
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      const int from = sample_at(crossings_[i]);
      const int to = sample_at(crossings_[i + 1]);
      if (from >= to) continue;
      const int first = from / kSamples;
      const int last = (to - 1) / kSamples;
      const Samples all = all_of(line);
      const auto after = static_cast<Samples>(all & all << from % kSamples);
      const auto before = static_cast<Samples>(all & all >> (kSamples - 1 - (to - 1) % kSamples));
      if (first == last) {
        covered_[size(first)] |= static_cast<Samples>(after & before);
      } else {
        covered_[size(first)] |= after;
        for (int x = first + 1; x < last; ++x) covered_[size(x)] |= all;
        covered_[size(last)] |= before;
      }
      first_ = std::min(first_, first);
      end_of_row_ = std::max(end_of_row_, last + 1);
    }
  }

  /// Blends the samples into a row of pixels and clears them.
  void blend(int y, const Colour& colour) {
    constexpr int kAll = kSamples * kSamples;
    for (int x = first_; x < end_of_row_; ++x) {
      const Samples samples = std::exchange(covered_[size(x)], Samples{0});
      if (samples == 0) continue;
      Colour& pixel = image_.at(x, y);
      if (samples == Samples{0xffff}) {  // nearly always
        pixel = colour;
        continue;
      }
      const int covered = std::popcount(samples);
      const auto mixed = [covered](std::uint8_t below, std::uint8_t above) {
        return static_cast<std::uint8_t>((below * (kAll - covered) + above * covered + kAll / 2) /
                                         kAll);
      };
      pixel = {mixed(pixel.red, colour.red), mixed(pixel.green, colour.green),
               mixed(pixel.blue, colour.blue)};
    }
  }

  Image& image_;
  const int top_;
  const int end_;
  std::vector<Samples> covered_;  ///< of one row of pixels
  int first_ = 0;                 ///< all before, and from end_of_row_ on, are clear
  int end_of_row_ = 0;
  std::vector<double> crossings_;
};

}  // namespace

Raster rasterise(const Scene& scene) {
  return {static_cast<int>(std::lround(scene.width)), static_cast<int>(std::lround(scene.height)),
          [&scene](int top, Image& rows) {
            Painter painter(rows, top);
            for (const Shape& shape : scene.shapes) std::visit(painter, shape);
          }};
}

}  // namespace nqueens::render
