// Writes pictures as PNG files by libpng, some rows at a time.
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <exception>
#include <map>
#include <new>
#include <vector>

#include "draw/scene.hpp"
#include "nqueens/error.hpp"

namespace nqueens::drawing {

namespace {

constexpr std::size_t kMaxColours = 256;

std::uint32_t key(const Colour& colour) {
  return static_cast<std::uint32_t>(colour.red) << 16 |
         static_cast<std::uint32_t>(colour.green) << 8 | colour.blue;
}

class Rows {
 public:
  explicit Rows(const Raster& raster) : raster_(raster) {
    constexpr int kPixels = 1 << 22;
    rows_at_once_ = std::clamp(kPixels / std::max(raster.width, 1), 1, std::max(raster.height, 1));
  }

  const Colour* row(int y) {
    if (y < top_ || y >= top_ + rows_.height()) {
      top_ = y;
      rows_ = Image(0, 0);  // free them before the next ones are made
      rows_ = Image(raster_.width, std::min(rows_at_once_, raster_.height - y));
      raster_.paint(y, rows_);
    }
    return &rows_.at(0, y - top_);
  }

 private:
  const Raster& raster_;
  int rows_at_once_ = 1;
  int top_ = 0;
  Image rows_{0, 0};
};

/// Numbers colours in order of appearance; returns none if there are more than kMaxColours.
std::map<std::uint32_t, std::uint8_t> find_palette(const Raster& raster, Rows& rows) {
  std::map<std::uint32_t, std::uint8_t> numbers;
  std::uint32_t last = ~std::uint32_t{0};  // no colour
  for (int y = 0; y < raster.height; ++y) {
    const Colour* const row = rows.row(y);
    for (int x = 0; x < raster.width; ++x) {
      const std::uint32_t colour = key(row[x]);
      if (colour == last) continue;  // nearly always
      last = colour;
      if (numbers.contains(colour)) continue;
      if (numbers.size() == kMaxColours) return {};
      numbers.emplace(colour, static_cast<std::uint8_t>(numbers.size()));
    }
  }
  return numbers;
}

/// libpng leaves its functions by longjmp() when one fails, so all it needs lives in this object,
/// and no function that calls libpng has anything to destroy.
class PngWriter {
 public:
  PngWriter(const Raster& raster, const Sink& sink)
      : raster_(raster), sink_(sink), rows_(raster), palette_(find_palette(raster, rows_)) {
    if (!palette_.empty()) numbers_.resize(static_cast<std::size_t>(raster.width));
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, on_error, nullptr);
    if (png_ == nullptr) throw std::bad_alloc();
    info_ = png_create_info_struct(png_);
  }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
  ~PngWriter() { png_destroy_write_struct(&png_, &info_); }

  void write() {
    if (info_ == nullptr) throw std::bad_alloc();
    if (write_until_error()) return;
    if (thrown_) std::rethrow_exception(thrown_);
    throw Error("cannot make a PNG picture; take another size or format");
  }

 private:
  bool write_until_error() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_write_fn(png_, this, on_bytes, nullptr);
    write_header();
    for (int y = 0; y < raster_.height; ++y) {
      png_write_row(png_, make_row(y));
    }
    png_write_end(png_, info_);
    return true;
  }

  void write_header() {
    const std::size_t colours = palette_.size();
    const int bits = colours == 0 || colours > 16 ? 8 : colours > 4 ? 4 : colours > 2 ? 2 : 1;
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(raster_.width),
                 static_cast<png_uint_32>(raster_.height), bits,
                 colours == 0 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (colours > 0) {
      png_color table[kMaxColours];
      for (const auto& [colour, number] : palette_) {
        table[number] = {static_cast<png_byte>(colour >> 16), static_cast<png_byte>(colour >> 8),
                         static_cast<png_byte>(colour)};
      }
      png_set_PLTE(png_, info_, table, static_cast<int>(colours));
    }
    png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png_, info_);
    png_set_packing(png_);  // pixels come one byte each; the file may use fewer bits
  }

  png_const_bytep make_row(int y) {
    static_assert(sizeof(Colour) == 3);
    const Colour* const row = rows_.row(y);
    if (palette_.empty()) return reinterpret_cast<png_const_bytep>(row);
    for (int x = 0; x < raster_.width; ++x) {
      numbers_[static_cast<std::size_t>(x)] = x > 0 && row[x] == row[x - 1]
                                                  ? numbers_[static_cast<std::size_t>(x) - 1]
                                                  : palette_.at(key(row[x]));
    }
    return numbers_.data();
  }

  static void on_bytes(png_structp png, png_bytep bytes, std::size_t size) {
    PngWriter& self = *static_cast<PngWriter*>(png_get_io_ptr(png));
    try {
      self.sink_({reinterpret_cast<const char*>(bytes), size});
    } catch (...) {
      self.thrown_ = std::current_exception();
    }
    if (self.thrown_) png_error(png, "");
  }

  [[noreturn]] static void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }

  const Raster& raster_;
  const Sink& sink_;
  Rows rows_;
  const std::map<std::uint32_t, std::uint8_t> palette_;
  std::vector<std::uint8_t> numbers_;  ///< of colours, one row
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::exception_ptr thrown_;
};

}  // namespace

void write_png(const Raster& raster, const Sink& sink) {
  PngWriter(raster, sink).write();
}

}  // namespace nqueens::drawing
