// Rotations: the end of a path is moved towards squares left over, or towards its first square.
#include <algorithm>
#include <array>
#include <limits>

#include "tour/steps.hpp"

namespace nqueens::tour {

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

}  // namespace nqueens::tour
