// Three steps. Warnsdorff's rule in linear time: the number of onward moves of every square is kept
// up to date. Rotations: the end of a path is moved towards squares left over, or towards its first
// square. The complete search: moves are tried in Warnsdorff's order, and a position is given up
// when an unvisited square cannot be entered and left any more (one such square may be the end of
// an open tour), or when the unvisited squares have come apart.
#include "tour/steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

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

namespace {
/// One rotation in so many goes anywhere: the nearest way may lead round in a circle.
constexpr std::uint32_t kStray = 6;
}  // namespace

PathRepair::PathRepair(const KnightBoard& board, std::vector<Index>& path)
    : board_(board), path_(path), position_(board.array_size(), kBorder) {
  board.for_squares([&](Index square) { position_[square] = kOff; });
  for (std::size_t i = 0; i < path.size(); ++i) position_[path[i]] = static_cast<Index>(i);
  board.for_squares([&](Index square) {
    if (position_[square] == kOff) unvisited_.push_back(square);
  });
}

bool PathRepair::extend(std::uint64_t budget, base::Random& random, const std::stop_token& stop) {
  moved_ = 0;
  while (path_.size() < board_.squares()) {
    if (moved_ > budget || stop.stop_requested()) return false;
    if (append_neighbour()) continue;
    if (!rotate_towards(nearest_unvisited(), random)) return false;
  }
  return true;
}

bool PathRepair::close(std::uint64_t budget, base::Random& random, const std::stop_token& stop) {
  moved_ = 0;
  while (!board_.is_move(path_.back(), path_.front())) {
    if (moved_ > budget || stop.stop_requested()) return false;
    if (!rotate_towards(path_.front(), random)) return false;
  }
  return true;
}

bool PathRepair::append_neighbour() {
  Index chosen = kOff;
  board_.for_moves(path_.back(), [&](Index next) {
    if (position_[next] == kOff) chosen = next;
  });
  if (chosen == kOff) return false;
  position_[chosen] = static_cast<Index>(path_.size());
  path_.push_back(chosen);
  return true;
}

bool PathRepair::rotate_towards(Index target, base::Random& random) {
  const auto last = static_cast<Index>(path_.size() - 1);
  std::array<Index, 8> places{};  // behind which the path may be turned round
  std::uint32_t number = 0;
  board_.for_moves(path_.back(), [&](Index next) {
    const Index place = position_[next];
    if (place < last - 1) places[number++] = place;  // neither border nor off the path
  });
  if (number == 0) return false;
  Index chosen = places[random.below(number)];
  if (random.below(kStray) != 0) {
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t i = 0; i < number; ++i) {
      const std::int64_t left = distance(path_[places[i] + 1], target);
      if (left < min) {
        min = left;
        chosen = places[i];
      }
    }
  }
  const auto begin = path_.begin() + chosen + 1;
  std::reverse(begin, path_.end());
  for (Index i = chosen + 1; i <= last; ++i) position_[path_[i]] = i;
  moved_ += last - chosen + 64;  // a rotation is some work, however short
  ++rotations_;
  return true;
}

Index PathRepair::nearest_unvisited() {
  std::erase_if(unvisited_, [this](Index square) { return position_[square] != kOff; });
  return *std::min_element(unvisited_.begin(), unvisited_.end(), [this](Index one, Index two) {
    return distance(path_.back(), one) < distance(path_.back(), two);
  });
}

std::int64_t PathRepair::distance(Index one, Index two) const {
  // A square is reached from a knight's move away, so the distance is that to the nearest such
  // square, roughly.
  const std::int64_t rows = std::abs(board_.row(one) - board_.row(two));
  const std::int64_t columns = std::abs(board_.column(one) - board_.column(two));
  if (rows * columns == 2) return 0;
  return rows * rows + columns * columns;
}

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
