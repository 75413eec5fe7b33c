// Scenes and rasters as SVG documents.
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/scene.hpp"

namespace nqueens::render {

namespace {

std::string hex(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

/// At most two decimals, without trailing zeros.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

/// "1,2 3,4"
std::string path(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) {
    if (!text.empty()) text += ' ';
    text += number(point.x) + "," + number(point.y);
  }
  return text;
}

/// Writes the shapes, and collects neighbouring rectangles of one colour into one path: a board of
/// 1000 rows has half a million dark squares.
class Writer {
 public:
  explicit Writer(const Sink& sink) : sink_(sink) {}

  void operator()(const Rectangle& shape) {
    if (!path_fill_ || !(shape.fill == *path_fill_)) {
      end_path();
      path_fill_ = shape.fill;
      add("<path fill=\"{}\" d=\"", hex(shape.fill));
    }
    add("M{} {}h{}v{}h-{}z", number(shape.x), number(shape.y), number(shape.width),
        number(shape.height), number(shape.width));
  }
  void operator()(const DarkSquares& shape) {
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        (*this)(shape.square(row, column));
      }
    }
  }
  void operator()(const Circle& shape) {
    end_path();
    add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(shape.centre.x),
        number(shape.centre.y), number(shape.radius), hex(shape.fill));
  }
  void operator()(const Polygon& shape) {
    end_path();
    add("<polygon points=\"{}\" fill=\"{}\"/>\n", path(shape.points), hex(shape.fill));
  }
  void operator()(const Polyline& shape) {
    end_path();
    add("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
        path(shape.points), hex(shape.stroke), number(shape.width));
  }
  void operator()(const Queen& shape) {
    const Queen::Parts parts = shape.parts();
    for (const Polygon& polygon : parts.polygons) (*this)(polygon);
    for (const Circle& circle : parts.circles) (*this)(circle);
  }
  void operator()(const Text& shape) {
    end_path();
    // Digits of most fonts are 0.72 of the font's size high.
    add("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
        number(shape.centre.x), number(shape.centre.y + shape.size / 2), number(shape.size / 0.72),
        hex(shape.fill), escape(shape.text));
  }

  void finish() {
    end_path();
    sink_(text_);
  }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    constexpr std::size_t kEnough = std::size_t{64} << 10;
    if (text_.size() < kEnough) return;
    sink_(text_);
    text_.clear();
  }
  void end_path() {
    if (path_fill_) add("\"/>\n");
    path_fill_.reset();
  }

  const Sink& sink_;
  std::string text_;                 ///< in pieces that are worth a write
  std::optional<Colour> path_fill_;  ///< of the path that has not ended
};

std::string beginning(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n<title>{2}</title>\n",
      number(width), number(height), escape(title));
}

constexpr std::string_view kEnd = "</svg>\n";

/// Three bytes are four letters; bytes that are left over wait for the next call.
class Base64 {
 public:
  explicit Base64(const Sink& sink) : sink_(sink) {}

  void write(std::string_view bytes) {
    left_ += bytes;
    const std::size_t whole = left_.size() / 3 * 3;
    std::string text;
    text.reserve(whole / 3 * 4);
    for (std::size_t at = 0; at < whole; at += 3) add(text, std::string_view(left_).substr(at, 3));
    left_.erase(0, whole);
    sink_(text);
  }
  void finish() {
    std::string text;
    if (!left_.empty()) add(text, left_);
    sink_(text);
  }

 private:
  /// One to three bytes.
  static void add(std::string& text, std::string_view bytes) {
    static constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = three << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= bytes.size() ? kLetters[three >> (18 - 6 * i) & 63] : '=';
    }
  }

  const Sink& sink_;
  std::string left_;
};

}  // namespace

void write_svg(const Scene& scene, const Sink& sink) {
  sink(beginning(scene.width, scene.height, scene.title));
  Writer writer(sink);
  for (const Shape& shape : scene.shapes) std::visit(writer, shape);
  writer.finish();
  sink(kEnd);
}

void write_svg(const Raster& raster, const std::string& title, const Sink& sink) {
  sink(beginning(raster.width, raster.height, title));
  sink(
      fmt::format("<image width=\"{}\" height=\"{}\" style=\"image-rendering:pixelated\" "
                  "xlink:href=\"data:image/png;base64,",
                  raster.width, raster.height));
  Base64 letters(sink);
  write_png(raster, [&](std::string_view bytes) { letters.write(bytes); });
  letters.finish();
  sink("\"/>\n");
  sink(kEnd);
}

}  // namespace nqueens::render
