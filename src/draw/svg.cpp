// Scenes as SVG documents.
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "draw/scene.hpp"

namespace nqueens::drawing {

namespace {

std::string hex(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

/// Writes at most two decimals, without trailing zeros.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view three = bytes.substr(at, 3);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8 | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0u);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= three.size() ? kLetters[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

class SvgWriter {
 public:
  explicit SvgWriter(const Sink& sink) : sink_(sink) {}

  void write(const Scene& scene) {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "font-family=\"Helvetica, Arial, sans-serif\">\n<title>{2}</title>\n",
        number(scene.width), number(scene.height), scene.title);
    for (const Shape& shape : scene.shapes) std::visit(*this, shape);
    add("</svg>\n");
    sink_(text_);
  }

  void operator()(const Polygons& shape) {
    add("<path d=\"");
    for (const Points& polygon : shape.polygons) add_line(polygon, "z");
    add("\" fill=\"{}\"/>\n", hex(shape.fill));
  }
  void operator()(const DarkSquares& shape) {
    add("<path d=\"");
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        add_line(shape.square(row, column), "z");
      }
    }
    add("\" fill=\"{}\"/>\n", hex(shape.fill));
  }
  void operator()(const Cells& shape) {
    Scene cells;
    cells.width = shape.side * shape.columns;
    cells.height = shape.side * shape.rows;
    cells.add(shape);
    std::get<Cells>(cells.shapes.front()).corner = {};
    std::string png;
    write_png(rasterise(cells), [&](std::string_view bytes) { png += bytes; });
    add("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" style=\"image-rendering:pixelated\" "
        "xlink:href=\"data:image/png;base64,{}\"/>\n",
        number(shape.corner.x), number(shape.corner.y), number(cells.width), number(cells.height),
        base64(png));
  }
  void operator()(const Strokes& shape) {
    add("<path d=\"");
    // A dot is a stroke of length 0 with round ends.
    for (const Points& line : shape.lines) add_line(line, line.size() == 1 ? "h0" : "");
    add("\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\"/>\n",
        hex(shape.stroke), number(shape.width));
  }
  void operator()(const Text& shape) {
    // Digits of most fonts are 0.72 of the font's size high.
    add("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n",
        number(shape.at.x), number(shape.at.y + shape.size / 2), number(shape.size / 0.72),
        shape.anchor == 0   ? "start"
        : shape.anchor == 1 ? "end"
                            : "middle",
        hex(shape.fill), shape.text);
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
  void add_line(const Points& points, std::string_view end) {
    for (const Point& point : points) {
      add("{}{} {}", &point == &points.front() ? 'M' : 'L', number(point.x), number(point.y));
    }
    add("{}", end);
  }

  const Sink& sink_;
  std::string text_;  ///< not passed to sink_ yet
};

}  // namespace

void write_svg(const Scene& scene, const Sink& sink) {
  SvgWriter(sink).write(scene);
}

}  // namespace nqueens::drawing
