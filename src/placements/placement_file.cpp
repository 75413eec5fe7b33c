// Placements in files: formats, reading into memory, writing block by block.
#include "nqueens/placement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"
#include "placements/column_stream.hpp"
#include "placements/npy.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_parser.hpp"
#include "placements/placement_text.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

constexpr base::Word<PlacementFormat> kFormats[] = {{PlacementFormat::columns, "columns"},
                                                    {PlacementFormat::npy, "npy"},
                                                    {PlacementFormat::board, "board"}};

constexpr std::size_t kOutputBytes = 1 << 20;

/// A buffer that is written out whenever it could not take what comes next.
class BlockWriter {
 public:
  BlockWriter(int descriptor, const std::string& name)
      : descriptor_(descriptor),
        name_(name),
        buffer_(std::make_unique_for_overwrite<char[]>(kOutputBytes)) {}

  /// Where the next `bytes` (at most kOutputBytes) may be put; advance() says how many were.
  char* reserve(std::size_t bytes) {
    if (used_ + bytes > kOutputBytes) flush();
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
  constexpr std::size_t kColumnsPerBlock = 1 << 16;
  std::string text;
  for (std::size_t done = 0; done < columns.size(); done += kColumnsPerBlock) {
    text.clear();
    placements::append_columns(
        columns.subspan(done, std::min(kColumnsPerBlock, columns.size() - done)), done == 0, text);
    out.write_through(text);
  }
  out.write_through("\n");
}

void write_array(BlockWriter& out, std::span<const Column> columns) {
  const int bytes = placements::column_bytes(columns.size());
  out.write_through(placements::array_header(bytes, std::nullopt, columns.size()));
  if (bytes == sizeof(Column)) {
    out.write_through({reinterpret_cast<const char*>(columns.data()), columns.size_bytes()});
    return;
  }
  for (const std::uint64_t column : columns) {
    std::memcpy(out.reserve(sizeof column), &column, sizeof column);
    out.advance(sizeof column);
  }
}

void write_board(BlockWriter& out, std::span<const Column> columns, std::size_t width) {
  for (const Column column : columns) {
    char* const line = out.reserve(width + 1);
    std::fill_n(line, width, '.');
    line[column] = 'Q';
    line[width] = '\n';
    out.advance(width + 1);
  }
}

/// Throws when the placement cannot be drawn.
void check_drawing(std::span<const Column> columns, std::uint64_t width) {
  if (std::max<std::uint64_t>(columns.size(), width) > kMaxBoardDrawing) {
    throw InvalidArgument(
        fmt::format("too many queens for a drawing: {}; the format board takes at most {}, columns "
                    "and npy take any number",
                    columns.size(), kMaxBoardDrawing));
  }
  require_columns_on_board(columns, width);
}

}  // namespace

std::string_view to_string(PlacementFormat format) {
  return base::word_of(kFormats, format);
}

PlacementFormat parse_placement_format(std::string_view text) {
  return base::parse_word(kFormats, text, "placement format");
}

Placement read_placement_file(const std::filesystem::path& path, std::uint64_t* width) {
  const base::FileDescriptor file = base::open_for_reading(path.string());
  return read_placement_stream(file.get(), path.string(), width);
}

Placement read_placement_stream(int descriptor, const std::string& name, std::uint64_t* width) {
  placements::PlacementInput input(descriptor, name);
  return placements::read_placement(input, width);
}

Placement placements::read_placement(PlacementInput& input, std::uint64_t* width) {
  const std::string& name = input.name();
  if (is_drawing(input.head())) {
    DrawnPlacement drawn = read_drawn_placement(input);
    if (width != nullptr) *width = drawn.width;
    return std::move(drawn.columns);
  }
  Placement placement;
  if (input.is_rewindable()) {
    // The size of an array; for a text the size of a solution that fills the file, which a
    // text without comments and double separators is.
    const std::uint64_t bound = std::min(input.size_bound(), kMaxPlacementSize);
    const std::uint64_t bytes = bound * sizeof(Column);
    run::require_memory(bytes, fmt::format("reading the placement {}", name),
                        "free memory, or verify the file, which does not hold it in memory");
    placement.reserve(bound);
  }
  placements::ColumnStream stream(input, placements::kBlockBytes, {});
  stream.drain([&](std::uint64_t, std::span<const std::uint64_t> columns) {
    placements::append(columns, name, placement);
    return true;
  });
  stream.finish();
  if (width != nullptr) *width = 0;
  return placement;
}

Placement parse_placement(std::string_view text) {
  text = placements::without_byte_order_mark(text);
  std::vector<std::uint64_t> columns(placements::max_entries(text.size()));
  const auto parsed = placements::parse_block(text, false, columns.data());
  placements::TextProgress progress("the text");
  progress.append(parsed, 0);
  progress.finish();
  Placement placement;
  placements::append(std::span(columns).first(parsed.entries), "the text", placement);
  return placement;
}

void write_placement(int descriptor, const std::string& name, std::span<const Column> columns,
                     PlacementFormat format, std::uint64_t width) {
  if (width == 0) width = columns.size();
  if (format == PlacementFormat::board) check_drawing(columns, width);
  BlockWriter out(descriptor, name);
  switch (format) {
    case PlacementFormat::columns:
      write_columns(out, columns);
      break;
    case PlacementFormat::npy:
      write_array(out, columns);
      break;
    case PlacementFormat::board:
      write_board(out, columns, width);
      break;
  }
  out.flush();
}

void write_placement_file(const std::filesystem::path& path, std::span<const Column> columns,
                          PlacementFormat format, std::uint64_t width) {
  if (width == 0) width = columns.size();
  if (format == PlacementFormat::board) check_drawing(columns, width);
  base::OutputFile file(path);
  write_placement(file.descriptor(), file.name(), columns, format, width);
  file.commit();
}

}  // namespace nqueens
