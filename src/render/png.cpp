#include "render/png.hpp"

#include <png.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "nqueens/error.hpp"

namespace nqueens::render {

namespace {

std::uint32_t key(const Colour& colour) {
  return static_cast<std::uint32_t>(colour.red) << 16 |
         static_cast<std::uint32_t>(colour.green) << 8 | colour.blue;
}

/// Colours and their numbers; empty when there are more than 256.
std::map<std::uint32_t, std::uint8_t> palette_of(const Image& image) {
  std::map<std::uint32_t, std::uint8_t> numbers;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const auto number = static_cast<std::uint8_t>(numbers.size());
      if (numbers.emplace(key(image.at(x, y)), number).second && numbers.size() > 256) return {};
    }
  }
  return numbers;
}

}  // namespace

std::string to_png(const Image& image) {
  static_assert(sizeof(Colour) == 3);
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = static_cast<png_uint_32>(image.width());
  description.height = static_cast<png_uint_32>(image.height());
  const auto numbers = palette_of(image);
  std::vector<std::uint8_t> indices;
  std::vector<std::uint8_t> colours(3 * numbers.size());
  const void* pixels = image.row(0);
  if (numbers.empty()) {
    description.format = PNG_FORMAT_RGB;
  } else {
    description.format = PNG_FORMAT_RGB_COLORMAP;
    description.colormap_entries = static_cast<png_uint_32>(numbers.size());
    for (const auto& [colour, number] : numbers) {
      for (unsigned i = 0; i < 3; ++i) {
        colours[3u * number + i] = static_cast<std::uint8_t>(colour >> (16 - 8 * i));
      }
    }
    indices.reserve(static_cast<std::size_t>(image.width()) *
                    static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) indices.push_back(numbers.at(key(image.at(x, y))));
    }
    pixels = indices.data();
  }
  const void* const colour_map = numbers.empty() ? nullptr : colours.data();
  png_alloc_size_t bytes = 0;
  std::string result;
  // The first call says how many bytes it will be.
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
