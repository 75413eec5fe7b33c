// Scenes as pixels. Each pixel has kSamples x kSamples sample points; a shape covers a pixel by the
// part of them that it contains. A shape is a union of polygons, filled by the even-odd rule and
// blended once, so that the pieces of one text leave no seams.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "draw/scene.hpp"

namespace nqueens::drawing {

namespace {

constexpr int kSamples = 4;
using Samples = std::uint16_t;  ///< a bit for each sample point of a pixel, row by row
/// Returns the points of one row of sample points.
constexpr Samples all_of(int line) {
  return static_cast<Samples>(((1u << kSamples) - 1) << (line * kSamples));
}

/// The strokes of digits and letters, so that pictures need no font: each corner is a pair of x and
/// y, counted on in letters after 9. x goes from the left, y down from the head of digits (0) to
/// their foot (g, 16) and below. Corners are rounded; a repeated one stays sharp.
constexpr std::pair<char, std::string_view> kGlyphs[] = {
    {'0', "08 00 a0 ag 0g 08"},
    {'1', "13 60 60 6g"},
    {'2', "04 00 a0 a7 0g 0g ag"},
    {'3', "03 00 90 97 47, 47 a7 ag 0g 0d"},
    {'4', "7g 70 70 0b 0b ab"},
    {'5', "90 10 10 08 08 26 a6 ag 0g 0d"},
    {'6', "a3 a0 00 0g ag a6 06 0b"},
    {'7', "00 a0 a0 3g"},
    {'8', "57 17 10 90 97 57, 57 07 0g ag a7 57"},
    {'9', "0d 0g ag a0 00 0a aa a5"},
    {'.', "0g"},
    {'a', "86 8g, 8b 86 06 0g 8g 8b"},
    {'b', "00 0g, 0b 06 86 8g 0g 0b"},
    {'c', "88 86 06 0g 8g 8e"},
    {'d', "80 8g, 8b 86 06 0g 8g 8b"},
    {'e', "0b 8b 8b 86 06 0g 8g 8e"},
    {'f', "2g 25 20 60, 06 56"},
    {'g', "8b 86 06 0g 8g 8b, 86 8g 8k 0k 0j"},
    {'h', "00 0g, 0b 06 86 8g"},
    {'i', "16 1g, 12"},
    {'j', "36 3g 3k 0k, 32"},
    {'k', "00 0g, 76 0c, 39 8g"},
    {'l', "10 1g"},
    {'m', "06 0g, 0b 06 66 6g, 6b 66 c6 cg"},
    {'n', "06 0g, 0b 06 86 8g"},
    {'o', "0b 06 86 8g 0g 0b"},
    {'p', "06 0k, 0b 06 86 8g 0g 0b"},
    {'q', "86 8k, 8b 86 06 0g 8g 8b"},
    {'r', "06 0g, 0b 06 56"},
    {'s', "78 76 06 0a 7c 7g 0g 0e"},
    {'t', "22 2b 2g 6g, 06 56"},
    {'u', "86 8g, 8b 8g 0g 06"},
    {'v', "06 4g 4g 86"},
    {'w', "06 3g 3g 68 68 9g 9g c6"},
    {'x', "06 8g, 86 0g"},
    {'y', "06 4g, 86 2k"},
    {'z', "06 86 86 0g 0g 8g"}};
constexpr double kGlyphGap = 5;  ///< between letters, from middle to middle of their strokes

struct Glyph {
  std::vector<Points> lines;
  double width = 0;
};

/// Cuts each corner at a quarter of its sides, by Chaikin's algorithm.
Points rounded(const Points& points) {
  if (points.size() < 3) return points;
  Points cut = {points.front()};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto between = [&](double part) {
      return Point{std::lerp(points[i].x, points[i + 1].x, part),
                   std::lerp(points[i].y, points[i + 1].y, part)};
    };
    if (i > 0) cut.push_back(between(0.25));
    if (i + 2 < points.size()) cut.push_back(between(0.75));
  }
  cut.push_back(points.back());
  return cut;
}

/// Returns a blank for a letter without strokes.
const Glyph& glyph_of(char letter) {
  static const std::map<char, Glyph> kDrawn = [] {
    const auto coordinate = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10.0; };
    std::map<char, Glyph> glyphs;
    for (const auto& [name, text] : kGlyphs) {
      Glyph& glyph = glyphs[name];
      Points line;
      for (std::size_t at = 0; at < text.size(); at += 3) {
        line.push_back({coordinate(text[at]), coordinate(text[at + 1])});
        glyph.width = std::max(glyph.width, line.back().x);
        if (at + 2 < text.size() && text[at + 2] == ' ') continue;
        glyph.lines.push_back(rounded(rounded(rounded(line))));
        line.clear();
        ++at;  // the space after the comma
      }
      if (name >= '0' && name <= '9') glyph.width = 10;
    }
    return glyphs;
  }();
  static const Glyph kBlank{{}, 3};
  const auto found = kDrawn.find(letter);
  return found == kDrawn.end() ? kBlank : found->second;
}

/// Returns the width of a stroke of a text, in pixels.
double stroke_width(double size) {
  return std::max(1.0, size * 0.125);
}

/// Returns one step of glyph coordinates in pixels: a digit is 16 steps and a stroke high.
double glyph_unit(double size) {
  return (size - stroke_width(size)) / 16;
}

