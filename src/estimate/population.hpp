// Knuth's estimator of the number of solutions, with many descents at a time. Single descents
// mostly end in a dead end, and a few rare ones carry the sum. Here partial placements descend
// together, queen by queen. When they have more continuations than fit, a random part of them goes
// on: those that promise more solutions with a higher probability, and each with its weight divided
// by that probability. So the sum of the weights of the solutions reached is unbiased. The
// thresholds of Fearnhead and Clifford (J. R. Stat. Soc. B 65, 2003) decide which go on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "mrv/walk.hpp"

namespace nqueens::estimating {

struct PopulationSample {
  double solutions = 0;
  bool is_exact = false;  ///< nothing was left out
};

class Population {
 public:
  /// Has at most `capacity` >= 1 partial placements at a time. The problem must outlive it.
  Population(const Problem& problem, std::size_t capacity)
      : problem_(problem), capacity_(capacity) {}

  /// Bounds the memory from above: about 3 kB for each partial placement.
  static std::uint64_t memory_bytes(std::size_t capacity) {
    // Each member has up to kMaxProblemSize cells, and their vector grows by doubling.
    return (capacity + 1) * (2 * sizeof(Member) + 2 * sizeof(Branch)) +
           2 * capacity * kMaxProblemSize * sizeof(mrv::Cell);
  }

  /// Makes one unbiased estimate, or nullopt when stop(), called before every queen, is true.
  /// O(capacity x rows x (rows + columns)).
  std::optional<PopulationSample> sample(base::Random& random, const std::function<bool()>& stop) {
    PopulationSample result{0, true};
    const mrv::Position start(problem_);
    members_.assign(1, {start, 1, start.log_promise()});
    for (int queens = 0; queens < problem_.rows(); ++queens) {
      if (stop && stop()) return std::nullopt;
      branch();
      next_.clear();
      next_.reserve(std::min(cells_.size(), capacity_ + 1));
      const bool all_fit = cells_.size() <= capacity_;
      const double least_share = all_fit ? 0 : threshold();
      result.is_exact = result.is_exact && all_fit;
      // Systematic sampling: shares below the threshold are laid end to end, and marks one
      // threshold apart, from a random start, pick them.
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

 private:
  struct Member {
    mrv::Position position;
    double weight = 1;
    double promise = 0;  ///< logarithm of the solutions below it
  };
  /// The continuations of a member: the squares of its line with the fewest (MRV).
  struct Branch {
    std::size_t end = 0;  ///< in cells_; it begins where the last one ends
    double share = 0;     ///< of each square, before thresholds
  };

  void branch() {
    branches_.clear();
    cells_.clear();
    double largest = -HUGE_VAL;
    for (const Member& member : members_) {
      const std::vector<mrv::Cell> cells = member.position.tightest();
      cells_.insert(cells_.end(), cells.begin(), cells.end());
      const auto squares = static_cast<double>(cells.size());
      const double share =
          cells.empty() ? -HUGE_VAL : std::log(member.weight / squares) + member.promise;
      branches_.push_back({cells_.size(), share});
      largest = std::max(largest, share);
    }
    for (Branch& one : branches_) one.share = std::exp(one.share - largest);
  }

  /// Returns the share from which on continuations always go on, such that capacity_ go on in the
  /// mean. Precondition: there are more continuations.
  double threshold() const {
    double result = HUGE_VAL;
    // The threshold only falls, until no other share is above it.
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

  void continue_with(const Member& member, mrv::Cell cell, double weight) {
    Member& below = next_.emplace_back(member);
    below.position.place(cell);
    below.weight = weight;
    below.promise = below.position.log_promise();
    if (below.promise == -HUGE_VAL) next_.pop_back();
  }

  const Problem& problem_;
  std::size_t capacity_;
  std::vector<Member> members_;
  std::vector<Member> next_;
  std::vector<Branch> branches_;
  std::vector<mrv::Cell> cells_;
};

}  // namespace nqueens::estimating
