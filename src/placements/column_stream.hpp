// The columns of an input, block by block, each with the row of its first queen, decoded by several
// threads at once. Errors are those of a reader from front to end, for any number of threads and
// block size.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

/// Default size of a block. 64 KiB to 1 MiB are equally fast; the columns of a block of 256 KiB
/// still lie in the cache of the core when they are used.
inline constexpr std::size_t kBlockBytes = 256 * 1024;
static_assert(kBlockBytes >= kMinTextBlock);

/// Gets the columns from row `first_row` on; returns false to end the stream early.
using ColumnSink =
    std::function<bool(std::uint64_t first_row, std::span<const std::uint64_t> columns)>;

/// A piece of the input that can be decoded by itself: it is cut between numbers. The next call
/// that fills it uses its buffer again.
struct Block {
  std::uint64_t index = 0;   ///< blocks before it
  std::uint64_t offset = 0;  ///< bytes before it: of the text, or of the numbers of the array
  bool in_comment = false;   ///< the text before it ends inside a comment
  std::size_t size = 0;
  std::unique_ptr<char[]> buffer;

  std::string_view bytes() const { return {buffer.get(), size}; }
};

class ColumnStream {
 public:
  /// Reads one placement from where the input stands: after construction or rewind(). `block_bytes`
  /// is at least kMinTextBlock. The input must outlive the stream. Throws InvalidPlacement for an
  /// array of several.
  ColumnStream(PlacementInput& input, std::size_t block_bytes, std::stop_token stop);

  /// Decodes blocks and hands them to `sink` until the input ends. Several threads may do this at
  /// once, each with a sink of its own; one thread gets the blocks in row order. Throws IoError,
  /// InvalidPlacement and Stopped in one of the threads, the others return.
  void drain(const ColumnSink& sink);

  /// Number of columns, after all threads have returned from drain() and the input has ended.
  /// Throws InvalidPlacement when there is none.
  std::uint64_t finish() const;

 private:
  bool take(Block& block, std::exception_ptr& failure);
  /// Fills the next block; false at the end of the input. Throws IoError, and InvalidPlacement when
  /// the numbers of an array are fewer or more than its header says.
  bool read(Block& block);
  bool read_text(Block& block);
  bool read_array(Block& block);
  void abandon();

  PlacementInput& input_;
  const std::size_t block_bytes_;
  const std::stop_token stop_;

  std::mutex reading_;   // guards the six below, and reading
  std::string carried_;  // read but not handed out: the digits behind a cut
  std::uint64_t blocks_ = 0;
  std::uint64_t offset_ = 0;
  bool in_comment_ = false;
  bool at_end_ = false;  // of a text: a terminal must not be read again
  bool ended_ = false;

  std::mutex ordering_;  // guards the three below
  std::condition_variable turn_changed_;
  TextProgress progress_;
  std::uint64_t turn_ = 0;  // index of the block that progress_ takes next
  bool abandoned_ = false;
};

}  // namespace nqueens::placements
