// Images as PNG files, by libpng.
#include <png.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "nqueens/error.hpp"
#include "render/formats.hpp"

namespace nqueens::render {

namespace {

std::uint32_t key(const Colour& colour) {
  return static_cast<std::uint32_t>(colour.red) << 16 |
         static_cast<std::uint32_t>(colour.green) << 8 | colour.blue;
}

/// The colours of an image in the order in which they appear, and which of them each pixel has.
struct Palette {
  std::vector<std::uint32_t> colours;
  std::vector<std::uint8_t> pixels;
};

/// nullopt for more than 256 colours.
std::optional<Palette> find_palette(const Image& image) {
  Palette palette;
  palette.pixels.reserve(image.pixels().size());
  std::map<std::uint32_t, std::uint8_t> numbers;
  std::uint32_t last = ~std::uint32_t{0};  // no colour
  for (const Colour& pixel : image.pixels()) {
    const std::uint32_t colour = key(pixel);
    if (colour == last) {  // nearly always
      palette.pixels.push_back(palette.pixels.back());
      continue;
    }
    last = colour;
    const auto number = static_cast<std::uint8_t>(palette.colours.size());
    const auto [found, is_new] = numbers.emplace(colour, number);
    if (is_new) {
      if (palette.colours.size() == 256) return std::nullopt;
      palette.colours.push_back(colour);
    }
    palette.pixels.push_back(found->second);
  }
  return palette;
}

}  // namespace

std::string to_png(const Image& image) {
  static_assert(sizeof(Colour) == 3);
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = static_cast<png_uint_32>(image.width());
  description.height = static_cast<png_uint_32>(image.height());
  description.format = PNG_FORMAT_RGB;
  const void* pixels = image.pixels().data();
  std::vector<std::uint8_t> colours;
  const std::optional<Palette> palette = find_palette(image);
  if (palette) {
    description.format = PNG_FORMAT_RGB_COLORMAP;
    description.colormap_entries = static_cast<png_uint_32>(palette->colours.size());
    for (const std::uint32_t colour : palette->colours) {
      for (const unsigned shift : {16u, 8u, 0u}) {
        colours.push_back(static_cast<std::uint8_t>(colour >> shift));
      }
    }
    pixels = palette->pixels.data();
  }
  const void* const colour_map = palette ? colours.data() : nullptr;
  png_alloc_size_t bytes = 0;
  std::string result;
  // The first call only sets `bytes`.
  if (png_image_write_to_memory(&description, nullptr, &bytes, 0, pixels, 0, colour_map) != 0) {
    result.resize(bytes);
    if (png_image_write_to_memory(&description, result.data(), &bytes, 0, pixels, 0, colour_map) !=
        0) {
      result.resize(bytes);
      return result;
    }
  }
  throw Error(std::string("cannot make a PNG picture: ") + description.message +
              "; take another size or format");
}

}  // namespace nqueens::render
