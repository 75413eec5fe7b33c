// Scenes as pixels. Each pixel has kSamples x kSamples sample points, and a shape covers it by the
// part of them that it holds. Every shape is a union of polygons, filled by the even-odd rule; the
// coverage by all of them is blended once, so that the pieces of one line leave no seams.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "render/formats.hpp"

namespace nqueens::render {

namespace {

constexpr int kSamples = 4;

/// The ten digits as small grids of squares, for pictures without a font: rows from the top, the
/// left column in the highest of five bits.
constexpr int kDigitRows = 7;
constexpr int kDigitColumns = 5;
constexpr std::array<std::array<std::uint8_t, kDigitRows>, 10> kDigits = {{
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

/// Makes polygons of the shapes and draws them.
class Painter {
 public:
  explicit Painter(Image& image)
      : image_(image), samples_(kSamples, std::vector<char>(size(image.width()) * kSamples)) {}

  void operator()(const Rectangle& shape) {
    paint({rectangle(shape.x, shape.y, shape.width, shape.height)}, shape.fill);
  }
  void operator()(const Circle& shape) { paint({circle(shape.centre, shape.radius)}, shape.fill); }
  void operator()(const Polygon& shape) { paint({shape.points}, shape.fill); }
  void operator()(const Polyline& shape) {
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      std::vector<Corners> parts = {circle(shape.points[i], shape.width / 2)};
      if (i + 1 < shape.points.size()) {
        parts.push_back(thick_line(shape.points[i], shape.points[i + 1], shape.width));
      }
      paint(parts, shape.stroke);
    }
  }
  void operator()(const Text& shape) {
    const double cell = shape.size / kDigitRows;
    const double advance = (kDigitColumns + 1) * cell;
    double x = shape.centre.x - (static_cast<double>(shape.text.size()) * advance - cell) / 2;
    const double top = shape.centre.y - shape.size / 2;
    std::vector<Corners> parts;
    for (const char letter : shape.text) {
      for (int row = 0; row < kDigitRows && letter >= '0' && letter <= '9'; ++row) {
        const unsigned bits = kDigits[size(letter - '0')][size(row)];
        for (int column = 0; column < kDigitColumns; ++column) {
          if ((bits >> (kDigitColumns - 1 - column) & 1) == 0) continue;
          parts.push_back(rectangle(x + column * cell, top + row * cell, cell, cell));
        }
      }
      x += advance;
    }
    paint(parts, shape.fill);
  }

 private:
  static std::size_t size(int number) { return static_cast<std::size_t>(number); }

  /// One row of pixels after the other, so that a large picture needs no more memory than its own.
  void paint(const std::vector<Corners>& polygons, const Colour& colour) {
    double top = image_.height();
    double bottom = 0;
    for (const Corners& polygon : polygons) {
      for (const Point& point : polygon) {
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
      }
    }
    const int last = std::min(image_.height(), static_cast<int>(std::ceil(bottom)));
    for (int y = std::max(0, static_cast<int>(std::floor(top))); y < last; ++y) {
      first_sample_ = image_.width() * kSamples;
      end_sample_ = 0;
      for (const Corners& polygon : polygons) {
        for (int line = 0; line < kSamples; ++line) {
          fill(polygon, y + (line + 0.5) / kSamples, samples_[size(line)]);
        }
      }
      blend(y, colour);
    }
  }

  /// Adds the polygon to one line of samples.
  void fill(const Corners& points, double y, std::vector<char>& samples) {
    crossings_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point& a = points[i];
      const Point& b = points[(i + 1) % points.size()];
      if ((a.y <= y) == (b.y <= y)) continue;
      crossings_.push_back(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
    }
    std::sort(crossings_.begin(), crossings_.end());
    // The first sample point at or to the right of x.
    const auto sample_at = [&](double x) {
      return static_cast<int>(
          std::clamp(std::ceil(x * kSamples - 0.5), 0.0, static_cast<double>(samples.size())));
    };
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      const int from = sample_at(crossings_[i]);
      const int to = sample_at(crossings_[i + 1]);
      if (from >= to) continue;
      std::fill(samples.begin() + from, samples.begin() + to, true);
      first_sample_ = std::min(first_sample_, from);
      end_sample_ = std::max(end_sample_, to);
    }
  }

  /// Blends the samples into a row of pixels and clears them.
  void blend(int y, const Colour& colour) {
    for (int x = first_sample_ / kSamples; x * kSamples < end_sample_; ++x) {
      int covered = 0;
      for (std::vector<char>& samples : samples_) {
        const auto begin = samples.begin() + x * kSamples;
        covered += static_cast<int>(std::count(begin, begin + kSamples, true));
        std::fill(begin, begin + kSamples, false);
      }
      if (covered == 0) continue;
      Colour& pixel = image_.at(x, y);
      const auto mixed = [covered](std::uint8_t below, std::uint8_t above) {
        constexpr int kAll = kSamples * kSamples;
        return static_cast<std::uint8_t>((below * (kAll - covered) + above * covered + kAll / 2) /
                                         kAll);
      };
      pixel = {mixed(pixel.red, colour.red), mixed(pixel.green, colour.green),
               mixed(pixel.blue, colour.blue)};
    }
  }

  Image& image_;
  std::vector<std::vector<char>> samples_;  ///< of one row of pixels, by line
  int first_sample_ = 0;                    ///< all before, and from end_sample_ on, are clear
  int end_sample_ = 0;
  std::vector<double> crossings_;
};

}  // namespace

Image rasterise(const Scene& scene) {
  Image image(static_cast<int>(std::lround(scene.width)),
              static_cast<int>(std::lround(scene.height)));
  Painter painter(image);
  for (const Shape& shape : scene.shapes) std::visit(painter, shape);
  return image;
}

}  // namespace nqueens::render
