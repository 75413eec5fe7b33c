// Scenes as TikZ pictures.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "nqueens/error.hpp"
#include "render/formats.hpp"
#include "render/pictures.hpp"
#include "render/text_sink.hpp"

namespace nqueens::render {

namespace {

constexpr std::string_view kBeginning = R"(% {0}
% \input this file in a document with \usepackage{{tikz}}, or compile it as it is, which takes
% the class standalone. \resizebox{{5cm}}{{!}}{{\input{{...}}}} changes its size.
\ifx\tikzpicture\undefined
  \documentclass[tikz]{{standalone}}
  \begin{{document}}
  \def\picturesend{{\end{{document}}}}
\else
  \def\picturesend{{}}
\fi
\begin{{tikzpicture}}[x=0.75bp,y=-0.75bp,line cap=round,line join=round]
)";

constexpr std::string_view kEnd = "\\end{tikzpicture}%\n\\picturesend\n";

struct NamedColour {
  Colour colour;
  std::string name;
};

std::vector<NamedColour> named_colours() {
  return {{kWhite, "white"},           {kLightSquare, "lightsquare"},
          {kDarkSquare, "darksquare"}, {kFaintSquare, "faintsquare"},
          {kFrame, "boardframe"},      {kInk, "queen"},
          {kAttack, "attacked"},       {kBlocked, "blocked"}};
}

/// Shapes that TeX has to hold at once: its memory of five million words is full at 47,000.
std::uint64_t parts_of(const Scene& scene) {
  std::uint64_t parts = 0;
  for (const Shape& shape : scene.shapes) {
    const auto* const squares = std::get_if<DarkSquares>(&shape);
    parts += squares != nullptr                     ? (squares->rows * squares->columns + 1) / 2
             : std::holds_alternative<Queen>(shape) ? 8
                                                    : 1;
  }
  return parts;
}

std::string at(const Point& point) {
  return "(" + number(point.x) + "," + number(point.y) + ")";
}

class Writer {
 public:
  explicit Writer(const Sink& sink) : text_(sink) {}

  void begin(const std::string& title) { text_.add(kBeginning, title); }

  void operator()(const Rectangle& shape) {
    if (fill_ != name_of(shape.fill)) {
      end_path();
      fill_ = name_of(shape.fill);
      text_.add("  \\fill[{}]", fill_);
    }
    text_.add(" {} rectangle +({},{})", at({shape.x, shape.y}), number(shape.width),
              number(shape.height));
  }
  void operator()(const DarkSquares& shape) {
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        (*this)(shape.square(row, column));
      }
      end_path();  // a line for each row
    }
  }
  void operator()(const Circle& shape) {
    const std::string name = name_of(shape.fill);
    end_path();
    text_.add("  \\fill[{}] {} circle[radius={}];\n", name, at(shape.centre), number(shape.radius));
  }
  void operator()(const Polygon& shape) {
    const std::string name = name_of(shape.fill);
    end_path();
    text_.add("  \\fill[{}] ({}) -- cycle;\n", name, path(shape.points, ",", ") -- ("));
  }
  void operator()(const Polyline& shape) {
    const std::string name = name_of(shape.stroke);
    end_path();
    text_.add("  \\draw[{},line width={}bp] ({});\n", name, number(0.75 * shape.width),
              path(shape.points, ",", ") -- ("));
  }
  void operator()(const Queen& shape) {
    if (shape.side < Queen::kCrownFrom) {
      for (const Circle& circle : shape.parts().circles) (*this)(circle);
      return;
    }
    const std::string name = name_of(shape.fill);
    end_path();
    if (!std::exchange(has_queen_, true)) define_queen();
    text_.add("  \\queen{{{}}}{{{}}}{{{}}}{{{}}}\n", number(shape.corner.x), number(shape.corner.y),
              number(shape.side), name);
  }
  void operator()(const Text& shape) {
    const std::string name = name_of(shape.fill);
    end_path();
    // Digits of most fonts of 10 points are 6.7 points high.
    text_.add(
        "  \\node[text={},font=\\sffamily,scale={},inner sep=0pt,anchor=base] at {} {{{}}};\n",
        name, number(0.75 * shape.size / 6.7),
        at({shape.centre.x, shape.centre.y + shape.size / 2}), shape.text);
  }

  void finish() {
    end_path();
    text_.add("{}", kEnd);
    text_.flush();
  }

 private:
  /// The name of a colour, which is defined where it is new.
  std::string name_of(const Colour& colour) {
    static const std::vector<NamedColour> kNamed = named_colours();
    const auto is = [&](const NamedColour& one) { return one.colour == colour; };
    const auto known = std::find_if(defined_.begin(), defined_.end(), is);
    if (known != defined_.end()) return known->name;
    const auto named = std::find_if(kNamed.begin(), kNamed.end(), is);
    std::string name = named != kNamed.end() ? named->name
                                             : fmt::format("colour{:02x}{:02x}{:02x}", colour.red,
                                                           colour.green, colour.blue);
    end_path();
    text_.add("  \\definecolor{{{}}}{{RGB}}{{{},{},{}}}\n", name, colour.red, colour.green,
              colour.blue);
    defined_.push_back({colour, name});
    return name;
  }

  /// The queen of a square of side 1, as a macro.
  void define_queen() {
    text_.add(
        "  \\def\\queen#1#2#3#4{{% left and upper edge of the square, its side, the colour\n"
        "    \\begin{{scope}}[shift={{(#1,#2)}},scale=#3,#4]\n");
    constexpr double kLarge = 1000;  // for three decimals
    const Queen::Parts parts = Queen{{0, 0}, kLarge, {}}.parts();
    const auto unit = [](const Point& point) {
      return "(" + number(point.x / kLarge, 3) + "," + number(point.y / kLarge, 3) + ")";
    };
    for (const Polygon& polygon : parts.polygons) {
      text_.add("      \\fill ");
      for (const Point& point : polygon.points) text_.add("{} -- ", unit(point));
      text_.add("cycle;\n");
    }
    for (const Circle& circle : parts.circles) {
      text_.add("      \\fill {} circle[radius={}];\n", unit(circle.centre),
                number(circle.radius / kLarge, 3));
    }
    text_.add("    \\end{{scope}}}}\n");
  }

  void end_path() {
    if (!fill_.empty()) text_.add(";\n");
    fill_.clear();
  }

  TextSink text_;
  std::string fill_;  ///< the colour of the path of rectangles that has not ended, or empty
  std::vector<NamedColour> defined_;
  bool has_queen_ = false;
};

}  // namespace

void write_latex(const Scene& scene, const Sink& sink) {
  const std::uint64_t parts = parts_of(scene);
  if (parts > kMaxLatexParts) {
    throw InvalidArgument(
        fmt::format("too many shapes for LaTeX: {}; it takes {}, and a PDF picture any number",
                    parts, kMaxLatexParts));
  }
  Writer writer(sink);
  writer.begin(scene.title);
  for (const Shape& shape : scene.shapes) std::visit(writer, shape);
  writer.finish();
}

}  // namespace nqueens::render
