// Scenes and pixels as files: SVG, and PNG by way of pixels.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "render/scene.hpp"

namespace nqueens::render {

/// Pixels in memory.
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

/// The scene on white, with smooth edges.
Image rasterise(const Scene& scene);

/// A PNG file: 8 bits a channel, no alpha; a palette where 256 colours are enough, which makes
/// boards a third as long. Throws std::bad_alloc and Error.
std::string to_png(const Image& image);

/// Self-contained SVG 1.1 that scales; rectangles of one colour are one path.
std::string to_svg(const Scene& scene);
/// The image embedded in SVG, its pixels not smoothed when it is scaled up.
std::string to_svg(const Image& image, const std::string& title);

}  // namespace nqueens::render
