// Second pieces of the colour join: every placement on the odd rows R_o (or their complement),
// split into a head and a tail of rows, as a list of (head, tail) for each column set. Depends on
// the row set alone, so that lists may be shared by all row sets R_e.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/colour_board.hpp"
#include "engine/colour_layout.hpp"

namespace nqueens::engine {

/// Pieces that share the queen on the pivot row, where there is a pivot.
struct SecondGroup {
  int pivot_column = -1;
  std::vector<MaskStep> head_steps;
  std::vector<MaskStep> tail_steps;
  std::uint32_t heads = 0;
  std::uint32_t tails = 0;
  std::vector<LineSet> column_sets;    ///< of all its queens, ascending
  std::vector<std::uint32_t> begins;   ///< of each set's entries, and their end
  std::vector<std::uint32_t> entries;  ///< head | tail << 16

  static std::uint32_t entry(std::uint32_t head, std::uint32_t tail) { return head | tail << 16; }
};

struct SecondPieces {
  std::vector<int> rows;  ///< the row of each SecondSquare::row; the pivot is not among them
  int pivot_row = -1;
  int head_rows = 0;  ///< the first of `rows`; the tail has the others
  std::vector<SecondGroup> groups;

  std::size_t bytes() const;
};

struct SecondOptions {
  bool pivot = false;  ///< one group for each queen on the central row
  /// Masks of a group; more of them start another group with the same pivot. At most 65536, and
  /// above the number of tails (43,680 on the largest board). Smaller only in tests.
  std::uint32_t most_heads = 65536;
};

SecondPieces list_second_pieces(const PieceBoard& board, LineSet rows,
                                const SecondOptions& options);

}  // namespace nqueens::engine
