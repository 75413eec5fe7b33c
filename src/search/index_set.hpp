// A set of numbers below a bound from which a random element is drawn in O(1). Searches keep in it
// a superset of what they look for (rows in conflict, empty columns) and drop what no longer
// belongs when it is drawn: the rest is still drawn uniformly.
#pragma once

#include <cstdint>
#include <stop_token>

#include "base/arrays.hpp"
#include "base/random.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

class IndexSet {
 public:
  /// An empty set of numbers below `bound`.
  explicit IndexSet(std::uint64_t bound) : members_(bound), is_member_(words(bound)) {}

  static std::uint64_t memory_bytes(std::uint64_t bound) {
    return bound * sizeof(std::uint32_t) + words(bound) * sizeof(std::uint64_t);
  }

  std::uint64_t size() const { return size_; }

  void insert(std::uint64_t index) {
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((is_member_[index / 64] & bit) != 0) return;
    is_member_[index / 64] |= bit;
    members_[size_++] = static_cast<std::uint32_t>(index);
  }

  /// The position of a random member. Precondition: not empty.
  std::uint32_t draw(base::Random& random) const {
    return random.below(static_cast<std::uint32_t>(size_));
  }
  std::uint64_t at(std::uint64_t position) const { return members_[position]; }
  void erase_at(std::uint64_t position) {
    const std::uint64_t index = members_[position];
    is_member_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    members_[position] = members_[--size_];
  }

  /// Empties the set. False when stopped before the end; the set must not be used then.
  bool clear(const std::stop_token& stop) {
    size_ = 0;
    return search::clear(is_member_.data(), is_member_.size(), stop);
  }

 private:
  static std::uint64_t words(std::uint64_t bound) { return (bound + 63) / 64; }

  base::PageArray<std::uint32_t> members_;
  base::PageArray<std::uint64_t> is_member_;
  std::uint64_t size_ = 0;
};

}  // namespace nqueens::search
