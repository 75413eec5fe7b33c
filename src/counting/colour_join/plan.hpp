// Decisions of the colour join that rest on estimates, one for each class of row sets R_e: how many
// pivot rows each colour gets, whether their tables are kept, how many units are counted together,
// whether threads share the lists of second pieces; and what memory that takes. The costs of units
// (colour_cost.hpp) follow from the same decisions.
#pragma once

#include <vector>

#include "counting/colour_join/colour_join.hpp"
#include "counting/colour_join/estimate.hpp"
#include "counting/colour_join/second.hpp"

namespace nqueens::counting {

/// One colour of a class.
struct ColourSide {
  SideOptions options;
  /// Part of the first pieces that the pivots leave.
  double left = 1;
  /// Placements on the pivot rows.
  double placements = 1;
  /// Pieces that are filtered and entered while the tables are made, for one first piece.
  double made = 0;
  /// Units for which they are made together.
  double units = 1;
  double table_bytes = 0;  ///< that are in memory at a time
  double first_bytes = 0;  ///< first pieces, and those that pivots leave on the way to a table
  double list_bytes = 0;   ///< second pieces of all row sets of the class
};

/// All R_e with so many queens in even rows on even columns.
struct ColourClass {
  ColourSide white;
  ColourSide black;
  /// Whether units that follow each other with the same pivot rows are counted together, as many as
  /// ColourJoinLimits allows: where tables are made again for every call.
  bool is_batched = false;
  /// Whether all threads keep the lists of second pieces together.
  bool shares_lists = false;
};

class ColourPlan {
 public:
  ColourPlan(const ColourBoard& board, const ColourEstimate& estimate,
             const ColourJoinLimits& limits);

  const ColourClass& of_queens(int even_queens) const {
    return classes_[static_cast<std::size_t>(even_queens)];
  }

  /// Upper bounds, by estimates with a margin of a half. What threads share is bounded by
  /// limits.most_shared_bytes whatever the estimates.
  MemoryNeed memory() const;
  /// Core seconds of the lists of second pieces that threads share.
  double list_seconds() const;

 private:
  struct Sizes {
    double first;       ///< first pieces of an R_e
    double first_sets;  ///< lanes
    double left;        ///< of first pieces, by one queen of the second piece
    int columns;        ///< of the board of second pieces
    double second;      ///< second pieces of a row set
    double second_sets;
    int queens;  ///< of the second piece
  };
  ColourSide decide(const Sizes& sizes, double most_batch) const;
  double units_of_pivots(int queens, int pivots) const;
  void share_lists();

  ColourBoard board_;
  ColourJoinLimits limits_;
  std::vector<ColourClass> classes_;  ///< by queens in R_e; those without a unit stay empty
  double shared_bytes_ = 0;
};

}  // namespace nqueens::counting
