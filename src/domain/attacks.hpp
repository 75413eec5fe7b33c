// Queens that attack each other on a board.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "nqueens/board.hpp"

namespace nqueens {

/// Two squares lie on one line of a kind where their numbers are equal. Not for knight's moves.
std::uint64_t line_number(const Board& board, Line line, const Square& square);

/// The first attacking pair of a placement, one column for each row: that with the least later row,
/// and among those the least earlier row. Precondition: the columns are on the board. O(N) time,
/// 6 N bits.
std::optional<AttackingPair> find_attack(const Board& board, std::span<const Column> columns);

/// The given queens, sorted by row and column, each once. Throws InvalidArgument for one that may
/// not stand there and for two that attack each other. k squares take O(k log k) time.
std::vector<Square> checked_queens(const Board& board);

}  // namespace nqueens
