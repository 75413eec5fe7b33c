// Second pieces of the colour join: every placement on the odd rows R_o (or their complement),
// split into a head and a tail of rows, as a list of (head, tail) for each column set. Depends on
// the row set alone, so that lists may be shared by all row sets R_e.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/colour_board.hpp"
#include "engine/colour_layout.hpp"

namespace nqueens::engine {

/// Pieces that share the queens on the pivot rows.
struct SecondGroup {
  std::size_t pivot =
      0;  ///< which placement on the pivot rows, in ascending order of their columns
  std::vector<LineSet> columns;  ///< those that steps use, of every row
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
  std::vector<int> pivot_rows;      ///< the rows of the set nearest to the middle; may be none
  std::vector<int> rows;            ///< the row of each SecondSquare::row: those that are no pivots
  int head_rows = 0;                ///< the first of `rows`; the tail has the others
  std::vector<SecondGroup> groups;  ///< in the order of their pivots
  bool keeps_tables = true;         ///< SecondOptions::keeps_tables
};

struct SecondOptions {
  int pivots = 0;  ///< how many rows are pivots; at most as many as the set has
  /// Whether the tables of all placements on the pivot rows are small enough to be kept for the
  /// next row set with the same pivot rows; otherwise each is made when its turn comes.
  bool keeps_tables = true;
  /// Masks of a group; more of them start another group with the same pivot. At most 65536, and
  /// above the number of tails (43,680 on the largest board). Smaller only in tests.
  std::uint32_t most_heads = 65536;
};

SecondPieces list_second_pieces(const PieceBoard& board, LineSet rows,
                                const SecondOptions& options);

}  // namespace nqueens::engine
