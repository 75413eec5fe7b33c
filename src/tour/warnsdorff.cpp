// Warnsdorff's rule, in linear time: the number of onward moves of every square is kept up to date.

#include "tour/steps.hpp"

namespace nqueens::tour {

namespace {
/// Of a square that cannot be gone to: visited, or border.
constexpr std::uint8_t kClosed = 0xFF;
constexpr std::uint64_t kMovesPerPoll = 1 << 16;
}  // namespace

TieRule roths_rule(const KnightBoard& board) {
  return {false, board.rows() - 1, board.columns() - 1};
}

std::vector<Index> walk_by_warnsdorff(const KnightBoard& board, Index start, const TieRule& rule,
                                      base::Random& random, const std::stop_token& stop) {
  // Moves that go on from each square to squares not yet visited.
  std::vector<std::uint8_t> onward(board.array_size(), kClosed);
  board.for_squares([&](Index square) { onward[square] = 0; });
  board.for_squares([&](Index square) {
    board.for_moves(square, [&](Index next) { onward[square] += onward[next] != kClosed; });
  });

  std::vector<Index> path;
  path.reserve(board.squares());
  Index here = start;
  for (;;) {
    path.push_back(here);
    if (path.size() % kMovesPerPoll == 0 && stop.stop_requested()) return path;
    onward[here] = kClosed;
    Index best = here;
    std::uint8_t fewest = kClosed;
    std::int64_t farthest = -1;
    std::uint32_t equal = 0;
    board.for_moves(here, [&](Index next) {
      if (onward[next] == kClosed) return;
      const std::uint8_t ways = --onward[next];
      if (ways > fewest) return;
      std::int64_t distance = 0;
      if (rule.is_random) {
        equal = ways < fewest ? 1 : equal + 1;
        distance = ways < fewest || random.below(equal) == 0 ? farthest + 1 : farthest;
      } else {
        const std::int64_t rows = 2 * board.row(next) - rule.row;
        const std::int64_t columns = 2 * board.column(next) - rule.column;
        distance = rows * rows + columns * columns;
      }
      if (ways < fewest || distance > farthest) {
        best = next;
        fewest = ways;
        farthest = distance;
      }
    });
    if (best == here) return path;
    here = best;
  }
}

}  // namespace nqueens::tour
