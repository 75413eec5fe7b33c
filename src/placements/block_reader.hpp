// Cuts a file or pipe into blocks that can be decoded by themselves: texts between numbers, binary
// placements between columns. One thread at a time; knows nothing of what the numbers mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "placements/placement_input.hpp"

namespace nqueens::placements {

/// A piece of the input. Its buffer is used again by the next call that fills it.
struct Block {
  std::uint64_t index = 0;   ///< blocks before it
  std::uint64_t offset = 0;  ///< bytes before it: of the text, or of the columns
  bool in_comment = false;   ///< the text before it ends inside a comment
  std::size_t size = 0;
  std::unique_ptr<char[]> buffer;

  std::string_view bytes() const { return {buffer.get(), size}; }
};

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
  std::string carried_;  // read, but not handed out yet: the head, then the digits behind a cut
  std::uint64_t blocks_ = 0;
  std::uint64_t offset_ = 0;
  bool in_comment_ = false;
  bool at_end_ = false;  // of a text: a terminal must not be asked again
};

}  // namespace nqueens::placements
