// One worker at a time takes the next raw block; workers decode side by side, and then pass in the
// order of the blocks through TextProgress, which tells the row of a block's first queen. A worker
// waits only for a block that another thread has taken, so workers that run one after the other
// never wait.
#include "placements/column_stream.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "nqueens/error.hpp"

namespace nqueens::placements {

ColumnStream::ColumnStream(const PlacementInput& input, std::size_t block_bytes,
                           std::stop_token stop)
    : input_(input),
      block_bytes_(block_bytes),
      stop_(std::move(stop)),
      reader_(input, block_bytes),
      progress_(input.name()) {}

void ColumnStream::drain(const ColumnSink& sink) {
  try {
    if (input_.is_binary()) {
      drain_columns(sink);
    } else {
      drain_text(sink);
    }
  } catch (...) {
    abandon();
    throw;
  }
}

std::uint64_t ColumnStream::finish() const {
  return input_.is_binary() ? input_.header_size() : progress_.finish();
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
    ended_ = !reader_.next(block);
    return !ended_;
  } catch (...) {
    ended_ = true;
    failure = std::current_exception();
    return true;
  }
}

void ColumnStream::await_turn(std::uint64_t index, std::unique_lock<std::mutex>& lock) {
  turn_changed_.wait(lock, [&] { return turn_ == index || abandoned_; });
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

void ColumnStream::drain_text(const ColumnSink& sink) {
  const auto columns = std::make_unique_for_overwrite<Column[]>(max_entries(block_bytes_));
  Block block;
  std::exception_ptr failure;
  while (take(block, failure)) {
    ParsedBlock parsed;
    if (!failure) parsed = parse_block(block.bytes(), block.in_comment, columns.get());
    std::uint64_t first_row = 0;
    {
      std::unique_lock lock(ordering_);
      await_turn(block.index, lock);
      if (abandoned_) return;
      if (failure) std::rethrow_exception(failure);
      first_row = progress_.append(parsed, block.offset);
      ++turn_;
    }
    turn_changed_.notify_all();
    if (parsed.entries > 0 && !sink(first_row, {columns.get(), parsed.entries})) abandon();
  }
}

void ColumnStream::drain_columns(const ColumnSink& sink) {
  const auto columns = std::make_unique_for_overwrite<Column[]>(block_bytes_ / sizeof(Column));
  Block block;
  std::exception_ptr failure;
  while (take(block, failure)) {
    if (failure) std::rethrow_exception(failure);
    const std::size_t entries = block.size / sizeof(Column);
    for (std::size_t i = 0; i < entries; ++i) {
      columns[i] = load_u32(block.buffer.get() + i * sizeof(Column));
    }
    if (!sink(block.offset / sizeof(Column), {columns.get(), entries})) abandon();
  }
}

}  // namespace nqueens::placements
