// How the colour join is cut: a row set R_e is a list of units (R_e, R_o), and a task a run of
// consecutive units of one R_e. Engine and decomposition agree on the order of units here.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/colour_board.hpp"

namespace nqueens::engine {

/// The row of a set that lies nearest to the middle of a board of `rows`; -1 for the empty set.
int central_row(LineSet set, int rows);

/// Every R_o of positive weight with R_e, in the order of work: units whose pieces are filtered by
/// the same central rows (README.md, "The pivot") follow each other.
std::vector<LineSet> units_of(const ColourBoard& board, LineSet even_rows);

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

}  // namespace nqueens::engine
