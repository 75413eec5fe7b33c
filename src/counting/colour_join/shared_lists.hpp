// Lists of second placements that all threads use, as many as fit a bound in real bytes.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "counting/colour_join/second_placements.hpp"

namespace nqueens::counting::colour_join {

/// Of one quarter. Each list is made by the thread that first asks for it. May be used by any
/// number of threads at the same time.
class QuarterLists {
 public:
  /// Adds the bytes of its lists to `bytes`.
  QuarterLists(const Quarter& quarter, double max_bytes, std::atomic<std::size_t>& bytes)
      : quarter_(quarter),
        max_bytes_(max_bytes),
        bytes_(bytes),
        slots_(std::size_t{1} << quarter.rows()) {}

  /// The list of a row set; null where there is no room for it, and when stopped. Precondition: the
  /// number of pivots is always the same for a row set.
  const SecondPlacements* find(LineSet rows, int pivots, SecondListing& listing,
                               const std::stop_token& stop) const;

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<SecondPlacements> list;
  };

  const Quarter quarter_;
  const double max_bytes_;
  std::atomic<std::size_t>& bytes_;
  mutable std::vector<Slot> slots_;  ///< by row set
};

/// Of both colours.
class SharedLists {
 public:
  SharedLists(const Board& board, double max_bytes)
      : white_(board.white_second(), max_bytes, bytes_),
        black_(board.black_second(), max_bytes, bytes_) {}

  const QuarterLists& white() const { return white_; }
  const QuarterLists& black() const { return black_; }

 private:
  mutable std::atomic<std::size_t> bytes_{0};
  QuarterLists white_;
  QuarterLists black_;
};

}  // namespace nqueens::counting::colour_join
