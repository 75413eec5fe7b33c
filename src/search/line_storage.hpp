// Two ways to keep the number of queens on every line of one family. Both are exact: a count that
// does not fit ends the search by an exception, or cannot arise. A wrong count could turn a wrong
// placement into an accepted one. Knows only line numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/arrays.hpp"
#include "nqueens/error.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

/// One counter a line, for placements with many conflicts and for scans. The counter may be narrow,
/// because memory traffic is what large boards cost; no count passes kMaximum: increment() throws.
/// A search on narrow counters must therefore say why it never gets there.
template <typename Counter>
class DenseStorage {
 public:
  static constexpr std::uint64_t kMaximum = std::numeric_limits<Counter>::max();

  explicit DenseStorage(std::uint64_t lines) : counts_(lines) {}
  static std::uint64_t memory_bytes(std::uint64_t lines) { return lines * sizeof(Counter); }

  std::uint64_t count(std::uint64_t line) const { return counts_[line]; }
  /// Returns the count before.
  std::uint64_t increment(std::uint64_t line) {
    if (counts_[line] == kMaximum) {
      throw Error("internal error: more queens on one line than its counter can hold");
    }
    return counts_[line]++;
  }
  /// Returns the count after. Precondition: it is not 0 before.
  std::uint64_t decrement(std::uint64_t line) { return --counts_[line]; }

  /// All zero again. False when stopped before.
  bool clear(const StopSignal& stop) { return search::clear(counts_.data(), counts_.size(), stop); }

  /// The counters themselves, by line.
  Counter* data() { return counts_.data(); }
  const Counter* data() const { return counts_.data(); }

 private:
  base::PageArray<Counter> counts_;
};

/// One bit a line, and a list of what is above one queen, for placements with few conflicts: an
/// eighth of the memory of bytes, so that a board of 10^7 stays in a third-level cache. The list is
/// searched from end to end, but next to never in vain: a filter of 16384 bits is asked first. (A
/// hash table instead: a sixth slower on a board of 10, no faster on any.) Any count fits.
class SparseStorage {
 public:
  explicit SparseStorage(std::uint64_t lines) : words_(words(lines)), filter_(kFilterBits / 64) {}
  /// Without the list, which is short.
  static std::uint64_t memory_bytes(std::uint64_t lines) {
    return words(lines) * sizeof(std::uint64_t);
  }

  std::uint64_t count(std::uint64_t line) const {
    const std::uint64_t one = occupied(line);
    if ((one & filtered(line)) == 0) [[likely]]
      return one;
    return 1 + static_cast<std::uint64_t>(std::count(excess_.begin(), excess_.end(), line));
  }
  /// Returns the count before.
  std::uint64_t increment(std::uint64_t line) {
    const std::uint64_t before = count(line);
    if (before == 0) {
      set(line);
    } else {
      filter_[line % kFilterBits / 64] |= std::uint64_t{1} << (line % 64);
      excess_.push_back(line);
    }
    return before;
  }
  /// Returns the count after. Precondition: it is not 0 before.
  std::uint64_t decrement(std::uint64_t line) {
    if (filtered(line) != 0) {
      const auto found = std::find(excess_.begin(), excess_.end(), line);
      if (found != excess_.end()) {
        *found = excess_.back();
        excess_.pop_back();
        return count(line);
      }
    }
    unset(line);
    return 0;
  }

  /// 1 for a line with queens, 0 for an empty one; a number, to be combined without branches.
  std::uint64_t occupied(std::uint64_t line) const { return words_[line / 64] >> (line % 64) & 1; }
  /// Counts the first queen of an empty line.
  void set(std::uint64_t line) { words_[line / 64] |= std::uint64_t{1} << (line % 64); }
  /// No longer counts the only queen of a line.
  void unset(std::uint64_t line) { words_[line / 64] &= ~(std::uint64_t{1} << (line % 64)); }
  void prefetch(std::uint64_t line) const { __builtin_prefetch(&words_[line / 64], 1); }

  /// All zero again. False when stopped before.
  bool clear(const StopSignal& stop) {
    excess_.clear();
    std::fill(filter_.begin(), filter_.end(), std::uint64_t{0});
    return search::clear(words_.data(), words_.size(), stop);
  }
  /// The bits, and kWordsBehind words of zeros: a wide probe never ends beyond the last line's word
  /// by more than that.
  std::uint64_t* data() { return words_.data(); }
  static constexpr std::uint64_t kWordsBehind = 16;

 private:
  static constexpr std::uint64_t kFilterBits = 16384;
  static std::uint64_t words(std::uint64_t lines) { return (lines + 63) / 64 + kWordsBehind; }
  std::uint64_t filtered(std::uint64_t line) const {
    return filter_[line % kFilterBits / 64] >> (line % 64) & 1;
  }

  base::PageArray<std::uint64_t> words_;
  std::vector<std::uint64_t> excess_;  ///< a line with n queens stands here n - 1 times
  /// Bit i is set where some line of the list has, or had, the remainder i.
  std::vector<std::uint64_t> filter_;
};

}  // namespace nqueens::search
