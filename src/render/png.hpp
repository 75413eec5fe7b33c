// An image as a PNG file in memory, by libpng: nobody else includes it.
#pragma once

#include <string>

#include "render/image.hpp"

namespace nqueens::render {

/// 8 bits a channel, no alpha; a palette where 256 colours are enough, which makes boards a third
/// as long. Throws std::bad_alloc and Error.
std::string to_png(const Image& image);

}  // namespace nqueens::render
