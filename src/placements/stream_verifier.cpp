#include "placements/stream_verifier.hpp"

#include <algorithm>

namespace nqueens::placements {

namespace {

/// The finalizer of SplitMix64: a one-to-one mixing of all bits.
std::uint64_t hash(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15ull;
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ull;
  number = (number ^ number >> 27) * 0x94D049BB133111EBull;
  return number ^ number >> 31;
}

}  // namespace

StreamVerifier::StreamVerifier(std::uint64_t board_size) : size_(board_size), marks_(board_size) {}

template <typename Number>
void StreamVerifier::mark_each(std::uint64_t first_row, std::span<const Number> columns) {
  if (columns.empty()) return;
  // Bit 63 tells a column that is too large, whatever it is. (std::max_element takes longer.)
  const std::uint64_t last = size_ - 1;
  std::uint64_t outside = 0;
  for (const std::uint64_t column : columns) outside |= (last - column) | column;
  if (first_row > size_ || columns.size() > size_ - first_row || outside >> 63 != 0) {
    off_board_ = true;
    return;
  }
  // Pieces that cover all rows once make a chain from row 0 to row N. Every seam between two of
  // them is added once and taken off once; what is left are the two ends.
  seams_ += hash(first_row) - hash(first_row + columns.size());
  marks_.mark(first_row, columns);
}

void StreamVerifier::mark(std::uint64_t first_row, std::span<const std::uint32_t> columns) {
  mark_each(first_row, columns);
}

void StreamVerifier::mark(std::uint64_t first_row, std::span<const std::uint64_t> columns) {
  mark_each(first_row, columns);
}

bool StreamVerifier::is_solution(run::Executor& workers, const std::stop_token& stop) const {
  if (off_board_ || seams_ != hash(0) - hash(size_)) return false;
  constexpr std::uint64_t kWords = 1 << 15;
  std::atomic<std::uint64_t> next{0}, lines{0};
  workers.run([&](int) {
    const std::uint64_t end = marks_.words().size();
    for (std::uint64_t first; (first = next.fetch_add(kWords)) < end;) {
      if (stop.stop_requested()) return;
      lines += marks_.count_lines(first, std::min(end, first + kWords));
    }
  });
  return lines == 3 * size_;
}

}  // namespace nqueens::placements
