// Cuts an input into blocks.
#include "placements/block_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

BlockReader::BlockReader(const PlacementInput& input, std::size_t block_bytes)
    : input_(input),
      block_bytes_(input.is_binary() ? block_bytes / sizeof(Column) * sizeof(Column) : block_bytes),
      carried_(input.head()) {}

bool BlockReader::next(Block& block) {
  if (!block.buffer) block.buffer = std::make_unique_for_overwrite<char[]>(block_bytes_);
  block.index = blocks_++;
  block.offset = offset_;
  block.in_comment = in_comment_;
  const bool found = input_.is_binary() ? next_columns(block) : next_text(block);
  offset_ += block.size;
  return found;
}

bool BlockReader::next_text(Block& block) {
  block.size = 0;
  if (at_end_) return false;
  // What is carried over is the head (16 bytes) or part of a number, never more than a block.
  std::copy(carried_.begin(), carried_.end(), block.buffer.get());
  const std::size_t size = carried_.size() + base::read_some(input_.descriptor(), input_.name(),
                                                             block.buffer.get() + carried_.size(),
                                                             block_bytes_ - carried_.size());
  at_end_ = size < block_bytes_;
  block.size = at_end_ ? size : cut_block({block.buffer.get(), size});
  carried_.assign(block.buffer.get() + block.size, size - block.size);
  in_comment_ = ends_in_comment(block.bytes(), in_comment_);
  return block.size > 0;
}

bool BlockReader::next_columns(Block& block) {
  const std::uint64_t total = input_.header_size() * sizeof(Column);
  const std::uint64_t wanted = std::min<std::uint64_t>(block_bytes_, total - offset_);
  block.size = base::read_some(input_.descriptor(), input_.name(), block.buffer.get(),
                               static_cast<std::size_t>(wanted));
  const auto fail = [&](std::string_view few_or_many, std::string_view more, std::uint64_t bytes) {
    throw InvalidPlacement(fmt::format(
        "too {} entries in a binary placement: {}{} bytes in {}; {} queens take {} bytes",
        few_or_many, more, kHeaderBytes + bytes, input_.name(), input_.header_size(),
        kHeaderBytes + total));
  };
  if (block.size < wanted) fail("few", "", offset_ + block.size);
  char extra;
  if (wanted == 0 && base::read_some(input_.descriptor(), input_.name(), &extra, 1) > 0) {
    fail("many", "more than ", total);
  }
  return block.size > 0;
}

}  // namespace nqueens::placements
