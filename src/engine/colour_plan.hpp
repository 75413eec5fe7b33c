// Decisions of the colour join that rest on estimates: how many pivot rows each class of second
// pieces gets, whether threads share the lists of second pieces, and what memory that takes.
#pragma once

#include <vector>

#include "engine/colour_estimate.hpp"
#include "engine/colour_join.hpp"

namespace nqueens::engine {

class ColourPlan {
 public:
  ColourPlan(const ColourBoard& board, const ColourJoinLimits& limits);

  /// Pivot rows of a second piece with so many queens.
  int white_pivots(int queens) const { return white_[static_cast<std::size_t>(queens)].pivots; }
  int black_pivots(int queens) const { return black_[static_cast<std::size_t>(queens)].pivots; }

  /// SecondOptions::keeps_tables for them.
  bool keeps_white_tables(int queens) const {
    return white_[static_cast<std::size_t>(queens)].keeps_tables;
  }
  bool keeps_black_tables(int queens) const {
    return black_[static_cast<std::size_t>(queens)].keeps_tables;
  }

  /// Whether all threads keep the lists of that class together: those that most row sets R_e use,
  /// as far as limits.most_shared_bytes reaches.
  bool shares_white(int queens) const { return white_[static_cast<std::size_t>(queens)].is_shared; }
  bool shares_black(int queens) const { return black_[static_cast<std::size_t>(queens)].is_shared; }

  /// Upper bounds, by estimates with a margin of a half.
  MemoryNeed memory() const;

 private:
  /// One class of one colour, by the number of queens of the second piece.
  struct Class {
    int pivots = 0;
    bool keeps_tables = true;
    double bytes = 0;       ///< of one thread: first pieces, tables, second pieces
    double list_bytes = 0;  ///< second pieces of all its row sets
    bool is_shared = false;
  };
  struct Sizes {
    double first_per_set;
    double first_sets;
    double left;          ///< of first pieces, by one queen of the second piece
    double pivot_pieces;  ///< placements on a pivot row more than on one fewer
    double second;        ///< second pieces of a row set
    int queens;           ///< of the second piece
  };
  Class decide(const Sizes& sizes) const;
  void share_lists();

  ColourBoard board_;
  ColourJoinLimits limits_;
  std::vector<Class> white_;
  std::vector<Class> black_;
  double shared_bytes_ = 0;
};

}  // namespace nqueens::engine
