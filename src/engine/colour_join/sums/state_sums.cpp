// Gives the kernel sum_states the tree of row sets and, for 64 first placements at a time, the
// squares that they attack.
#include "engine/colour_join/sums/state_sums.hpp"

#include <algorithm>
#include <bit>

#include "engine/colour_join/stop.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::colour_join {

namespace {

constexpr int kPlaneBits = 16;

/// Returns sum + more x 2^shift, at most half of 64 bits: no call of a kernel adds as much.
std::uint64_t checked_sum(std::uint64_t sum, std::uint64_t more, int shift = 0) {
  const std::uint64_t result = sum + (more << shift);
  if (more >> (63 - shift) != 0 || result >> 63 != 0) {
    throw Error("count of one unit does not fit 64 bits; take a smaller board");
  }
  return result;
}

}  // namespace

void StateSums::set_factors(std::span<const LineSet> row_sets,
                            std::span<const std::uint16_t> row_weights,
                            std::span<const LineSet> column_sets, std::size_t stride) {
  const Quarter& second = colour_.quarters().second;
  rows_after_.assign(std::size_t{1} << second.rows(), 0);
  row_of_rows_.assign(std::size_t{1} << second.rows(), -1);
  row_weights_.assign(row_weights.begin(), row_weights.end());
  std::int32_t row = 0;
  for (const LineSet rows : row_sets) {
    row_of_rows_[rows] = row++;
    LineSet before = 0;
    for (LineSet left = rows; left != 0; left &= left - 1) {
      const LineSet next = left & (0u - left);
      rows_after_[before] |= static_cast<std::uint16_t>(next);
      before |= next;
    }
  }
  const auto none = static_cast<std::uint16_t>(stride - 1);
  lane_of_set_.assign((std::size_t{1} << second.columns()) / 2 + 1, none);
  std::uint16_t lane = 0;
  for (const LineSet set : column_sets) lane_of_set_[set / 2] = lane++;
  lanes_ = column_sets.size();
  tree_ = {.queens = row_sets.empty() ? 0 : std::popcount(row_sets.front()),
           .rows_after = rows_after_.data(),
           .row_of_rows = row_of_rows_.data(),
           .row_weights = row_weights_.data(),
           .lane_of_set = lane_of_set_.data(),
           .stride = stride};
  if (room_size_ < state_room(tree_.queens)) {
    room_.emplace(state_room(tree_.queens) * sizeof(std::uint16_t));
    room_size_ = state_room(tree_.queens);  // only now: there may have been no memory
  }
}

std::uint64_t StateSums::sum(std::size_t lane, const StateFactors& factors,
                             const std::stop_token& stop) {
  return sum(tree_, lane, factors, stop);
}

std::uint64_t StateSums::sum(const StateTree& tree, std::size_t lane, const StateFactors& factors,
                             const std::stop_token& stop) {
  if (row_weights_.empty()) return 0;
  const FirstSpan firsts = colour_.first().of_lane(lane);
  const std::size_t plane = factors.rows * factors.stride;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < factors.planes.size(); at += plane) {
    sum = checked_sum(sum, sum_plane(tree, firsts, factors.planes.data() + at, stop),
                      static_cast<int>(at / plane) * kPlaneBits);
  }
  return sum;
}

std::uint64_t StateSums::count(std::size_t lane, const std::stop_token& stop) {
  std::vector<std::uint16_t> ones(row_weights_.size() * tree_.stride);
  for (std::size_t at = 0; at < ones.size(); at += tree_.stride) {
    std::fill_n(ones.begin() + static_cast<std::ptrdiff_t>(at), lanes_, std::uint16_t{1});
  }
  const std::vector<std::uint16_t> weights(row_weights_.size(), 1);
  StateTree tree = tree_;
  tree.row_weights = weights.data();
  return sum(tree, lane, {ones, tree_.stride, row_weights_.size()}, stop);
}

std::uint64_t StateSums::sum_plane(const StateTree& tree, const FirstSpan& firsts,
                                   const std::uint16_t* factors, const std::stop_token& stop) {
  if (tree.queens == 0) {
    return std::uint64_t{factors[tree.lane_of_set[0]]} * tree.row_weights[0] * firsts.size;
  }
  std::uint64_t sum = 0;
  auto* const room = static_cast<std::uint16_t*>(room_->data());
  for (std::size_t first = 0; first < firsts.size; first += kFirstsTogether) {
    const FirstSpan some = firsts.part(first, kFirstsTogether);
    block(some);
    for (LineSet rows = rows_after_[0]; rows != 0; rows &= rows - 1) {
      check_stop(stop);
      sum = checked_sum(sum, kernels_.sum_states(tree, {blocked_.data(), some.size, factors},
                                                 std::countr_zero(rows), room));
    }
  }
  return sum;
}

/// Squares that are not allowed count as attacked.
void StateSums::block(const FirstSpan& firsts) {
  const ColourQuarters& quarters = colour_.quarters();
  blocked_.resize(static_cast<std::size_t>(quarters.second.rows()) * kFirstsTogether);
  for (int row = 0; row < quarters.second.rows(); ++row) {
    const LineSet out = ~quarters.second.allowed(row);
    const int diagonal = quarters.second.diagonal(row, 0);
    const int antidiagonal = quarters.second.antidiagonal(row, 0);
    std::uint16_t* blocked = blocked_.data() + static_cast<std::size_t>(row) * kFirstsTogether;
    for (std::size_t i = 0; i < firsts.size; ++i) {
      blocked[i] = static_cast<std::uint16_t>(
          out | quarters.bits.attacked(firsts.lines[i], diagonal, antidiagonal));
    }
  }
}

}  // namespace nqueens::engine::colour_join
