// Pixels in memory.
#pragma once

#include <cstddef>
#include <vector>

#include "render/scene.hpp"

namespace nqueens::render {

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
  /// One row of pixels, three bytes each.
  const Colour* row(int y) const { return &pixels_[index(0, y)]; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Colour> pixels_;
};

}  // namespace nqueens::render
