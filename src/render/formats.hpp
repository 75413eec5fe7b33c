// Scenes and pixels as files: SVG, PDF, LaTeX, and PNG by way of pixels. All are handed on piece by
// piece, so that a picture of any size takes little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "render/scene.hpp"

namespace nqueens::render {

/// Pixels in memory: a small picture, or some rows of a large one.
class Image {
 public:
  Image(int width, int height, Colour fill = {255, 255, 255})
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

  int width() const { return width_; }
  int height() const { return height_; }
  Colour& at(int x, int y) { return pixels_[index(x, y)]; }
  const Colour& at(int x, int y) const { return pixels_[index(x, y)]; }
  /// Row by row, three bytes each.
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

/// A picture whose rows of pixels are made when they are asked for, as often as they are.
struct Raster {
  int width = 0;
  int height = 0;
  /// Fills a white image of that width with the rows from `top` on.
  std::function<void(int top, Image& rows)> paint;
};

/// Takes the next bytes of a file.
using Sink = std::function<void(std::string_view bytes)>;

/// The scene, which must outlive the result, on white, with smooth edges.
Raster rasterise(const Scene& scene);

/// Writes a PNG file: 8 bits a channel, no alpha; a palette where 256 colours are enough, which
/// makes boards a third as long. The rows of a large picture are painted twice. Takes 13 MB of
/// memory at most. Throws Error, std::bad_alloc, and what the sink throws.
void write_png(const Raster& raster, const Sink& sink);

/// Writes self-contained SVG 1.1 that scales; rectangles of one colour are one path.
void write_svg(const Scene& scene, const Sink& sink);
/// The picture embedded as PNG in SVG, its pixels not smoothed when it is scaled up.
void write_svg(const Raster& raster, const std::string& title, const Sink& sink);

/// Writes a PDF file of one page, a pixel being 1/96 inch: vectors, and the standard font
/// Helvetica.
void write_pdf(const Scene& scene, const Sink& sink);
/// The picture as an image that fills the page; holds the compressed image in memory.
void write_pdf(const Raster& raster, const std::string& title, const Sink& sink);

/// Writes a TikZ picture, a pixel being 1/96 inch. The file can be compiled by itself, with the
/// class standalone, and \input in a document that loads TikZ; colours have names to be changed.
/// Throws InvalidArgument above kMaxLatexParts shapes, each dark square being one and a queen
/// eight.
inline constexpr std::uint64_t kMaxLatexParts = 20'000;
void write_latex(const Scene& scene, const Sink& sink);

}  // namespace nqueens::render
