// Two ways to keep the number of queens on every line of one family. Both are exact: a count that
// does not fit ends the search by an exception, or cannot arise. A wrong count could turn a wrong
// placement into an accepted one. Knows only line numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "base/page_array.hpp"
#include "nqueens/error.hpp"

namespace nqueens::localsearch {

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

  /// The counters themselves, by line; also for clearing and prefetching.
  Counter* data() { return counts_.data(); }
  const Counter* data() const { return counts_.data(); }
  std::uint64_t size() const { return counts_.size(); }

 private:
  base::PageArray<Counter> counts_;
};

/// One bit a line, and a table of what is above one queen, for placements with few conflicts: an
/// eighth of the memory of bytes, so that a board of 10^7 stays in a third-level cache. Any count
/// fits.
class SparseStorage {
 public:
  explicit SparseStorage(std::uint64_t lines) : words_(words(lines)), filter_(kFilterBits / 64) {}
  /// Without the table, which is small.
  static std::uint64_t memory_bytes(std::uint64_t lines) {
    return words(lines) * sizeof(std::uint64_t);
  }

  std::uint64_t count(std::uint64_t line) const {
    const std::uint64_t one = occupied(line);
    if ((one & filtered(line)) == 0) [[likely]]
      return one;
    const auto found = excess_.find(line);
    return found == excess_.end() ? 1 : 1 + found->second;
  }
  /// Returns the count before.
  std::uint64_t increment(std::uint64_t line) {
    if (occupied(line) == 0) {
      set(line);
      return 0;
    }
    filter_[line % kFilterBits / 64] |= std::uint64_t{1} << (line % 64);
    return ++excess_[line];
  }
  /// Returns the count after. Precondition: it is not 0 before.
  std::uint64_t decrement(std::uint64_t line) {
    const auto found = filtered(line) == 0 ? excess_.end() : excess_.find(line);
    if (found == excess_.end()) {
      unset(line);
      return 0;
    }
    const std::uint64_t after = found->second;
    if (--found->second == 0) excess_.erase(found);
    return after;
  }

  /// 1 for a line with queens, 0 for an empty one; a number, to be combined without branches.
  std::uint64_t occupied(std::uint64_t line) const { return words_[line / 64] >> (line % 64) & 1; }
  /// Counts the first queen of an empty line.
  void set(std::uint64_t line) { words_[line / 64] |= std::uint64_t{1} << (line % 64); }
  /// No longer counts the only queen of a line.
  void unset(std::uint64_t line) { words_[line / 64] &= ~(std::uint64_t{1} << (line % 64)); }
  void prefetch(std::uint64_t line) const { __builtin_prefetch(&words_[line / 64], 1); }

  /// Forgets the queens of the lines above one; the bits are cleared by the caller, piece by piece.
  void forget_excess() {
    excess_.clear();
    std::fill(filter_.begin(), filter_.end(), std::uint64_t{0});
  }
  /// The bits, and kWordsBehind words of zeros that may be read and written back.
  std::uint64_t* data() { return words_.data(); }
  std::uint64_t size() const { return words_.size(); }
  static constexpr std::uint64_t kWordsBehind = 16;

 private:
  static constexpr std::uint64_t kFilterBits = 4096;
  static std::uint64_t words(std::uint64_t lines) { return (lines + 63) / 64 + kWordsBehind; }
  std::uint64_t filtered(std::uint64_t line) const {
    return filter_[line % kFilterBits / 64] >> (line % 64) & 1;
  }

  base::PageArray<std::uint64_t> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> excess_;  ///< queens above one
  /// Bit i is set where some line of the table has, or had, the remainder i: a cheap first look.
  std::vector<std::uint64_t> filter_;
};

}  // namespace nqueens::localsearch
