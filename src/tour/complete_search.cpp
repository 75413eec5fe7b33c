// Moves are tried in Warnsdorff's order. A position is given up when an unvisited square cannot be
// entered and left any more (one such square may be the end of an open tour), or when the unvisited
// squares have come apart.
#include <algorithm>
#include <array>
#include <bit>

#include "tour/steps.hpp"

namespace nqueens::tour {

namespace {

constexpr std::uint64_t kBacktracksPerPoll = 1 << 14;

std::uint64_t bit(int square) {
  return std::uint64_t{1} << square;
}

class Searcher {
 public:
  Searcher(const KnightBoard& board, bool closed, std::uint64_t max_backtracks,
           const std::stop_token& stop)
      : closed_(closed), max_backtracks_(max_backtracks), stop_(stop) {
    board.for_squares([&](Index square) { squares_.push_back(square); });
    for (std::size_t a = 0; a < squares_.size(); ++a) {
      for (std::size_t b = 0; b < squares_.size(); ++b) {
        if (board.is_move(squares_[a], squares_[b])) moves_[a] |= bit(static_cast<int>(b));
      }
    }
  }

  CompleteSearch search(Index start) {
    first_ =
        static_cast<int>(std::find(squares_.begin(), squares_.end(), start) - squares_.begin());
    const std::uint64_t all =
        squares_.size() == 64 ? ~std::uint64_t{0} : bit(static_cast<int>(squares_.size())) - 1;
    path_ = {first_};
    const bool found = extend_path(first_, all & ~bit(first_));
    CompleteSearch result;
    result.backtracks = backtracks_;
    result.found = found ? Found::tour : given_up_ ? Found::nothing_yet : Found::none;
    if (found) {
      for (const int square : path_)
        result.path.push_back(squares_[static_cast<std::size_t>(square)]);
    }
    return result;
  }

 private:
  std::uint64_t moves(int square) const { return moves_[static_cast<std::size_t>(square)]; }

  bool extend_path(int here, std::uint64_t unvisited) {
    if (unvisited == 0) return !closed_ || (moves(here) & bit(first_)) != 0;
    if (!can_be_finished(here, unvisited)) return false;
    std::array<int, 8> order{};
    std::size_t number = 0;
    for (std::uint64_t next = moves(here) & unvisited; next != 0; next &= next - 1) {
      order[number++] = std::countr_zero(next);
    }
    std::sort(order.begin(), order.begin() + number, [&](int one, int two) {
      return std::popcount(moves(one) & unvisited) < std::popcount(moves(two) & unvisited);
    });
    for (std::size_t i = 0; i < number; ++i) {
      path_.push_back(order[i]);
      if (extend_path(order[i], unvisited & ~bit(order[i]))) return true;
      path_.pop_back();
      if (given_up_) return false;
      if (++backtracks_ >= max_backtracks_ ||
          (backtracks_ % kBacktracksPerPoll == 0 && stop_.stop_requested())) {
        given_up_ = true;
        return false;
      }
    }
    return false;
  }

  bool can_be_finished(int here, std::uint64_t unvisited) const {
    // What a square can be entered from or left to: unvisited ones, the present end, and for a
    // closed tour the first square.
    const std::uint64_t open = unvisited | bit(here) | (closed_ ? bit(first_) : 0);
    int ends = 0;
    for (std::uint64_t left = unvisited; left != 0; left &= left - 1) {
      const int ways = std::popcount(moves(std::countr_zero(left)) & open);
      // Where the present end is the first square of a closed tour, it counts for two ways.
      if (ways == 0) return false;
      if (ways == 1 && (closed_ ? here != first_ : ++ends > 1)) return false;
    }
    std::uint64_t reached = moves(here) & unvisited;
    for (std::uint64_t edge = reached; edge != 0;) {
      std::uint64_t next = 0;
      for (; edge != 0; edge &= edge - 1) next |= moves(std::countr_zero(edge));
      edge = next & unvisited & ~reached;
      reached |= edge;
    }
    return reached == unvisited;
  }

  bool closed_;
  std::uint64_t max_backtracks_;
  const std::stop_token& stop_;
  std::vector<Index> squares_;
  std::array<std::uint64_t, 64> moves_{};
  int first_ = 0;
  std::vector<int> path_;
  std::uint64_t backtracks_ = 0;
  bool given_up_ = false;
};

}  // namespace

CompleteSearch search_completely(const KnightBoard& board, Index start, bool closed,
                                 std::uint64_t max_backtracks, const std::stop_token& stop) {
  return Searcher(board, closed, max_backtracks, stop).search(start);
}

}  // namespace nqueens::tour
