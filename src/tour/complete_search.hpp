// Backtracking over all tours of a board of at most 64 squares, the squares as bits of one word: it
// finds a tour, or shows that there is none. Knows no theorem.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "tour/knight_board.hpp"

namespace nqueens::tour {

inline constexpr std::uint64_t kMostSearchedSquares = 64;

enum class Found { tour, none, nothing_yet };

struct CompleteSearch {
  Found found = Found::nothing_yet;
  std::vector<Index> path;  ///< of the board given, where there is a tour
  std::uint64_t backtracks = 0;
};

/// `nothing_yet` after so many moves taken back, or when stopped.
CompleteSearch search_completely(const KnightBoard& board, Index start, bool closed,
                                 std::uint64_t most_backtracks, const std::stop_token& stop);

}  // namespace nqueens::tour
