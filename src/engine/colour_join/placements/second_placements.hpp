// Takes a set of odd rows and gives its second placements, o or g, as pairs (head, tail) in groups
// by pivot (proofs.md). They depend on their row set alone, so all R_e may share lists.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"

namespace nqueens::engine::colour_join {

struct SecondRows {
  std::vector<int> pivots;  ///< the rows of the set nearest to the middle; may be none
  std::vector<int> others;  ///< ascending: head rows, then tail rows
  int head_rows = 0;        ///< the first of `others`; the tail has the rest, at most four

  /// Makes `max_pivots` of the rows pivots, or all.
  SecondRows(const Quarter& quarter, LineSet rows, int max_pivots);
};

/// Calls visit(pivot, lines) for every placement on the pivot rows, `pivot` counting them. Before
/// that calls enter(depth, queen) for each queen, on row `depth`, that the placement before did not
/// have.
template <typename Enter, typename Visit>
void for_each_pivot(const Quarter& quarter, const std::vector<int>& pivot_rows, Enter enter,
                    Visit visit) {
  std::size_t pivot = 0;
  const auto place = [&](const auto& self, std::size_t depth, const QueenLines& lines) -> void {
    if (depth == pivot_rows.size()) {
      visit(pivot++, lines);
      return;
    }
    const int row = pivot_rows[depth];
    for (LineSet free = quarter.free(lines, row); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      enter(depth, quarter.with({}, row, column));
      self(self, depth + 1, quarter.with(lines, row, column));
    }
  };
  place(place, 0, QueenLines{});
}

struct SecondGroup {
  std::size_t pivot = 0;
  std::vector<LineSet> columns;  ///< that steps use, by index into SecondRows::others
  std::vector<MaskStep> head_steps;
  std::vector<MaskStep> tail_steps;
  std::uint32_t heads = 0;
  std::uint32_t tails = 0;
  std::vector<std::uint16_t> column_sets;  ///< of all its queens, ascending
  std::vector<std::uint32_t> begins;       ///< of each set's entries, and the end of the last
  std::vector<std::uint32_t> entries;      ///< pair_entry()

  std::size_t bytes() const;
};

/// Lists second placements group by group. It keeps its scratch, some 0.5 MB.
class SecondListing {
 public:
  /// A group has at most `max_heads` heads, 65536 at most; more heads begin another group.
  SecondListing(const Quarter& quarter, std::uint32_t max_heads);

  using Visit = std::function<void(const SecondGroup&)>;
  /// Calls visit(group) for the placements with the queens of `lines` on the pivot rows and, unless
  /// `row_of_set` is empty, with row_of_set >= 0 for their column set. The group is valid during
  /// the call. Throws StopAsked.
  void list(const SecondRows& rows, std::size_t pivot, const QueenLines& lines,
            std::span<const std::int32_t> row_of_set, const std::stop_token& stop,
            const Visit& visit);

 private:
  struct Found {
    std::uint16_t column_set;
    std::uint16_t head;
    std::uint16_t tail_key;
  };
  struct Current;

  void place_head(Current& current, int depth, const QueenLines& lines);
  void place_tail(Current& current, int depth, const QueenLines& lines, std::uint32_t key);
  void add(Current& current, LineSet column_set, std::uint32_t key);
  void end_group(Current& current);
  void clear_group();
  void number_tails(const SecondRows& rows);
  void sort_entries();

  const Quarter quarter_;
  const std::uint32_t max_heads_;
  SecondGroup group_;
  bool head_is_new_ = false;
  std::uint8_t columns_[32] = {};
  std::vector<std::uint8_t> head_columns_;
  std::vector<Found> found_;
  std::vector<std::uint32_t> tail_of_key_;
  std::vector<std::uint32_t> tail_keys_;  ///< that have a tail
  std::vector<std::uint32_t> set_count_;
};

struct SecondPlacements {
  std::vector<SecondGroup> groups;

  std::size_t bytes() const;
};

/// The lists of one quarter, for all threads. The thread that first asks for a list makes it.
class QuarterLists {
 public:
  /// Adds the bytes of its lists to `bytes`.
  QuarterLists(const Quarter& quarter, double max_bytes, std::atomic<std::size_t>& bytes)
      : quarter_(quarter),
        max_bytes_(max_bytes),
        bytes_(bytes),
        slots_(std::size_t{1} << quarter.rows()) {}

  /// Returns the list of a row set; null if there is no room for it. Throws StopAsked: a list that
  /// is not whole is dropped, and not tried again.
  /// Precondition: a row set is always asked for with the same number of pivots.
  const SecondPlacements* find(LineSet rows, int pivots, SecondListing& listing,
                               const std::stop_token& stop) const;

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<SecondPlacements> list;
  };
  std::unique_ptr<SecondPlacements> make(LineSet rows, int pivots, SecondListing& listing,
                                         const std::stop_token& stop) const;

  const Quarter quarter_;
  const double max_bytes_;
  std::atomic<std::size_t>& bytes_;
  mutable std::vector<Slot> slots_;  ///< by row set
};

class SharedLists {
 public:
  SharedLists(const QuarteredBoard& board, double max_bytes)
      : white_(board.white_second(), max_bytes, bytes_),
        black_(board.black_second(), max_bytes, bytes_),
        white_by_columns_(board.white_second().transposed(board.board_size()), max_bytes, bytes_),
        black_by_columns_(board.black_second().transposed(board.board_size()), max_bytes, bytes_) {}

  const QuarterLists& white() const { return white_; }
  const QuarterLists& black() const { return black_; }
  /// They have the lists of the transposed quarters, by column set.
  const QuarterLists& white_by_columns() const { return white_by_columns_; }
  const QuarterLists& black_by_columns() const { return black_by_columns_; }

 private:
  mutable std::atomic<std::size_t> bytes_{0};
  QuarterLists white_;
  QuarterLists black_;
  QuarterLists white_by_columns_;
  QuarterLists black_by_columns_;
};

}  // namespace nqueens::engine::colour_join
