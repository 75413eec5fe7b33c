// Second pieces of the colour join: every placement on the odd rows R_o (or their complement),
// split into a head and a tail of rows, as a list of (head, tail) for each column set. Depends on
// the row set alone, so that lists may be shared by all row sets R_e.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "counting/colour_join/board.hpp"
#include "counting/colour_join/layout.hpp"
#include "counting/colour_join/piece_search.hpp"

namespace nqueens::counting {

/// How the second pieces of one colour are taken.
struct SideOptions {
  int pivots = 0;
  /// Whether the tables of all placements on the pivot rows are small enough to be kept for the
  /// next call with the same pivot rows; otherwise each is made when its turn comes.
  bool keeps_tables = true;
};

/// The rows of a second piece by what is done with them.
struct SecondRows {
  std::vector<int> pivots;  ///< the rows of the set nearest to the middle; may be none
  std::vector<int> others;  ///< ascending: the row of each SecondSquare::row
  int head_rows = 0;        ///< the first of `others`; the tail has the rest, at most four

  /// `pivot_count` of the rows, or all, are pivots.
  SecondRows(const PieceBoard& board, LineSet rows, int pivot_count);
};

/// Calls visit(pivot, lines) for every placement on the pivot rows, in ascending order of their
/// columns; `pivot` counts the placements. Ends when it is false, and then returns false.
template <typename Visit>
bool for_each_pivot(const PieceSearch& search, const std::vector<int>& pivot_rows, Visit visit) {
  std::size_t pivot = 0;
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines) -> bool {
    if (depth == pivot_rows.size()) return visit(pivot++, lines);
    for (LineSet free = search.free(lines, pivot_rows[depth]); free != 0; free &= free - 1) {
      if (!self(self, depth + 1, search.with(lines, pivot_rows[depth], std::countr_zero(free)))) {
        return false;
      }
    }
    return true;
  };
  return place(place, 0, PieceLines{});
}

/// Pieces that share the queens on the pivot rows.
struct SecondGroup {
  std::size_t pivot = 0;         ///< which placement on the pivot rows
  std::vector<LineSet> columns;  ///< those that steps use, of every one of SecondRows::others
  std::vector<MaskStep> head_steps;
  std::vector<MaskStep> tail_steps;
  std::uint32_t heads = 0;
  std::uint32_t tails = 0;
  std::vector<std::uint16_t> column_sets;  ///< of all its queens, ascending
  std::vector<std::uint32_t> begins;       ///< of each set's entries, and their end
  std::vector<std::uint32_t> entries;      ///< head | tail << 16

  static std::uint32_t entry(std::uint32_t head, std::uint32_t tail) { return head | tail << 16; }
  /// What it holds in memory.
  std::size_t bytes() const;
};

/// Lists second pieces group by group. Keeps its scratch, some 0.5 MB, from one group to the next.
class SecondListing {
 public:
  /// A group has at most `most_heads` heads, more of them start another one with the same pivot. At
  /// most 65536, and above the number of tails (43,680 on the largest board).
  SecondListing(const PieceBoard& board, std::uint32_t most_heads);

  using Visit = std::function<bool(SecondGroup&)>;
  /// Calls visit(group) for the pieces on the rows that have the queens of `lines` on the pivot
  /// rows. The group is good during the call. Ends when it is false, and then returns false.
  bool list(const SecondRows& rows, std::size_t pivot, const PieceLines& lines, const Visit& visit);

 private:
  /// An entry before the tails are numbered.
  struct Found {
    std::uint16_t column_set;
    std::uint16_t head;
    std::uint16_t tail_key;
  };
  struct Current;

  bool place_head(Current& current, int depth, const PieceLines& lines);
  bool place_tail(Current& current, int depth, const PieceLines& lines, std::uint32_t key);
  bool add(Current& current, LineSet column_set, std::uint32_t key);
  bool end_group(Current& current);
  void number_tails(const SecondRows& rows);
  void sort_entries();

  const PieceSearch search_;
  const std::uint32_t most_heads_;
  SecondGroup group_;
  bool head_is_new_ = false;
  std::uint8_t columns_[32] = {};
  std::vector<std::uint8_t> head_columns_;
  std::vector<Found> found_;
  std::vector<std::uint32_t> tail_of_key_;
  std::vector<std::uint32_t> tail_keys_;  ///< that have a tail
  std::vector<std::uint32_t> set_count_;
};

/// All groups of one row set, to be kept.
struct SecondPieces {
  std::vector<SecondGroup> groups;  ///< in the order of their pivots

  /// What they hold in memory.
  std::size_t bytes() const;
};

SecondPieces list_second_pieces(const PieceBoard& board, const SecondRows& rows,
                                SecondListing& listing);

}  // namespace nqueens::counting
