// Reading whole placements into memory, and the names of the formats.
#include "nqueens/placement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "placements/column_stream.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_parser.hpp"
#include "run/memory.hpp"

namespace nqueens {

namespace {

constexpr std::array kFormats = {PlacementFormat::columns, PlacementFormat::binary,
                                 PlacementFormat::board};

}  // namespace

std::string_view to_string(PlacementFormat format) {
  switch (format) {
    case PlacementFormat::columns:
      return "columns";
    case PlacementFormat::binary:
      return "binary";
    case PlacementFormat::board:
      return "board";
  }
  return "columns";
}

PlacementFormat parse_placement_format(std::string_view text) {
  for (const PlacementFormat format : kFormats) {
    if (text == to_string(format)) return format;
  }
  throw InvalidArgument(
      fmt::format("unknown placement format: '{}'; use columns, binary or board", text));
}

Placement read_placement_file(const std::filesystem::path& path) {
  const base::FileDescriptor file = base::open_for_reading(path.string());
  return read_placement_stream(file.get(), path.string());
}

Placement read_placement_stream(int descriptor, const std::string& name) {
  const placements::PlacementInput input(descriptor, name);
  Placement placement;
  if (input.is_rewindable()) {
    // The size of a binary file; for a text the size of a solution that fills the file, which a
    // text without comments and double separators is.
    const std::uint64_t bytes = input.size_bound() * sizeof(Column);
    run::require_memory(bytes, fmt::format("reading the placement {}", name),
                        "free memory, or verify the file, which does not hold it in memory");
    placement.reserve(input.size_bound());
  }
  placements::ColumnStream stream(input, placements::kBlockBytes, {});
  stream.drain([&](std::uint64_t, std::span<const Column> columns) {
    placement.insert(placement.end(), columns.begin(), columns.end());
    return true;
  });
  stream.finish();
  return placement;
}

Placement parse_placement(std::string_view text) {
  using placements::kBlockBytes;
  Placement placement;
  const auto columns = std::make_unique_for_overwrite<Column[]>(
      placements::max_entries(std::min(text.size(), kBlockBytes)));
  placements::TextProgress progress("the text");
  std::uint64_t offset = 0;
  bool in_comment = false;
  while (!text.empty()) {
    std::string_view block = text.substr(0, kBlockBytes);
    if (block.size() < text.size()) block = block.substr(0, placements::cut_block(block));
    const auto parsed = placements::parse_block(block, in_comment, columns.get());
    progress.append(parsed, offset);
    placement.insert(placement.end(), columns.get(), columns.get() + parsed.entries);
    in_comment = placements::ends_in_comment(block, in_comment);
    offset += block.size();
    text.remove_prefix(block.size());
  }
  progress.finish();
  return placement;
}

}  // namespace nqueens