Points disc(const Point& centre, double radius) {
  const int corners = static_cast<int>(std::clamp(radius * 8, 8.0, 48.0));
  Points points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
  }
  return points;
}

/// Adds the stroke from a, with a round end there, to b, as polygons.
void add_piece(const Point& a, const Point& b, double width, std::vector<Points>& to) {
  to.push_back(disc(a, width / 2));
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length == 0) return;
  const double x = (b.y - a.y) / length * width / 2;
  const double y = (a.x - b.x) / length * width / 2;
  to.push_back({{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}});
}

/// Draws shapes as polygons into an image that holds the rows of the picture from `top` on.
class Painter {
 public:
  Painter(Image& image, int top)
      : image_(image), top_(top), end_(top + image.height()), covered_(size(image.width())) {}

  void operator()(const Polygons& shape) { paint(shape.polygons, shape.fill); }
  void operator()(const DarkSquares& shape) {
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      const double y = shape.corner.y + shape.side * static_cast<double>(row);
      if (!shows(y, y + shape.side)) continue;
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        paint({shape.square(row, column)}, shape.fill);
      }
    }
  }
  void operator()(const Cells& shape) {
    const int left = static_cast<int>(shape.corner.x);
    const int above = static_cast<int>(shape.corner.y);
    const int last = std::min(end_, above + shape.side * shape.rows);
    for (int y = std::max(top_, above); y < last; ++y) {
      const int row = (y - above) / shape.side;
      Colour* const line = &image_.at(left, y - top_);
      for (int column = 0; column < shape.columns; ++column) {
        std::fill_n(line + column * shape.side, shape.side, shape.colour(row, column));
      }
    }
  }
  void operator()(const Strokes& shape) {
    std::vector<Points> parts;
    for (const Points& line : shape.lines) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        const Point& from = line[i];
        const Point& to = line[std::min(i + 1, line.size() - 1)];
        if (!shows(std::min(from.y, to.y) - shape.width, std::max(from.y, to.y) + shape.width)) {
          continue;
        }
        parts.clear();
        add_piece(from, to, shape.width, parts);
        paint(parts, shape.stroke);
      }
    }
  }
  void operator()(const Text& shape) {
    const double top = shape.at.y - shape.size / 2;
    if (!shows(top, top + 2 * shape.size)) return;
    const double unit = glyph_unit(shape.size);
    const double stroke = stroke_width(shape.size);
    double x = shape.at.x - shape.anchor * text_width(shape.text, shape.size) + stroke / 2;
    const double y = std::round(top) + stroke / 2;  // sharp feet and heads
    std::vector<Points> parts;
    for (const char letter : shape.text) {
      const Glyph& glyph = glyph_of(letter);
      for (const Points& line : glyph.lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
          const Point& from = line[i];
          const Point& to = line[std::min(i + 1, line.size() - 1)];
          add_piece({x + unit * from.x, y + unit * from.y}, {x + unit * to.x, y + unit * to.y},
                    stroke, parts);
        }
      }
      x += unit * (glyph.width + kGlyphGap);
    }
    paint(parts, shape.fill);
  }

 private:
  static std::size_t size(int number) { return static_cast<std::size_t>(number); }

  /// Tells whether the image may have rows between these heights.
  bool shows(double from, double to) const { return from < end_ && to > top_; }

  void paint(const std::vector<Points>& polygons, const Colour& colour) {
    std::vector<std::pair<int, int>> rows;  // each polygon's first row and end
    int first = end_;
    int last = top_;
    for (const Points& polygon : polygons) {
      const auto [high, low] = std::minmax_element(
          polygon.begin(), polygon.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
      rows.emplace_back(std::max<double>(top_, std::floor(high->y)),
                        std::min<double>(end_, std::ceil(low->y)));
      first = std::min(first, rows.back().first);
      last = std::max(last, rows.back().second);
    }
    for (int y = first; y < last; ++y) {
      first_ = image_.width();
      end_of_row_ = 0;
      for (std::size_t i = 0; i < polygons.size(); ++i) {
        if (y < rows[i].first || y >= rows[i].second) continue;
        for (int line = 0; line < kSamples; ++line) fill(polygons[i], y, line);
      }
      blend(y - top_, colour);
    }
  }

  /// Adds the polygon to one row of sample points in a row of pixels.
  void fill(const Points& points, int row, int line) {
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
    // Finds the first sample point at x or to its right.
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

  /// Blends the samples into a row of pixels, and clears them.
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
  std::vector<Samples> covered_;  ///< one row of pixels
  int first_ = 0;                 ///< all pixels before it, and from end_of_row_ on, are clear
  int end_of_row_ = 0;
  std::vector<double> crossings_;
};

}  // namespace

double text_width(std::string_view text, double size) {
  double units = -kGlyphGap;
  for (const char letter : text) units += glyph_of(letter).width + kGlyphGap;
  return units * glyph_unit(size) + stroke_width(size);
}

Raster rasterise(const Scene& scene) {
  return {static_cast<int>(std::lround(scene.width)), static_cast<int>(std::lround(scene.height)),
          [&scene](int top, Image& rows) {
            Painter painter(rows, top);
            for (const Shape& shape : scene.shapes) std::visit(painter, shape);
          }};
}

}  // namespace nqueens::drawing
