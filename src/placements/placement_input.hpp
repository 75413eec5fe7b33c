// What a descriptor holds: a text or a binary placement, in a file that can be read again or in a
// pipe.
#pragma once

#include <cstdint>
#include <string>

#include "placements/packed_columns.hpp"

namespace nqueens::placements {

class PlacementInput {
 public:
  /// Looks at the first bytes from the descriptor's position on. Throws IoError, and
  /// InvalidPlacement for a damaged binary header or a length that does not fit it. The descriptor
  /// stays the caller's.
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

  /// Bytes of a text that have been read already; empty after rewind().
  const std::string& head() const { return head_; }
  /// Goes back to the first byte of the text, or to the first column of a binary placement.
  /// Precondition: is_rewindable(). Throws IoError.
  void rewind();

 private:
  void read_header();

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
};

}  // namespace nqueens::placements
