#include "placements/placement_input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

PlacementInput::PlacementInput(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    const off_t position = ::lseek(descriptor_, 0, SEEK_CUR);
    // Files of no length are read as pipes: those of /proc have contents all the same.
    if (position >= 0 && position < status.st_size) {
      rewindable_ = true;
      start_ = position;
      length_ = static_cast<std::uint64_t>(status.st_size - position);
    }
  }
  head_.resize(kHeaderBytes);
  head_.resize(base::read_some(descriptor_, name_, head_.data(), head_.size()));
  read_header();
}

void PlacementInput::read_header() {
  const std::string_view magic = std::string_view(head_).substr(0, kMagic.size());
  if (magic.empty() || magic != kMagic.substr(0, magic.size())) return;
  if (head_.size() < kHeaderBytes) {
    throw InvalidPlacement(
        fmt::format("truncated header of a binary placement: {} bytes in {}; a header has {} bytes",
                    head_.size(), name_, kHeaderBytes));
  }
  binary_ = true;
  header_size_ = load_u64(head_.data() + kMagic.size());
  head_.clear();
  if (header_size_ == 0 || header_size_ > kMaxPlacementSize) {
    throw InvalidPlacement(
        fmt::format("board size of a binary placement out of range: {} in {}; it is 1 to {}",
                    header_size_, name_, kMaxPlacementSize));
  }
  const std::uint64_t expected = kHeaderBytes + header_size_ * sizeof(Column);
  if (rewindable_ && length_ != expected) {
    throw InvalidPlacement(
        fmt::format("too {} entries in a binary placement: {} bytes in {}; {} queens take {} bytes",
                    length_ < expected ? "few" : "many", length_, name_, header_size_, expected));
  }
}

std::uint64_t PlacementInput::size_bound() const {
  if (binary_) return header_size_;
  // The columns 0 to N - 1 in any order take at least their digits and N - 1 separators. A text
  // with more than this many entries repeats a column or has one that is out of range.
  std::uint64_t bytes = length_ + 1;
  std::uint64_t bound = 0;
  for (std::uint64_t digits = 1, numbers = 10; bytes > digits; ++digits) {
    const std::uint64_t taken = std::min(numbers, bytes / (digits + 1));
    bound += taken;
    if (taken < numbers || digits > 10) break;
    bytes -= taken * (digits + 1);
    numbers = digits == 1 ? 90 : numbers * 10;
  }
  return std::min(bound, kMaxPlacementSize);
}

void PlacementInput::rewind() {
  head_.clear();
  const std::int64_t position = start_ + (binary_ ? static_cast<std::int64_t>(kHeaderBytes) : 0);
  if (::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0) {
    throw IoError(fmt::format("cannot read again: {}; {}", name_, base::errno_text(errno)));
  }
}

BlockReader::BlockReader(const PlacementInput& input, std::size_t block_bytes)
    : input_(input),
      block_bytes_(input.is_binary() ? block_bytes / sizeof(Column) * sizeof(Column) : block_bytes),
      carried_(input.head()) {}

bool BlockReader::next(Block& block) {
  if (!block.buffer) block.buffer = std::make_unique_for_overwrite<char[]>(block_bytes_);
  block.index = blocks_++;
  block.offset = offset_;
  block.in_comment = in_comment_;
  const bool found = input_.is_binary() ? next_columns(block) : next_text(block);
  offset_ += block.size;
  return found;
}

bool BlockReader::next_text(Block& block) {
  block.size = 0;
  if (at_end_) return false;
  // What is carried over is the head (16 bytes) or part of a number, never more than a block.
  std::copy(carried_.begin(), carried_.end(), block.buffer.get());
  const std::size_t size = carried_.size() + base::read_some(input_.descriptor(), input_.name(),
                                                             block.buffer.get() + carried_.size(),
                                                             block_bytes_ - carried_.size());
  at_end_ = size < block_bytes_;
  block.size = at_end_ ? size : cut_block({block.buffer.get(), size});
  carried_.assign(block.buffer.get() + block.size, size - block.size);
  in_comment_ = ends_in_comment(block.bytes(), in_comment_);
  return block.size > 0;
}

bool BlockReader::next_columns(Block& block) {
  const std::uint64_t total = input_.header_size() * sizeof(Column);
  const std::uint64_t wanted = std::min<std::uint64_t>(block_bytes_, total - offset_);
  block.size = base::read_some(input_.descriptor(), input_.name(), block.buffer.get(),
                               static_cast<std::size_t>(wanted));
  const auto fail = [&](std::string_view few_or_many, std::string_view more, std::uint64_t bytes) {
    throw InvalidPlacement(fmt::format(
        "too {} entries in a binary placement: {}{} bytes in {}; {} queens take {} bytes",
        few_or_many, more, kHeaderBytes + bytes, input_.name(), input_.header_size(),
        kHeaderBytes + total));
  };
  if (block.size < wanted) fail("few", "", offset_ + block.size);
  char extra;
  if (wanted == 0 && base::read_some(input_.descriptor(), input_.name(), &extra, 1) > 0) {
    fail("many", "more than ", total);
  }
  return block.size > 0;
}

}  // namespace nqueens::placements
