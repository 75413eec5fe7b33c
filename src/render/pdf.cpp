// Scenes and rasters as PDF documents. Debian's libraries for PDF, cairo and libharu, are a
// megabyte each, and would be used for what these lines write: paths, colours, and one font that
// every reader has. An image is the compressed part of a PNG, which PDF takes as it is.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "nqueens/error.hpp"
#include "render/formats.hpp"
#include "render/text_sink.hpp"

namespace nqueens::render {

namespace {

/// Points of a pixel.
constexpr double kScale = 0.75;

std::string colour(const Colour& of) {
  return fmt::format("{} {} {}", number(of.red / 255.0, 3), number(of.green / 255.0, 3),
                     number(of.blue / 255.0, 3));
}

/// Thousandths of the size of Helvetica.
int width_of(char letter) {
  static constexpr std::array<int, 26> kLetters = {556, 556, 500, 556, 556, 278, 556, 556, 222,
                                                   222, 500, 222, 833, 556, 556, 556, 556, 333,
                                                   500, 278, 556, 500, 722, 500, 500, 500};
  return letter >= 'a' && letter <= 'z' ? kLetters[static_cast<std::size_t>(letter - 'a')] : 556;
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '(' || letter == ')' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

/// The objects of a document, and the table that says where they begin.
class Document {
 public:
  explicit Document(const Sink& sink) : text_(sink) { text_.add("%PDF-1.4\n"); }

  TextSink& text() { return text_; }

  /// Begins the next object; returns its number, the first being 1.
  std::size_t begin() {
    starts_.push_back(text_.position());
    text_.add("{} 0 obj\n", starts_.size());
    return starts_.size();
  }
  void end() { text_.add("endobj\n"); }
  std::size_t add(const std::string& object) {
    const std::size_t number = begin();
    text_.add("{}\n", object);
    end();
    return number;
  }

  /// The page, whose resources and contents are objects of the document; and the end.
  void finish(double width, double height, const std::string& resources, std::size_t contents,
              const std::string& title) {
    const std::size_t pages = starts_.size() + 2;
    const std::size_t page = add(
        fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R "
                    "/Resources << {} >> >>",
                    pages, number(kScale * width), number(kScale * height), contents, resources));
    add(fmt::format("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", page));
    const std::size_t catalogue = add(fmt::format("<< /Type /Catalog /Pages {} 0 R >>", pages));
    const std::size_t info = add(fmt::format("<< /Title ({}) >>", escape(title)));
    const std::uint64_t table = text_.position();
    text_.add("xref\n0 {}\n0000000000 65535 f \n", starts_.size() + 1);
    for (const std::uint64_t start : starts_) text_.add("{:010} 00000 n \n", start);
    text_.add("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
              starts_.size() + 1, catalogue, info, table);
    text_.flush();
  }

 private:
  TextSink text_;
  std::vector<std::uint64_t> starts_;
};

/// Writes the shapes; neighbouring rectangles of one colour are one path.
class Writer {
 public:
  explicit Writer(TextSink& text) : text_(text) {}

  void operator()(const Rectangle& shape) {
    if (!fill_ || !(*fill_ == shape.fill)) set_fill(shape.fill);
    text_.add("{} {} {} {} re\n", number(shape.x), number(shape.y), number(shape.width),
              number(shape.height));
    in_path_ = true;
  }
  void operator()(const DarkSquares& shape) {
    for (std::uint64_t row = 0; row < shape.rows; ++row) {
      for (std::uint64_t column = shape.first_column(row); column < shape.columns; column += 2) {
        (*this)(shape.square(row, column));
      }
    }
  }
  /// A line of no length with round ends.
  void operator()(const Circle& shape) {
    const std::string centre = path({shape.centre}, " ", "");
    set_stroke(shape.fill);
    text_.add("{} w {} m {} l S\n", number(2 * shape.radius), centre, centre);
  }
  void operator()(const Polygon& shape) {
    set_fill(shape.fill);
    lines(shape.points);
    text_.add("f*\n");
  }
  void operator()(const Polyline& shape) {
    set_stroke(shape.stroke);
    text_.add("{} w ", number(shape.width));
    lines(shape.points);
    text_.add("S\n");
  }
  void operator()(const Queen& shape) {
    const Queen::Parts parts = shape.parts();
    for (const Polygon& polygon : parts.polygons) (*this)(polygon);
    for (const Circle& circle : parts.circles) (*this)(circle);
  }
  void operator()(const Text& shape) {
    set_fill(shape.fill);
    const double size = shape.size / 0.72;  // of the font, whose digits are that part high
    double width = 0;
    for (const char letter : shape.text) width += size * width_of(letter) / 1000;
    text_.add("BT /F {} Tf 1 0 0 -1 {} {} Tm ({}) Tj ET\n", number(size),
              number(shape.centre.x - width / 2), number(shape.centre.y + shape.size / 2),
              escape(shape.text));
  }

