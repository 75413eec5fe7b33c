// Every shape is a union of convex or simple polygons: those are filled line by line of sample
// points (even-odd), coverage is summed for each pixel, and then blended once, so that the pieces
// of one line leave no seams.
#include "render/raster.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "render/digits.hpp"

namespace nqueens::render {

namespace {

/// Which sample points of a region a shape holds.
class Mask {
 public:
  Mask(int left, int top, int right, int bottom)
      : left_(left), top_(top), width_(right - left), height_(bottom - top) {
    samples_.resize(size(width_) * size(height_) * size(kSamples) * size(kSamples));
  }

  bool empty() const { return samples_.empty(); }

  /// Adds a polygon, even-odd.
  void fill(const std::vector<Point>& points) {
    const int row_samples = width_ * kSamples;
    std::vector<double> crossings;
    for (int line = 0; line < height_ * kSamples; ++line) {
      const double y = top_ + (line + 0.5) / kSamples;
      crossings.clear();
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& a = points[i];
        const Point& b = points[(i + 1) % points.size()];
        if ((a.y <= y) == (b.y <= y)) continue;
        crossings.push_back(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        const int from = std::clamp(sample_of(crossings[i]), 0, row_samples);
        const int to = std::clamp(sample_of(crossings[i + 1]), 0, row_samples);
        if (from >= to) continue;
        const auto begin = samples_.begin() + line * row_samples;
        std::fill(begin + from, begin + to, true);
      }
    }
  }

  void blend(Image& image, const Colour& colour) const {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        int covered = 0;
        for (int line = 0; line < kSamples; ++line) {
          const auto begin = samples_.begin() + ((y * kSamples + line) * width_ + x) * kSamples;
          covered += static_cast<int>(std::count(begin, begin + kSamples, true));
        }
        if (covered == 0) continue;
        Colour& pixel = image.at(left_ + x, top_ + y);
        const auto mix = [covered](std::uint8_t below, std::uint8_t above) {
          constexpr int kAll = kSamples * kSamples;
          return static_cast<std::uint8_t>((below * (kAll - covered) + above * covered + kAll / 2) /
                                           kAll);
        };
        pixel = {mix(pixel.red, colour.red), mix(pixel.green, colour.green),
                 mix(pixel.blue, colour.blue)};
      }
    }
  }

 private:
  static std::size_t size(int number) { return static_cast<std::size_t>(std::max(number, 0)); }
  /// The first sample point at or to the right of x.
  int sample_of(double x) const {
    return static_cast<int>(std::ceil((x - left_) * kSamples - 0.5));
  }

  int left_;
  int top_;
  int width_;
  int height_;
  std::vector<char> samples_;
};

std::vector<Point> circle(const Point& centre, double radius) {
  constexpr int kCorners = 32;
  std::vector<Point> points;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return points;
}

std::vector<Point> thick(const Point& a, const Point& b, double width) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length == 0) return {};
  const double x = (b.y - a.y) / length * width / 2;
  const double y = (a.x - b.x) / length * width / 2;
  return {{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}};
}

std::vector<Point> corners(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

/// Makes polygons of the shapes and draws them.
class Painter {
 public:
  explicit Painter(Image& image) : image_(image) {}

  void operator()(const Rectangle& shape) {
    paint({corners(shape.x, shape.y, shape.width, shape.height)}, shape.fill);
  }
  void operator()(const Circle& shape) { paint({circle(shape.centre, shape.radius)}, shape.fill); }
  void operator()(const Polygon& shape) { paint({shape.points}, shape.fill); }
  void operator()(const Polyline& shape) {
    // Piece by piece: the region of a long line is the whole picture.
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      std::vector<std::vector<Point>> parts = {circle(shape.points[i], shape.width / 2)};
      if (i + 1 < shape.points.size()) {
        parts.push_back(thick(shape.points[i], shape.points[i + 1], shape.width));
      }
      paint(parts, shape.stroke);
    }
  }
  void operator()(const Text& shape) {
    const double cell = shape.size / kDigitRows;
    const double advance = (kDigitColumns + 1) * cell;
    double x = shape.centre.x - (static_cast<double>(shape.text.size()) * advance - cell) / 2;
    const double top = shape.centre.y - shape.size / 2;
    std::vector<std::vector<Point>> parts;
    for (const char letter : shape.text) {
      const DigitShape digit = shape_of_digit(letter);
      for (int row = 0; row < kDigitRows; ++row) {
        for (int column = 0; column < kDigitColumns; ++column) {
          if (!is_set(digit, row, column)) continue;
          parts.push_back(corners(x + column * cell, top + row * cell, cell, cell));
        }
      }
      x += advance;
    }
    paint(parts, shape.fill);
  }

 private:
  void paint(const std::vector<std::vector<Point>>& polygons, const Colour& colour) {
    double left = image_.width();
    double top = image_.height();
    double right = 0;
    double bottom = 0;
    for (const auto& polygon : polygons) {
      for (const Point& point : polygon) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
      }
    }
    Mask mask(std::max(0, static_cast<int>(std::floor(left))),
              std::max(0, static_cast<int>(std::floor(top))),
              std::min(image_.width(), static_cast<int>(std::ceil(right))),
              std::min(image_.height(), static_cast<int>(std::ceil(bottom))));
    if (mask.empty()) return;
    for (const auto& polygon : polygons) mask.fill(polygon);
    mask.blend(image_, colour);
  }

  Image& image_;
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
