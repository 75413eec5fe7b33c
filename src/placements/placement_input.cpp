#include "placements/placement_input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "placements/placement_text.hpp"

namespace nqueens::placements {

namespace {

/// Throws InvalidPlacement for the beginning of a file that people take for a placement.
void refuse_other_kinds(std::string_view head, const std::string& name) {
  struct Kind {
    std::string_view beginning;
    std::string_view what;
  };
  static constexpr Kind kKinds[] = {
      {"\x89PNG", "a PNG picture"},
      {"%PDF", "a PDF document"},
      {"PK\x03\x04", "a zip archive; take one array out of it and save it by numpy.save()"},
      {"\x1F\x8B", "compressed by gzip; zcat unpacks it"},
      {"\xFD\x37zXZ", "compressed by xz; xzcat unpacks it"},
      {"\x28\xB5\x2F\xFD", "compressed by zstd; zstdcat unpacks it"},
      {"\x7F"
       "ELF",
       "a program"},
      {"\xFF\xFE", "text in UTF-16; save it in UTF-8"},
      {"\xFE\xFF", "text in UTF-16; save it in UTF-8"},
      {"<", "an SVG or HTML file"},
      {"{", "JSON; take out the column numbers"},
      {"[", "a list with brackets; leave out the brackets"},
      {"(", "a list with brackets; leave out the brackets"},
  };
  const auto first = std::find_if_not(head.begin(), head.end(), is_space);
  head.remove_prefix(static_cast<std::size_t>(first - head.begin()));
  for (const Kind& kind : kKinds) {
    if (!head.starts_with(kind.beginning)) continue;
    throw InvalidPlacement(fmt::format("no placement: {} seems to be {}", name, kind.what));
  }
}

}  // namespace

PlacementInput::PlacementInput(int descriptor, std::string name, int base)
    : descriptor_(descriptor), name_(std::move(name)), base_(base) {
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
  head_.resize(kArrayStart);
  head_.resize(read_more(head_.data(), head_.size()));
  if (begins_array(head_)) {
    read_array_header();
    return;
  }
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
  refuse_other_kinds(head_, name_);
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

void PlacementInput::read_array_header() {
  const std::size_t bytes = array_header_bytes(head_, name_);
  const std::size_t read = head_.size();
  head_.resize(std::max(bytes, read));
  head_.resize(read + read_more(head_.data() + read, head_.size() - read));
  if (head_.size() != bytes) {
    throw InvalidPlacement(fmt::format("truncated header of an array: {} bytes in {}; it has {}",
                                       head_.size(), name_, bytes));
  }
  array_ = parse_array_header(head_, name_);
  head_.clear();
  if (rewindable_ && length_ != array_->file_bytes()) refuse_length(length_ - bytes);
  if (rewindable_ || !array_->is_fortran_order) return;
  throw InvalidPlacement(
      fmt::format("array in Fortran order: {}; only a file is read so, a pipe in C order", name_));
}

void PlacementInput::refuse_length(std::uint64_t bytes, bool more_than) const {
  const std::uint64_t expected = array_->placements * array_->row_bytes();
  const std::string placements =
      array_->is_list ? fmt::format("{} placements of ", array_->placements) : "";
  throw InvalidPlacement(fmt::format(
      "too {} numbers in an array: {}{} bytes in {}; {}{} queens take {}",
      bytes < expected ? "few" : "many", more_than ? "more than " : "",
      array_->header_bytes + bytes, name_, placements, array_->queens, array_->file_bytes()));
}

std::uint64_t PlacementInput::size_bound() const {
  if (array_) return array_->queens;
  // The columns 0 to N - 1 in any order take at least their digits and N - 1 separators. A text
  // with more than this many entries repeats a column or has one that is out of range. Columns
  // that are counted from 1 take no less.
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

void PlacementInput::rewind(std::uint64_t to) {
  head_.clear();
  head_used_ = 0;
  ended_ = false;
  const std::uint64_t header = array_ ? array_->header_bytes : 0;
  if (::lseek(descriptor_, static_cast<off_t>(start_) + static_cast<off_t>(header + to), SEEK_SET) <
      0) {
    throw IoError(fmt::format("cannot read again: {}; {}", name_, base::errno_text(errno)));
  }
}

}  // namespace nqueens::placements
