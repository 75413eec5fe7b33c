#include "placements/placement_input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"

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
  head_.resize(read_more(head_.data(), head_.size()));
  read_header();
  if (binary_) return;
  const std::size_t mark = head_.size() - without_byte_order_mark(head_).size();
  head_.erase(0, mark);
  if (rewindable_) {
    start_ += static_cast<std::int64_t>(mark);
    length_ -= mark;
    rewindable_ = length_ > 0;
  }
  const std::size_t read = head_.size();
  head_.resize(kHeadBytes);
  head_.resize(read + read_more(head_.data() + read, kHeadBytes - read));
}

std::size_t PlacementInput::read(char* buffer, std::size_t size) {
  const std::size_t taken = std::string_view(head_).substr(head_used_).copy(buffer, size);
  head_used_ += taken;
  return taken + read_more(buffer + taken, size - taken);
}

std::size_t PlacementInput::read_more(char* buffer, std::size_t size) {
  if (ended_ || size == 0) return 0;
  const std::size_t read = base::read_some(descriptor_, name_, buffer, size);
  ended_ = read < size;
  return read;
}

void PlacementInput::read_header() {
  const std::string_view magic = std::string_view(head_).substr(0, kMagic.size());
  if (magic.empty() ||
      (magic != kMagic.substr(0, magic.size()) && magic != kMagic2.substr(0, magic.size()))) {
    return;
  }
  const bool is_version_2 = magic == kMagic2;
  header_bytes_ = is_version_2 ? kHeaderBytes2 : kHeaderBytes;
  const std::size_t read = head_.size();
  if (is_version_2 && read == kHeaderBytes) {
    head_.resize(kHeaderBytes2);
    head_.resize(read + read_more(head_.data() + read, kHeaderBytes2 - kHeaderBytes));
  }
  if (head_.size() < header_bytes_) {
    throw InvalidPlacement(
        fmt::format("truncated header of a binary placement: {} bytes in {}; a header has {} bytes",
                    head_.size(), name_, header_bytes_));
  }
  binary_ = true;
  width_ = sizeof(Column);
  std::memcpy(&header_size_, head_.data() + kMagic.size(), sizeof(header_size_));
  if (is_version_2) std::memcpy(&width_, head_.data() + kHeaderBytes, sizeof(width_));
  head_.clear();
  const std::uint64_t max_size = is_version_2 ? kMaxStreamedSize : kMaxPlacementSize;
  if (header_size_ == 0 || header_size_ > max_size) {
    throw InvalidPlacement(
        fmt::format("board size of a binary placement out of range: {} in {}; it is 1 to {}",
                    header_size_, name_, max_size));
  }
  if (!is_column_width(width_)) {
    throw InvalidPlacement(fmt::format(
        "bytes of a column of a binary placement out of range: {} in {}; they are 4, 5 or 8",
        width_, name_));
  }
  const std::uint64_t expected = header_bytes_ + header_size_ * width_;
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
    if (taken < numbers || digits > 11) break;
    bytes -= taken * (digits + 1);
    numbers = digits == 1 ? 90 : numbers * 10;
  }
  return std::min(bound, kMaxStreamedSize);
}

void PlacementInput::rewind() {
  head_.clear();
  head_used_ = 0;
  ended_ = false;
  const std::int64_t position = start_ + (binary_ ? static_cast<std::int64_t>(header_bytes_) : 0);
  if (::lseek(descriptor_, static_cast<off_t>(position), SEEK_SET) < 0) {
    throw IoError(fmt::format("cannot read again: {}; {}", name_, base::errno_text(errno)));
  }
}

}  // namespace nqueens::placements
