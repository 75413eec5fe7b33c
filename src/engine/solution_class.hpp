// The solutions of a task, described apart from how they are counted: for audits.
#pragma once

#include <cstdint>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"

namespace nqueens::engine {

class SolutionClass {
 public:
  virtual ~SolutionClass() = default;
  /// Returns the problem restricted to the squares that solutions of the task may use.
  virtual const Problem& squares() const = 0;
  /// Tells how many times a solution of squares() counts; 0 if it belongs to another task or an
  /// image of it counts instead. The tally of the task is the sum.
  virtual std::uint32_t weight(const Placement& solution) const = 0;
};

/// All solutions of a task have the weight of the task.
class UniformSolutions final : public SolutionClass {
 public:
  UniformSolutions(const Problem& squares, std::uint32_t weight)
      : squares_(squares), weight_(weight) {}

  const Problem& squares() const override { return squares_; }
  std::uint32_t weight(const Placement& /*solution*/) const override { return weight_; }

 private:
  const Problem squares_;
  const std::uint32_t weight_;
};

}  // namespace nqueens::engine
