// What a descriptor holds: a text or a binary placement, in a file that can be read again or in a
// pipe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"
#include "placements/packed_columns.hpp"

namespace nqueens::placements {

/// Enough for two lines of a list of 75,000 queens.
inline constexpr std::size_t kHeadBytes = std::size_t{1} << 20;

/// The text without the mark at its beginning that other programs give files in UTF-8.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

class PlacementInput {
 public:
  /// Looks at the first bytes from the descriptor's position on; skips a byte order mark. Throws
  /// IoError, and InvalidPlacement for a damaged binary header or a length that does not fit it.
  /// The descriptor stays the caller's.
  PlacementInput(int descriptor, std::string name);

  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }
  bool is_binary() const { return binary_; }
  /// The board size that a binary header names; it is checked against the length of a file, not of
  /// a pipe.
  std::uint64_t header_size() const { return header_size_; }
  /// Bytes of a column of a binary placement: 4, 5 or 8.
  std::uint64_t width() const { return width_; }
  /// Bytes of its header.
  std::uint64_t header_bytes() const { return header_bytes_; }
  /// True for a file: it can be read a second time, and its length is known.
  bool is_rewindable() const { return rewindable_; }
  /// Bytes from the start to the end of a file; 0 where the length is not known.
  std::uint64_t length() const { return length_; }

  /// The largest board that the file can hold unless a column repeats or is out of range.
  /// Precondition: is_rewindable().
  std::uint64_t size_bound() const;

  /// The beginning of a text, at most kHeadBytes, to tell what it is; empty after rewind().
  std::string_view head() const { return head_; }
  /// Reads on, up to `size` bytes: of a text from its first byte, of a binary placement from its
  /// first column. Fewer only at the end; an end is not read again, as that of a terminal could be.
  /// Throws IoError.
  std::size_t read(char* buffer, std::size_t size);
  /// Goes back to the first byte of the text, or to the first column of a binary placement.
  /// Precondition: is_rewindable(). Throws IoError.
  void rewind();

 private:
  void read_header();
  std::size_t read_more(char* buffer, std::size_t size);

  int descriptor_;
  std::string name_;
  bool binary_ = false;
  bool rewindable_ = false;
  std::int64_t start_ = 0;
  std::uint64_t length_ = 0;
  std::uint64_t header_size_ = 0;
  std::uint64_t width_ = 0;
  std::uint64_t header_bytes_ = 0;
  std::string head_;
  std::size_t head_used_ = 0;  ///< handed out by read()
  bool ended_ = false;
};

/// As read_placement_stream().
Placement read_placement(PlacementInput& input, std::uint64_t* width = nullptr);

}  // namespace nqueens::placements
