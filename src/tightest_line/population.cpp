#include "tightest_line/population.hpp"

#include <algorithm>
#include <cmath>

namespace nqueens::tightest_line {

Population::Population(const Problem& problem, std::size_t capacity)
    : problem_(&problem), capacity_(capacity) {}

std::uint64_t Population::memory_bytes(std::size_t capacity) {
  // Of cells there are up to kMaxProblemSize a member, and their vector grows by doubling.
  return (capacity + 1) * (2 * sizeof(Member) + 2 * sizeof(Branch)) +
         2 * capacity * kMaxProblemSize * sizeof(Cell);
}

std::optional<PopulationSample> Population::sample(base::Random& random,
                                                   const std::function<bool()>& stop) {
  PopulationSample result{0, true};
  const Position start(*problem_);
  members_.assign(1, {start, 1, start.log_promise()});
  for (int queens = 0; queens < problem_->rows(); ++queens) {
    if (stop && stop()) return std::nullopt;
    branch();
    next_.clear();
    next_.reserve(std::min(cells_.size(), capacity_ + 1));
    const bool all_fit = cells_.size() <= capacity_;
    const double least_share = all_fit ? 0 : threshold();
    result.is_exact = result.is_exact && all_fit;
    // Systematic: shares below the threshold are laid end to end, and a ruler with marks one
    // threshold apart, at a random place, picks them.
    double to_mark = least_share * random.unit();
    std::size_t cell = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      const double share = branches_[i].share;
      for (; cell < branches_[i].end; ++cell) {
        if (share >= least_share) {
          continue_with(member, cells_[cell], member.weight);
        } else if (to_mark < share) {
          to_mark += least_share - share;
          continue_with(member, cells_[cell], member.weight * (least_share / share));
        } else {
          to_mark -= share;
        }
      }
    }
    std::swap(members_, next_);
  }
  for (const Member& member : members_) result.solutions += member.weight;
  return result;
}

/// Finds the continuations of all members.
void Population::branch() {
  branches_.clear();
  cells_.clear();
  double largest = -HUGE_VAL;
  for (const Member& member : members_) {
    const std::vector<Cell> cells = member.position.tightest();
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    const auto squares = static_cast<double>(cells.size());
    const double share =
        cells.empty() ? -HUGE_VAL : std::log(member.weight / squares) + member.promise;
    branches_.push_back({cells_.size(), share});
    largest = std::max(largest, share);
  }
  for (Branch& one : branches_) one.share = std::exp(one.share - largest);
}

/// The share from which on continuations go on for sure, so that capacity_ go on in the mean.
/// Precondition: there are more continuations.
double Population::threshold() const {
  double result = HUGE_VAL;
  // It only goes down, until no further share is above it.
  while (true) {
    double below = 0;  // sum of the shares
    auto room = static_cast<double>(capacity_);
    std::size_t begin = 0;
    for (const Branch& one : branches_) {
      const auto cells = static_cast<double>(one.end - begin);
      begin = one.end;
      if (one.share >= result) {
        room -= cells;
      } else {
        below += cells * one.share;
      }
    }
    const double next = below / room;
    if (room < 1 || next >= result) return result;
    result = next;
  }
}

void Population::continue_with(const Member& member, Cell cell, double weight) {
  Member& below = next_.emplace_back(member);
  below.position.place(cell);
  below.weight = weight;
  below.promise = below.position.log_promise();
  if (below.promise == -HUGE_VAL) next_.pop_back();
}

}  // namespace nqueens::tightest_line
