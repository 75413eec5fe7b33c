#include "placements/placement_input.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::placements {

namespace {

/// Throws InvalidPlacement where the file begins like one that people mistake for a placement.
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
      {"\177ELF", "a program"},
      {"\xFF\xFE", "text in UTF-16; save it in UTF-8"},
      {"\xFE\xFF", "text in UTF-16; save it in UTF-8"},
      {"<", "an SVG or HTML file"},
      {"{", "JSON; leave out --json"},
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

PlacementInput::PlacementInput(int descriptor, std::string name, int base, bool takes_json)
    : descriptor_(descriptor), name_(std::move(name)), base_(base) {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    const off_t position = ::lseek(descriptor_, 0, SEEK_CUR);
    // A file of length 0 is read as a pipe: files in /proc have contents all the same.
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
  if (!takes_json || !is_json()) refuse_other_kinds(head_, name_);
}

bool PlacementInput::is_json() const {
  const auto first = std::find_if_not(head_.begin(), head_.end(), is_space);
  return first != head_.end() && *first == '{';
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
    throw InvalidPlacement(fmt::format("truncated header of an array: {} has {} of {} bytes", name_,
                                       head_.size(), bytes));
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
  // The columns 0 to N - 1 take at least their digits and N - 1 separators, and no less when they
  // are counted from 1. A text with more entries than fit this way repeats a column or has one out
  // of range.
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
    base::throw_io("cannot read again", name_, errno);
  }
}

// One worker at a time reads the next block. Workers decode blocks at the same time, and then take
// turns in the order of the blocks: TextProgress tells the row of each block's first queen. A
// worker waits only for blocks that other threads have taken, so a single thread never waits.

ColumnStream::ColumnStream(PlacementInput& input, std::size_t block_bytes, std::stop_token stop)
    : input_(input),
      block_bytes_(block_bytes / 8 * 8),  // never cuts a number of an array
      stop_(std::move(stop)),
      progress_(input.name(), input.base()) {
  if (!input.array() || input.array()->placements == 1) return;
  if (input.array()->placements == 0) {
    throw InvalidPlacement(fmt::format("no placement in {}: it is empty", input.name()));
  }
  throw InvalidPlacement(
      fmt::format("{} placements in one array, where one is expected: {}; take one row of it",
                  input.array()->placements, input.name()));
}

void ColumnStream::drain(const ColumnSink& sink) try {
  const std::optional<ArrayHeader>& array = input_.array();
  const auto columns = std::make_unique_for_overwrite<std::uint64_t[]>(
      std::max(max_entries(block_bytes_),
               array ? block_bytes_ / static_cast<std::size_t>(array->type.bytes) : 0));
  InputBlock block;
  std::exception_ptr failure;
  while (take(block, failure)) {
    ParsedBlock parsed;
    if (!failure && array) {
      parsed.entries = block.size / static_cast<std::size_t>(array->type.bytes);
      unpack(block.buffer.get(), array->type, {columns.get(), parsed.entries});
    } else if (!failure) {
      parsed = parse_block(block.bytes(), block.in_comment, columns.get());
    }
    if (array || input_.base() != 0) {  // the parser has checked texts from 0
      count_from_zero(input_.base(), array && array->type.is_signed, columns.get(), parsed);
    }
    std::uint64_t first_row = 0;
    {
      std::unique_lock lock(ordering_);
      turn_changed_.wait(lock, [&] { return turn_ == block.index || abandoned_; });
      if (abandoned_) return;
      if (failure) std::rethrow_exception(failure);
      first_row = progress_.append(parsed, block.offset);
      ++turn_;
    }
    turn_changed_.notify_all();
    if (parsed.entries > 0 && !sink(first_row, {columns.get(), parsed.entries})) abandon();
  }
} catch (...) {
  abandon();
  throw;
}

/// Takes the next block; false when there is none. A failure to read is thrown in the turn of its
/// block, since errors in earlier blocks come first.
bool ColumnStream::take(InputBlock& block, std::exception_ptr& failure) {
  if (stop_.stop_requested()) {
    throw Stopped(
        fmt::format("stopped on request: reading {}; run it again for a result", input_.name()));
  }
  const std::lock_guard lock(reading_);
  if (ended_) return false;
  try {
    ended_ = !read(block);
    return !ended_;
  } catch (...) {
    ended_ = true;
    failure = std::current_exception();
    return true;
  }
}

bool ColumnStream::read(InputBlock& block) {
  block.index = blocks_++;  // also of a block without memory: its failure waits for its turn
  if (!block.buffer) block.buffer = std::make_unique_for_overwrite<char[]>(block_bytes_);
  block.offset = offset_;
  block.in_comment = in_comment_;
  const bool found = input_.array() ? read_array(block) : read_text(block);
  offset_ += block.size;
  return found;
}

bool ColumnStream::read_text(InputBlock& block) {
  block.size = 0;
  if (at_end_) return false;
  // The carried digits are part of one number, so they are never more than a block.
  std::copy(carried_.begin(), carried_.end(), block.buffer.get());
  const std::size_t size = carried_.size() + input_.read(block.buffer.get() + carried_.size(),
                                                         block_bytes_ - carried_.size());
  at_end_ = size < block_bytes_;
  block.size = at_end_ ? size : cut_block({block.buffer.get(), size});
  carried_.assign(block.buffer.get() + block.size, size - block.size);
  in_comment_ = ends_in_comment(block.bytes(), in_comment_);
  return block.size > 0;
}

bool ColumnStream::read_array(InputBlock& block) {
  const std::uint64_t total = input_.array()->row_bytes();
  const std::uint64_t wanted = std::min<std::uint64_t>(block_bytes_, total - offset_);
  block.size = input_.read(block.buffer.get(), static_cast<std::size_t>(wanted));
  if (block.size < wanted) input_.refuse_length(offset_ + block.size);
  char extra;
  if (wanted == 0 && input_.read(&extra, 1) > 0) input_.refuse_length(total, true);
  return block.size > 0;
}

void ColumnStream::abandon() {
  {
    const std::lock_guard lock(reading_);
    ended_ = true;
  }
  {
    const std::lock_guard lock(ordering_);
    abandoned_ = true;
  }
  turn_changed_.notify_all();
}

}  // namespace nqueens::placements
