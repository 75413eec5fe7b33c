// The columns of an input, block by block, each with the row of its first queen, decoded by several
// threads at once. Errors are those of a reader from front to end, for any number of threads and
// block size.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <stop_token>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

/// Default size of a block. 64 KiB to 1 MiB are equally fast; the columns of a block of 256 KiB
/// still lie in the cache of the core when they are used.
inline constexpr std::size_t kBlockBytes = 256 * 1024;

/// Gets the columns from row `first_row` on; returns false to end the stream early.
using ColumnSink = std::function<bool(std::uint64_t first_row, std::span<const Column> columns)>;

class ColumnStream {
 public:
  /// `block_bytes` is at least kMinTextBlock. The input must outlive the stream.
  ColumnStream(const PlacementInput& input, std::size_t block_bytes, std::stop_token stop);

  /// Decodes blocks and hands them to `sink` until the input ends. Several threads may do this at
  /// once, each with a sink of its own; one thread gets the blocks in row order. Throws IoError,
  /// InvalidPlacement and Stopped in one of the threads, the others return.
  void drain(const ColumnSink& sink);

  /// Number of columns, after all threads have returned from drain() and the input has ended.
  /// Throws InvalidPlacement when there is none.
  std::uint64_t finish() const;

 private:
  bool take(Block& block, std::exception_ptr& failure);
  void drain_text(const ColumnSink& sink);
  void drain_columns(const ColumnSink& sink);
  void await_turn(std::uint64_t index, std::unique_lock<std::mutex>& lock);
  void abandon();

  const PlacementInput& input_;
  const std::size_t block_bytes_;
  const std::stop_token stop_;

  std::mutex reading_;  // guards the two below
  BlockReader reader_;
  bool ended_ = false;

  std::mutex ordering_;  // guards the three below
  std::condition_variable turn_changed_;
  TextProgress progress_;
  std::uint64_t turn_ = 0;  // index of the block that progress_ takes next
  bool abandoned_ = false;
};

}  // namespace nqueens::placements
