// Writing placements: formats a block of about a megabyte, writes it, and uses it again.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/little_endian.hpp"
#include "placements/output_file.hpp"
#include "placements/placement_input.hpp"

namespace nqueens {

namespace {

constexpr std::size_t kBlockBytes = 1 << 20;

/// A buffer that is written out whenever it could not take what comes next.
class BlockWriter {
 public:
  BlockWriter(int descriptor, const std::string& name)
      : descriptor_(descriptor),
        name_(name),
        buffer_(std::make_unique_for_overwrite<char[]>(kBlockBytes)) {}

  /// Where the next `bytes` (at most kBlockBytes) may be put; advance() says how many were.
  char* reserve(std::size_t bytes) {
    if (used_ + bytes > kBlockBytes) flush();
    return buffer_.get() + used_;
  }
  void advance(std::size_t bytes) { used_ += bytes; }

  void flush() {
    base::write_all(descriptor_, name_, {buffer_.get(), used_});
    used_ = 0;
  }

  /// What is in memory as it is to be written needs no buffer.
  void write_through(std::string_view bytes) {
    flush();
    base::write_all(descriptor_, name_, bytes);
  }

 private:
  int descriptor_;
  const std::string& name_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
};

void write_columns(BlockWriter& out, std::span<const Column> columns) {
  constexpr std::size_t kLongest = 11;  // ten digits and a separator
  char separator = '\0';
  for (const Column column : columns) {
    char* const start = out.reserve(kLongest);
    char* end = start;
    if (separator != '\0') *end++ = separator;
    const fmt::format_int digits(column);
    end = std::copy_n(digits.data(), digits.size(), end);
    out.advance(static_cast<std::size_t>(end - start));
    separator = ' ';
  }
  *out.reserve(1) = '\n';
  out.advance(1);
}

void write_binary(BlockWriter& out, std::span<const Column> columns) {
  char* const header = out.reserve(placements::kHeaderBytes);
  std::copy(placements::kMagic.begin(), placements::kMagic.end(), header);
  placements::store_u64(header + placements::kMagic.size(), columns.size());
  out.advance(placements::kHeaderBytes);
  if constexpr (std::endian::native == std::endian::little) {
    out.write_through({reinterpret_cast<const char*>(columns.data()), columns.size_bytes()});
    return;
  }
  constexpr std::size_t kColumnsPerBlock = kBlockBytes / sizeof(Column);
  while (!columns.empty()) {
    const auto part = columns.first(std::min(columns.size(), kColumnsPerBlock));
    char* const bytes = out.reserve(part.size_bytes());
    for (std::size_t i = 0; i < part.size(); ++i) {
      placements::store_u32(bytes + i * sizeof(Column), part[i]);
    }
    out.advance(part.size_bytes());
    columns = columns.subspan(part.size());
  }
}

void write_board(BlockWriter& out, std::span<const Column> columns) {
  const std::size_t width = columns.size();
  for (const Column column : columns) {
    char* const line = out.reserve(width + 1);
    std::fill_n(line, width, '.');
    line[column] = 'Q';
    line[width] = '\n';
    out.advance(width + 1);
  }
}

/// Throws when the placement cannot be drawn.
void check_drawing(std::span<const Column> columns) {
  if (columns.size() > kMaxBoardDrawing) {
    throw InvalidArgument(
        fmt::format("too many queens for a drawing: {}; the format board takes at most {}, columns "
                    "and binary take any number",
                    columns.size(), kMaxBoardDrawing));
  }
  for (std::size_t row = 0; row < columns.size(); ++row) {
    if (columns[row] >= columns.size()) {
      throw InvalidPlacement(fmt::format(
          "column out of range: {} in row {}; a placement of {} queens has columns 0 to {}",
          columns[row], row, columns.size(), columns.size() - 1));
    }
  }
}

}  // namespace

void write_placement(int descriptor, const std::string& name, std::span<const Column> columns,
                     PlacementFormat format) {
  if (format == PlacementFormat::board) check_drawing(columns);
  BlockWriter out(descriptor, name);
  switch (format) {
    case PlacementFormat::columns:
      write_columns(out, columns);
      break;
    case PlacementFormat::binary:
      write_binary(out, columns);
      break;
    case PlacementFormat::board:
      write_board(out, columns);
      break;
  }
  out.flush();
}

void write_placement_file(const std::filesystem::path& path, std::span<const Column> columns,
                          PlacementFormat format) {
  if (format == PlacementFormat::board) check_drawing(columns);
  placements::OutputFile file(path);
  write_placement(file.descriptor(), file.name(), columns, format);
  file.commit();
}

}  // namespace nqueens
