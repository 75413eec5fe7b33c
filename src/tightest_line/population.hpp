// Knuth's estimator of the number of solutions, by many descents at a time. Descents alone mostly
// end in a dead end, and a few rare ones carry the sum. Here partial placements go down together,
// queen by queen. When they have more continuations than there is room for, a random part goes on:
// those that promise more solutions with a higher probability, and each with a weight of one over
// its probability, so that the sum of the weights of the solutions that are reached is unbiased.
// Which go on is drawn by the thresholds of Fearnhead and Clifford (J. R. Stat. Soc. B 65, 2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "tightest_line/position.hpp"

namespace nqueens::tightest_line {

struct PopulationSample {
  double solutions = 0;
  /// Nothing was left out: the number itself.
  bool is_exact = false;
};

class Population {
 public:
  /// At most `capacity` >= 1 partial placements at a time. The problem must outlive it.
  Population(const Problem& problem, std::size_t capacity);
  /// Upper bound of what it takes: about 3 kB for each of the capacity.
  static std::uint64_t memory_bytes(std::size_t capacity);

  /// One unbiased estimate. O(capacity x rows x (rows + columns)). None when stop() is true, which
  /// is asked before every queen.
  std::optional<PopulationSample> sample(base::Random& random, const std::function<bool()>& stop);

 private:
  struct Member {
    Position position;
    double weight = 1;
    double promise = 0;  ///< logarithm, of the solutions below
  };
  /// The continuations of a member: the squares of its tightest line.
  struct Branch {
    std::size_t end = 0;  ///< in cells_; begins where the one before ends
    double share = 0;     ///< of each of its squares, before thresholds
  };

  void branch();
  double threshold() const;
  void continue_with(const Member& member, Cell cell, double weight);

  const Problem* problem_;
  std::size_t capacity_;
  std::vector<Member> members_;
  std::vector<Member> next_;
  std::vector<Branch> branches_;
  std::vector<Cell> cells_;
};

}  // namespace nqueens::tightest_line
