// Takes an R_e and some of its units, and hands each with its solutions to a visitor, on one
// thread: the sum of the formula (README.md).
#pragma once

#include <span>
#include <stop_token>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/column_units.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/row_units.hpp"
#include "engine/colour_join/unit_tools.hpp"

namespace nqueens::engine::colour_join {

class Join {
 public:
  /// All but the last must outlive it.
  Join(const Model& model, const Units& units, const Kernels& kernels, const SharedLists& lists,
       bool counts_pairs)
      : model_(model),
        pairs_(kernels),
        tools_{model.board(), model.limits(), units, lists, pairs_, counts_pairs},
        by_rows_(tools_),
        by_even_columns_(tools_, true),
        by_odd_columns_(tools_, false) {}
  Join(const Join&) = delete;

  /// Counts these of Units::of(R_e), in their order; visits none if a colour has no placement.
  /// Throws StopAsked; Error if 64 bits do not hold the number of one unit.
  void count(LineSet even_rows, std::span<const LineSet> units, const std::stop_token& stop,
             const VisitUnit& visit);
  /// Not as the model chooses. Model::memory() does not hold then.
  void count(LineSet even_rows, std::span<const LineSet> units, const ClassChoice& choice,
             const std::stop_token& stop, const VisitUnit& visit);

  /// Adds the time of later calls to `seconds`; null ends measuring.
  void measure(UnitSeconds* seconds) { tools_.seconds = seconds; }

 private:
  template <typename Kind>
  void count(Kind& kind, LineSet even_rows, std::span<const LineSet> units,
             const ClassChoice& choice, const std::stop_token& stop, const VisitUnit& visit);
  template <typename Kind>
  void join(Kind& kind, std::span<const LineSet> batch, const ClassChoice& choice,
            const std::stop_token& stop, const VisitUnit& visit);

  const Model& model_;
  PairCounter pairs_;
  UnitTools tools_;
  RowUnits by_rows_;
  ColumnUnits by_even_columns_;
  ColumnUnits by_odd_columns_;
  LineSet even_rows_ = ~LineSet{0};  ///< of the first placements that are listed
};

}  // namespace nqueens::engine::colour_join
