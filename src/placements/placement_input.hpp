// What a descriptor holds: a text or an array, in a file that can be read again or in a pipe.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"
#include "placements/npy.hpp"

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
  /// Bytes from the start to the end of a file; 0 where the length is not known.
  std::uint64_t length() const { return length_; }

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

}  // namespace nqueens::placements
