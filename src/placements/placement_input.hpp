// Reads a text or an array from a file or a pipe, and decodes it block by block on several threads;
// each block comes with the row of its first queen. Errors do not depend on the number of threads
// or the block size: the first one in the input is reported.
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

/// Drops the byte order mark with which some programs begin files in UTF-8.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

class PlacementInput {
 public:
  /// Reads the first bytes from the descriptor's position on; skips a byte order mark. `base`, 0 or
  /// 1, is the number of the first column. Throws IoError, and InvalidPlacement for a file of
  /// another kind, an array that holds no placements, and a file whose length differs from that of
  /// its array; for JSON unless the caller reads it (`takes_json`). The descriptor stays the
  /// caller's.
  PlacementInput(int descriptor, std::string name, int base = 0, bool takes_json = false);

  const std::string& name() const { return name_; }
  int base() const { return base_; }
  /// A text has none. The shape of a file is checked against its length, that of a pipe is not.
  const std::optional<ArrayHeader>& array() const { return array_; }
  /// Whether it is a file: then it can be read again, and its length is known.
  bool is_rewindable() const { return rewindable_; }
  std::uint64_t length() const { return length_; }  ///< bytes of a file; else 0

  /// Returns the largest board that the file can hold if no column repeats or is out of range.
  /// Precondition: is_rewindable() and not a list.
  std::uint64_t size_bound() const;

  bool is_json() const;  ///< whether a text begins like an object

  /// Returns the beginning of a text, at most kHeadBytes; nothing after rewind().
  std::string_view head() const { return head_; }
  /// Reads up to `size` more bytes: a text from its first byte, an array from its first number.
  /// Returns fewer only at the end, and never reads beyond it, as a terminal would allow. Throws
  /// IoError.
  std::size_t read(char* buffer, std::size_t size);
  /// Goes to byte `to` of the text, or of the array's numbers. Precondition: is_rewindable().
  /// Throws IoError.
  void rewind(std::uint64_t to = 0);

  /// Throws InvalidPlacement: the array has fewer, or more, numbers than its header says. `bytes`
  /// of them were read; `more_than` says that more follow.
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
  std::size_t head_used_ = 0;  ///< bytes that read() has handed out
  bool ended_ = false;
};

/// Does as read_placement_stream(), but also throws Stopped. `rows` are the board's, if known.
Placement read_placement(PlacementInput& input, std::uint64_t* width = nullptr,
                         std::stop_token stop = {}, std::uint64_t rows = kMaxPlacementSize);

/// Blocks of 64 KiB to 1 MiB are equally fast; the columns of 256 KiB still fit the cache.
inline constexpr std::size_t kBlockBytes = 256 * 1024;
static_assert(kBlockBytes >= kMinTextBlock);

/// Gets the columns of the rows from `first_row` on; returns false to end the stream early.
using ColumnSink =
    std::function<bool(std::uint64_t first_row, std::span<const std::uint64_t> columns)>;

/// A piece of the input, cut between numbers. The next read into it reuses its buffer.
struct InputBlock {
  std::uint64_t index = 0;   ///< blocks before it
  std::uint64_t offset = 0;  ///< bytes before it: of the text, or of the numbers of the array
  bool in_comment = false;   ///< the text before it ends inside a comment
  std::size_t size = 0;
  std::unique_ptr<char[]> buffer;

  std::string_view bytes() const { return {buffer.get(), size}; }
};

class ColumnStream {
 public:
  /// Reads one placement from the input's position, just after construction or rewind().
  /// `block_bytes` is at least kMinTextBlock. The input must outlive the stream. Throws
  /// InvalidPlacement for an array of several placements.
  ColumnStream(PlacementInput& input, std::size_t block_bytes, std::stop_token stop);

  /// Decodes blocks and hands them to `sink` until the input ends. Several threads may call it at
  /// once, each with its own sink; a single thread gets the blocks in row order. One thread throws
  /// IoError or InvalidPlacement, and the others return; after a stop any of them throws Stopped.
  void drain(const ColumnSink& sink);

  /// Returns the number of columns, after all threads have returned from drain(). Throws
  /// InvalidPlacement for an empty input.
  std::uint64_t finish() const { return progress_.finish(); }

 private:
  bool take(InputBlock& block, std::exception_ptr& failure);
  bool read(InputBlock& block);  ///< fills the next one; false at the end of the input
  bool read_text(InputBlock& block);
  bool read_array(InputBlock& block);
  void abandon();

  PlacementInput& input_;
  const std::size_t block_bytes_;
  const std::stop_token stop_;

  std::mutex reading_;   // guards reading and the next six members
  std::string carried_;  // digits after the last cut
  std::uint64_t blocks_ = 0;
  std::uint64_t offset_ = 0;
  bool in_comment_ = false;
  bool at_end_ = false;  // a terminal must not be read again
  bool ended_ = false;

  std::mutex ordering_;  // guards progress_, turn_ and abandoned_
  std::condition_variable turn_changed_;
  TextProgress progress_;
  std::uint64_t turn_ = 0;  // index of the block that progress_ takes next
  bool abandoned_ = false;
};

}  // namespace nqueens::placements