  void end_path() {
    if (in_path_) text_.add("f\n");
    in_path_ = false;
  }

 private:
  void set_fill(const Colour& fill) {
    end_path();
    if (fill_ && *fill_ == fill) return;
    fill_ = fill;
    text_.add("{} rg\n", colour(fill));
  }
  void set_stroke(const Colour& stroke) {
    end_path();
    if (stroke_ && *stroke_ == stroke) return;
    stroke_ = stroke;
    text_.add("{} RG\n", colour(stroke));
  }
  void lines(const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      text_.add("{} {} {} ", number(points[i].x), number(points[i].y), i == 0 ? 'm' : 'l');
    }
  }

  TextSink& text_;
  std::optional<Colour> fill_;
  std::optional<Colour> stroke_;
  bool in_path_ = false;  ///< of rectangles
};

/// What a PDF needs of a PNG file.
struct PngParts {
  int bits = 0;  ///< of a channel, or of a colour's number
  std::string palette;
  std::string data;
};

/// Precondition: as write_png() writes it, not interlaced.
PngParts take_apart(std::string_view png) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(png[at]));
  };
  PngParts parts;
  // Behind the signature come chunks: length, name, contents, check sum.
  for (std::size_t at = 8; at + 8 <= png.size();) {
    const std::size_t length =
        byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
    const std::string_view name = png.substr(at + 4, 4);
    const std::string_view contents = png.substr(at + 8, length);
    if (name == "IHDR") parts.bits = contents[8];
    if (name == "PLTE") parts.palette = contents;
    if (name == "IDAT") parts.data += contents;
    at += 12 + length;
  }
  return parts;
}

}  // namespace

void write_pdf(const Scene& scene, const Sink& sink) {
  Document document(sink);
  TextSink& text = document.text();
  const std::size_t font = document.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const std::size_t contents = document.begin();
  text.add("<< /Length {} 0 R >>\nstream\n", contents + 1);
  const std::uint64_t start = text.position();
  // From points up to pixels down; ends and corners of lines are round.
  text.add("{0} 0 0 -{0} 0 {1} cm 1 J 1 j\n", kScale, number(kScale * scene.height));
  Writer writer(text);
  for (const Shape& shape : scene.shapes) std::visit(writer, shape);
  writer.end_path();
  const std::uint64_t length = text.position() - start;
  text.add("endstream\n");
  document.end();
  document.add(fmt::to_string(length));
  document.finish(scene.width, scene.height, fmt::format("/Font << /F {} 0 R >>", font), contents,
                  scene.title);
}

void write_pdf(const Raster& raster, const std::string& title, const Sink& sink) {
  std::string png;
  write_png(raster, [&](std::string_view bytes) { png += bytes; });
  const PngParts image = take_apart(png);
  Document document(sink);
  TextSink& text = document.text();
  std::string colours = "/DeviceRGB";
  if (!image.palette.empty()) {
    colours = fmt::format("[/Indexed /DeviceRGB {} <", image.palette.size() / 3 - 1);
    for (const char part : image.palette) {
      colours += fmt::format("{:02x}", static_cast<unsigned char>(part));
    }
    colours += ">]";
  }
  const std::size_t picture = document.begin();
  text.add(
      "<< /Type /XObject /Subtype /Image /Width {0} /Height {1} /ColorSpace {2} "
      "/BitsPerComponent {3} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors {4} "
      "/BitsPerComponent {3} /Columns {0} >> /Length {5} >>\nstream\n{6}\nendstream\n",
      raster.width, raster.height, colours, image.bits, image.palette.empty() ? 3 : 1,
      image.data.size(), image.data);
  document.end();
  const std::string drawing = fmt::format("{} 0 0 {} 0 0 cm /I Do\n", number(kScale * raster.width),
                                          number(kScale * raster.height));
  const std::size_t contents =
      document.add(fmt::format("<< /Length {} >>\nstream\n{}endstream", drawing.size(), drawing));
  document.finish(raster.width, raster.height, fmt::format("/XObject << /I {} 0 R >>", picture),
                  contents, title);
}

}  // namespace nqueens::render
