// Scenes and images as SVG documents.
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string_view>

#include "render/formats.hpp"

namespace nqueens::render {

namespace {

std::string hex(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

/// At most two decimals, without trailing zeros.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
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

std::string points(const std::vector<Point>& given) {
  std::string text;
  for (const Point& point : given) {
    if (!text.empty()) text += ' ';
    text += number(point.x) + "," + number(point.y);
  }
  return text;
}

/// Writes the shapes, and collects neighbouring rectangles of one colour into one path: a board of
/// 1000 rows has half a million dark squares.
class Writer {
 public:
  void operator()(const Rectangle& shape) {
    if (path_.empty() || !(shape.fill == path_fill_)) {
      end_path();
      path_fill_ = shape.fill;
    }
    path_ += fmt::format("M{} {}h{}v{}h-{}z", number(shape.x), number(shape.y), number(shape.width),
                         number(shape.height), number(shape.width));
  }
  void operator()(const Circle& shape) {
    end_path();
    add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(shape.centre.x),
        number(shape.centre.y), number(shape.radius), hex(shape.fill));
  }
  void operator()(const Polygon& shape) {
    end_path();
    add("<polygon points=\"{}\" fill=\"{}\"/>\n", points(shape.points), hex(shape.fill));
  }
  void operator()(const Polyline& shape) {
    end_path();
    add("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
        points(shape.points), hex(shape.stroke), number(shape.width));
  }
  void operator()(const Text& shape) {
    end_path();
    // Digits of most fonts are 0.72 of the font's size high.
    add("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
        number(shape.centre.x), number(shape.centre.y + shape.size / 2), number(shape.size / 0.72),
        hex(shape.fill), escape(shape.text));
  }

  std::string finish() {
    end_path();
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  void end_path() {
    if (path_.empty()) return;
    add("<path d=\"{}\" fill=\"{}\"/>\n", path_, hex(path_fill_));
    path_.clear();
  }

  std::string text_;
  std::string path_;
  Colour path_fill_;
};

std::string document(double width, double height, const std::string& title,
                     std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n<title>{2}</title>\n{3}</svg>\n",
      number(width), number(height), escape(title), content);
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i <= bytes.size() ? kLetters[three >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

}  // namespace

std::string to_svg(const Scene& scene) {
  Writer writer;
  for (const Shape& shape : scene.shapes) std::visit(writer, shape);
  return document(scene.width, scene.height, scene.title, writer.finish());
}

std::string to_svg(const Image& image, const std::string& title) {
  return document(
      image.width(), image.height(), title,
      fmt::format("<image width=\"{}\" height=\"{}\" style=\"image-rendering:pixelated\" "
                  "xlink:href=\"data:image/png;base64,{}\"/>\n",
                  image.width(), image.height(), base64(to_png(image))));
}

}  // namespace nqueens::render
