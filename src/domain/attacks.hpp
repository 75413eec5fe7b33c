// Which queens attack each other, on a board of any size.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

/// Two squares lie on one line of this kind if their numbers are equal. Knight's moves have none.
std::uint64_t line_number(const Board& board, Line line, const Square& square);

/// Finds the first attacking pair of a placement, one column for each row: the pair with the least
/// later row, and among those with the least earlier row. Precondition: the columns are on the
/// board. O(N) time, 6 N bits.
std::optional<AttackingPair> find_attack(const Board& board, std::span<const Column> columns);

/// Returns the given queens, sorted by row and column, each once. Throws InvalidArgument for one on
/// a blocked or excluded square and for two that attack each other. O(k log k) for k squares.
std::vector<Square> checked_queens(const Board& board);

}  // namespace nqueens
