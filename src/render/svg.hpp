// A scene, or an image, as an SVG document. Knows no board.
#pragma once

#include <string>

#include "render/image.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

/// Self-contained SVG 1.1 with a view box, so that it scales; rectangles of one colour are one
/// path.
std::string to_svg(const Scene& scene);

/// The image embedded as it is, pixels not smoothed when it is scaled up.
std::string to_svg(const Image& image, const std::string& title);

}  // namespace nqueens::render
