// One worker at a time takes the next raw block; workers decode side by side, and then pass in the
// order of the blocks through TextProgress, which tells the row of a block's first queen. A worker
// waits only for a block that another thread has taken, so workers that run one after the other
// never wait.
#include "placements/column_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "nqueens/error.hpp"

namespace nqueens::placements {

ColumnStream::ColumnStream(PlacementInput& input, std::size_t block_bytes, std::stop_token stop)
    : input_(input),
      block_bytes_(block_bytes / 8 * 8),  // whole numbers of an array
      stop_(std::move(stop)),
      progress_(input.name(), input.base()) {
  if (!input.array() || input.array()->placements == 1) return;
  throw InvalidPlacement(
      fmt::format("{} placements in one array, where one is expected: {}; take one row of it",
                  input.array()->placements, input.name()));
}

void ColumnStream::drain(const ColumnSink& sink) try {
  const std::optional<ArrayHeader>& array = input_.array();
  const auto columns = std::make_unique_for_overwrite<std::uint64_t[]>(
      std::max(max_entries(block_bytes_),
               array ? block_bytes_ / static_cast<std::size_t>(array->type.bytes) : 0));
  Block block;
  std::exception_ptr failure;
  while (take(block, failure)) {
    ParsedBlock parsed;
    if (!failure && array) {
      parsed.entries = block.size / static_cast<std::size_t>(array->type.bytes);
      unpack(block.buffer.get(), array->type, {columns.get(), parsed.entries});
    } else if (!failure) {
      parsed = parse_block(block.bytes(), block.in_comment, columns.get());
    }
    if (array || input_.base() != 0) {  // the parser has looked at every number of a text
      count_from_zero(input_.base(), array && array->type.is_signed, columns.get(), parsed);
    }
    std::uint64_t first_row = 0;
    {
      std::unique_lock lock(ordering_);
      turn_changed_.wait(lock, [&] { return turn_ == block.index || abandoned_; });
      if (abandoned_) return;
      if (failure) std::rethrow_exception(failure);
      first_row = progress_.append(parsed, block.offset);
      ++turn_;
    }
    turn_changed_.notify_all();
    if (parsed.entries > 0 && !sink(first_row, {columns.get(), parsed.entries})) abandon();
  }
} catch (...) {
  abandon();
  throw;
}

std::uint64_t ColumnStream::finish() const {
  return progress_.finish();
}

/// Takes the next block; false when there is none. A failure to read belongs to the block: errors
/// in the blocks before it come first.
bool ColumnStream::take(Block& block, std::exception_ptr& failure) {
  if (stop_.stop_requested()) {
    throw Stopped(
        fmt::format("stopped on request: reading {}; run it again for a result", input_.name()));
  }
  const std::lock_guard lock(reading_);
  if (ended_) return false;
  try {
    ended_ = !read(block);
    return !ended_;
  } catch (...) {
    ended_ = true;
    failure = std::current_exception();
    return true;
  }
}

bool ColumnStream::read(Block& block) {
  if (!block.buffer) {
    block.buffer = std::make_unique_for_overwrite<char[]>(block_bytes_);
  }
  block.index = blocks_++;
  block.offset = offset_;
  block.in_comment = in_comment_;
  const bool found = input_.array() ? read_array(block) : read_text(block);
  offset_ += block.size;
  return found;
}

bool ColumnStream::read_text(Block& block) {
  block.size = 0;
  if (at_end_) return false;
  // What is carried over is part of a number, never more than a block.
  std::copy(carried_.begin(), carried_.end(), block.buffer.get());
  const std::size_t size = carried_.size() + input_.read(block.buffer.get() + carried_.size(),
                                                         block_bytes_ - carried_.size());
  at_end_ = size < block_bytes_;
  block.size = at_end_ ? size : cut_block({block.buffer.get(), size});
  carried_.assign(block.buffer.get() + block.size, size - block.size);
  in_comment_ = ends_in_comment(block.bytes(), in_comment_);
  return block.size > 0;
}

bool ColumnStream::read_array(Block& block) {
  const std::uint64_t total = input_.array()->row_bytes();
  const std::uint64_t wanted = std::min<std::uint64_t>(block_bytes_, total - offset_);
  block.size = input_.read(block.buffer.get(), static_cast<std::size_t>(wanted));
  if (block.size < wanted) input_.refuse_length(offset_ + block.size);
  char extra;
  if (wanted == 0 && input_.read(&extra, 1) > 0) input_.refuse_length(total, true);
  return block.size > 0;
}

void ColumnStream::abandon() {
  {
    const std::lock_guard lock(reading_);
    ended_ = true;
  }
  {
    const std::lock_guard lock(ordering_);
    abandoned_ = true;
  }
  turn_changed_.notify_all();
}

}  // namespace nqueens::placements
