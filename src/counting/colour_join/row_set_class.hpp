// What one task of "row-sets" means for solutions: which squares its queens may take, which
// solutions it holds, and with what weight. For audits; nothing here counts or cuts.
#pragma once

#include <vector>

#include "counting/colour_join/board.hpp"
#include "counting/task.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::counting {

class RowSetClass {
 public:
  RowSetClass(int board_size, const counting::Task& task);

  bool is_of(int board_size, const counting::Task& task) const {
    return board_.board_size() == board_size && code_ == task.code;
  }

  /// The problem with the squares that some solution of the task may take: every even row, and
  /// every odd row that is in all R_o of the task or in none, has columns of one parity.
  Problem restricted(const Problem& problem) const;

  /// Zero for a solution that is in another task, or has an image that is counted for it.
  std::uint32_t weight(const Placement& solution) const;

 private:
  colour_join::Board board_;
  std::uint64_t code_;
  colour_join::LineSet even_rows_;
  colour_join::LineSet always_odd_ = 0;  ///< odd rows in every R_o
  colour_join::LineSet never_odd_ = 0;   ///< odd rows in none
  std::vector<bool> takes_;              ///< for every set of odd rows: whether it is one of them
};

}  // namespace nqueens::counting
