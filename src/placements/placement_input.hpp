// What a descriptor holds, a text or an array, in a file that can be read again or in a pipe; and
// its columns, block by block, each with the row of its first queen, decoded by several threads at
// once. Errors are those of a reader from front to end, for any number of threads and block size.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"
#include "placements/npy.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

inline constexpr std::size_t kHeadBytes = std::size_t{1} << 20;  ///< two lines of 75,000 queens

/// The text without the mark at its beginning that other programs give files in UTF-8.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

class PlacementInput {
 public:
  /// Looks at the first bytes from the descriptor's position on; skips a byte order mark. `base`, 0
  /// or 1, is the number of the first column. Throws IoError, and InvalidPlacement for a file of
  /// another kind, for an array of anything but placements, and where the length of a file is not
  /// that of its array. The descriptor stays the caller's.
  PlacementInput(int descriptor, std::string name, int base = 0);

  const std::string& name() const { return name_; }
  int base() const { return base_; }
  /// Absent for a text. A shape is checked against the length of a file, not of a pipe.
  const std::optional<ArrayHeader>& array() const { return array_; }
  /// True for a file: it can be read a second time, and its length is known.
  bool is_rewindable() const { return rewindable_; }
  std::uint64_t length() const { return length_; }  ///< of a file in bytes; else 0

  /// The largest board that the file can hold unless a column repeats or is out of range.
  /// Precondition: is_rewindable(), no list.
  std::uint64_t size_bound() const;

  /// The beginning of a text, at most kHeadBytes, to tell what it is; empty after rewind().
  std::string_view head() const { return head_; }
  /// Reads on, up to `size` bytes: of a text from its first byte, of an array from its first
  /// number. Fewer only at the end; an end is not read again, as that of a terminal could be.
  /// Throws IoError.
  std::size_t read(char* buffer, std::size_t size);
  /// Goes to that byte of the text, or of the numbers of the array. Precondition: is_rewindable().
  /// Throws IoError.
  void rewind(std::uint64_t to = 0);

  /// Throws InvalidPlacement: the array has fewer, or more, numbers than its header says. `bytes`
  /// were read of it, `more_than` says that there are others.
  [[noreturn]] void refuse_length(std::uint64_t bytes, bool more_than = false) const;

 private:
  void read_array_header();
  std::size_t read_more(char* buffer, std::size_t size);

  int descriptor_;
  std::string name_;
  int base_;
  bool rewindable_ = false;
  std::int64_t start_ = 0;
  std::uint64_t length_ = 0;
  std::optional<ArrayHeader> array_;
  std::string head_;
  std::size_t head_used_ = 0;  ///< handed out by read()
  bool ended_ = false;
};

/// As read_placement_stream(). Throws Stopped too.
Placement read_placement(PlacementInput& input, std::uint64_t* width = nullptr,
                         std::stop_token stop = {});

/// Of a block. 64 KiB to 1 MiB are equally fast; the columns of 256 KiB still lie in the cache.
inline constexpr std::size_t kBlockBytes = 256 * 1024;
static_assert(kBlockBytes >= kMinTextBlock);

/// Gets the columns from row `first_row` on; returns false to end the stream early.
using ColumnSink =
    std::function<bool(std::uint64_t first_row, std::span<const std::uint64_t> columns)>;

/// A piece of the input, cut between numbers. The next call that fills it uses its buffer again.
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

  /// Number of columns, after all threads have returned from drain(). Throws InvalidPlacement when
  /// there is none.
  std::uint64_t finish() const { return progress_.finish(); }

 private:
  bool take(Block& block, std::exception_ptr& failure);
  /// Fills the next block; false at the end of the input.
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
