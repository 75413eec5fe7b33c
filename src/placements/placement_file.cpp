#include "nqueens/placement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "domain/text.hpp"
#include "placements/board_file.hpp"
#include "placements/npy.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_parser.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

constexpr base::Word<PlacementFormat> kFormats[] = {{PlacementFormat::columns, "columns"},
                                                    {PlacementFormat::npy, "npy"},
                                                    {PlacementFormat::board, "board"}};

void write_columns(int descriptor, const std::string& name, std::span<const Column> columns) {
  constexpr std::size_t kColumnsPerBlock = 1 << 16;
  std::string text;
  for (std::size_t done = 0; done < columns.size(); done += kColumnsPerBlock) {
    text.clear();
    placements::append_columns(
        columns.subspan(done, std::min(kColumnsPerBlock, columns.size() - done)), done == 0, text);
    base::write_all(descriptor, name, text);
  }
  base::write_all(descriptor, name, "\n");
}

void write_array(int descriptor, const std::string& name, std::span<const Column> columns) {
  const int bytes = placements::column_bytes(columns.size());
  base::write_all(descriptor, name, placements::array_header(bytes, std::nullopt, columns.size()));
  const auto write = [&](const auto& numbers) {
    base::write_all(
        descriptor, name,
        {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0])});
  };
  if (bytes == sizeof(Column)) return write(columns);
  constexpr std::size_t kColumnsPerBlock = 1 << 16;
  std::vector<std::uint64_t> wide;
  for (std::size_t done = 0; done < columns.size(); done += wide.size()) {
    const auto some = columns.subspan(done, std::min(kColumnsPerBlock, columns.size() - done));
    wide.assign(some.begin(), some.end());
    write(wide);
  }
}

void write_board(int descriptor, const std::string& name, std::span<const Column> columns,
                 std::size_t width) {
  constexpr std::size_t kBlockBytes = 1 << 20;
  std::string text;
  for (const Column& column : columns) {
    text.append(width, '.').append("\n");
    text[text.size() - 1 - width + column] = 'Q';
    if (text.size() < kBlockBytes && &column != &columns.back()) continue;
    base::write_all(descriptor, name, text);
    text.clear();
  }
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

Placement placements::read_placement(PlacementInput& input, std::uint64_t* width,
                                     std::stop_token stop, std::uint64_t rows) {
  const std::string& name = input.name();
  if (is_drawing(input.head())) {
    ListedPlacement drawn = read_drawn_placement(input);
    if (width != nullptr) *width = drawn.width;
    return std::move(drawn.columns);
  }
  Placement placement;
  if (input.is_rewindable()) {
    // It is exact for an array, and for a text without comments and with single separators.
    const std::uint64_t bound = std::min(input.size_bound(), kMaxPlacementSize);
    const std::uint64_t bytes = bound * sizeof(Column);
    run::require_memory(bytes, fmt::format("reading the placement {}", name),
                        "free memory, or verify the file, which does not hold it in memory");
    placement.reserve(bound);
  }
  // The first k columns of a solution differ, so one of them is k - 1 or more. A text in a pipe may
  // have no end; but one that is not much too long gets a verdict.
  constexpr std::uint64_t kAllowance = std::uint64_t{1} << 20;
  std::uint64_t largest = 0;
  if (input.is_rewindable() || input.array()) rows = largest = kMaxPlacementSize;
  placements::ColumnStream stream(input, placements::kBlockBytes, std::move(stop));
  stream.drain([&](std::uint64_t, std::span<const std::uint64_t> columns) {
    placements::append(columns, name, placement);
    largest = std::max(largest, *std::max_element(columns.begin(), columns.end()));
    if (placement.size() <= kAllowance + std::min(rows, 2 * largest)) return true;
    throw InvalidPlacement(fmt::format("too many numbers in {}: no solution begins with these {}",
                                       name, placement.size()));
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
  if (format == PlacementFormat::columns) return write_columns(descriptor, name, columns);
  if (format == PlacementFormat::npy) return write_array(descriptor, name, columns);
  require_drawable(columns.size(), width);
  require_columns_on_board(columns, width);
  write_board(descriptor, name, columns, width);
}

void write_placement_file(const std::filesystem::path& path, std::span<const Column> columns,
                          PlacementFormat format, std::uint64_t width) {
  base::OutputFile file(path);
  write_placement(file.descriptor(), file.name(), columns, format, width);
  file.commit();
}

}  // namespace nqueens
