// The bytes of a placement: what a descriptor holds (text or binary, a file that can be read again
// or a pipe), and its contents cut into blocks that can be decoded by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nqueens::placements {

/// The first eight bytes of a binary placement; eight bytes of board size follow.
inline constexpr std::string_view kMagic = "NQPLACE1";
inline constexpr std::uint64_t kHeaderBytes = 16;

// Little-endian numbers on every host. Compilers make one move of each function, and vector code of
// loops over them.

inline std::uint32_t load_u32(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

inline std::uint64_t load_u64(const char* bytes) {
  return load_u32(bytes) | static_cast<std::uint64_t>(load_u32(bytes + 4)) << 32;
}

inline void store_u32(char* bytes, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
}

inline void store_u64(char* bytes, std::uint64_t value) {
  store_u32(bytes, static_cast<std::uint32_t>(value));
  store_u32(bytes + 4, static_cast<std::uint32_t>(value >> 32));
}

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
  std::string head_;
};

/// A piece of the input: of a text between numbers, of a binary placement between columns. The next
/// call that fills it uses its buffer again.
struct Block {
  std::uint64_t index = 0;   ///< blocks before it
  std::uint64_t offset = 0;  ///< bytes before it: of the text, or of the columns
  bool in_comment = false;   ///< the text before it ends inside a comment
  std::size_t size = 0;
  std::unique_ptr<char[]> buffer;

  std::string_view bytes() const { return {buffer.get(), size}; }
};

/// For one thread at a time.
class BlockReader {
 public:
  /// Reads from where the input stands: after construction or rewind(). `block_bytes` is at least
  /// kMinTextBlock. The input must outlive the reader.
  BlockReader(const PlacementInput& input, std::size_t block_bytes);

  /// Fills the next block; false at the end of the input. Throws IoError, and InvalidPlacement when
  /// the columns of a binary placement are fewer or more than its header says.
  bool next(Block& block);

 private:
  bool next_text(Block& block);
  bool next_columns(Block& block);

  const PlacementInput& input_;
  std::size_t block_bytes_;
  std::string carried_;  // read but not handed out: the head, then the digits behind a cut
  std::uint64_t blocks_ = 0;
  std::uint64_t offset_ = 0;
  bool in_comment_ = false;
  bool at_end_ = false;  // of a text: a terminal must not be read again
};

}  // namespace nqueens::placements
