// A scene as pixels, edges smoothed. Knows no board.
#pragma once

#include "render/image.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

/// On a white ground. Each pixel has kSamples x kSamples sample points; a shape covers it by the
/// part of them that it holds.
Image rasterise(const Scene& scene);

inline constexpr int kSamples = 4;

}  // namespace nqueens::render
