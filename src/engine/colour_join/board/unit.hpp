// Takes R_e with one of R_o, C_e and C_o, and says which colour is counted, which is summed up, and
// on which lines both stand.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/colour_join/board/quartered_board.hpp"

namespace nqueens::engine::colour_join {

/// Returns the set that tells the unit of a placement apart from others of its R_e.
constexpr LineSet unit_set(UnitKind kind, const ParitySets& sets) {
  return kind == UnitKind::odd_rows       ? sets.odd_rows
         : kind == UnitKind::even_columns ? sets.even_columns
                                          : sets.odd_columns;
}

/// A unit: R_e with R_o, C_e or C_o. The board must outlive it.
class Unit {
 public:
  /// `sums_white`: whether white is summed up where `set` is R_o; else the kind tells.
  Unit(const QuarteredBoard& board, LineSet even_rows, LineSet set, bool sums_white)
      : board_(&board),
        even_rows_(even_rows),
        set_(set),
        kind_(board.unit_kind(std::popcount(even_rows))),
        sums_white_(is_by_rows() ? sums_white : kind_ == UnitKind::even_columns) {}

  LineSet set() const { return set_; }  ///< R_o, C_e or C_o
  bool is_by_rows() const { return kind_ == UnitKind::odd_rows; }
  bool sums_white() const { return sums_white_; }

  /// The rows of the counted colour's second placements; in units of column sets their columns.
  LineSet counted_lines() const {
    return is_by_rows()
               ? board_->second_rows(!sums_white_, set_)
               : complement(summed_columns(), sums_white_ ? board_->even() : board_->odd());
  }
  /// The rows of the summed colour's second placements. Only of units of row sets.
  LineSet summed_rows() const { return board_->second_rows(sums_white_, set_); }
  /// The columns of the summed colour's first placements: e stands on C_e, f on C_o'. Only of units
  /// of column sets.
  LineSet summed_columns() const { return sums_white_ ? set_ : complement(set_, board_->odd()); }

  /// What the unit's solutions are multiplied by. In units of column sets row weights belong
  /// to the rows of each second placement.
  std::uint32_t row_weight() const {
    return is_by_rows() ? board_->row_weight(even_rows_, set_) : 1;
  }
  /// The column weight of summed_columns(); column_weight() takes it with that of a lane. Only of
  /// units of column sets.
  std::uint32_t first_weight() const {
    return board_->first_weight(sums_white_, even_rows_, summed_columns());
  }

 private:
  const QuarteredBoard* board_;
  LineSet even_rows_;
  LineSet set_;
  UnitKind kind_;
  bool sums_white_;
};

}  // namespace nqueens::engine::colour_join
