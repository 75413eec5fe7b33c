// How the colour join is cut: a row set R_e is a list of units (R_e, R_o), and a task a run of
// consecutive units of one R_e. Engine and decomposition agree on the order of units here.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/colour_join/board.hpp"

namespace nqueens::counting {

/// All rows of a board, from the middle outwards.
std::vector<int> rows_from_the_middle(int rows);

/// The units of every R_e. The constructor takes time and memory in proportion to 2^(N / 2).
class ColourUnits {
 public:
  explicit ColourUnits(const ColourBoard& board);

  /// Every R_o of positive weight with R_e, in the order of work: by membership of the rows from
  /// the middle outwards. So all units whose first so many central rows in R_o are the same, the
  /// pivot rows (README.md), follow each other, and likewise for those not in R_o.
  std::vector<LineSet> of(LineSet even_rows) const;

 private:
  struct Candidate {
    LineSet odd_rows;
    LineSet key;    ///< odd_key
    bool is_least;  ///< not above its reverse
  };

  ColourBoard board_;
  std::vector<std::vector<Candidate>> by_queens_;  ///< of R_o; each in the order of work
};

/// What Task::code holds for a task of the colour join.
struct ColourTask {
  LineSet even_rows = 0;    ///< R_e, 16 bits
  std::uint32_t first = 0;  ///< position in units_of(R_e), 16 bits
  std::uint32_t count = 0;  ///< of units, 17 bits

  std::uint64_t code() const {
    return even_rows | std::uint64_t{first} << 16 | std::uint64_t{count} << 32;
  }
  static ColourTask from_code(std::uint64_t code) {
    return {static_cast<LineSet>(code & 0xFFFF), static_cast<std::uint32_t>(code >> 16 & 0xFFFF),
            static_cast<std::uint32_t>(code >> 32)};
  }
};

}  // namespace nqueens::counting
