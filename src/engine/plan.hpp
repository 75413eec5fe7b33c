// A plan: the exact list of tasks of one run, the same on every machine, and their order of work.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "domain/problem.hpp"
#include "engine/decomposition.hpp"

namespace nqueens::engine {

class Plan {
 public:
  /// Lists all tasks of the decomposition at that depth. Throws InvalidArgument for a depth outside
  /// 0..max_depth() or with too many tasks, and Stopped.
  Plan(std::shared_ptr<const Decomposition> decomposition, int depth,
       const ListingLimits& limits = {});

  const Problem& problem() const { return decomposition_->problem(); }
  const Decomposition& decomposition() const { return *decomposition_; }
  int depth() const { return depth_; }
  const std::vector<Task>& tasks() const { return tasks_; }

  /// Returns indexes into tasks() in the order of work: a fixed pseudo-random permutation, so that
  /// the done tasks are always a random sample, as the progress estimate needs
  /// (run/plan_runner.hpp).
  const std::vector<std::uint32_t>& order() const { return order_; }
  std::uint64_t total_cost() const { return total_cost_; }
  /// Says nothing, or why a tally cannot be: "3 of task 1, which gives a multiple of 2 up to 1440".
  std::string impossible(const Task& task, const Tally& tally) const;
  double relative_work() const;  ///< predicted, relative to the coarsest plan: at least 1

  /// Hashes problem, decomposition and its version, depth and every task: equal ids, equal plans.
  std::uint64_t id() const { return id_; }
  std::string id_text() const;

 private:
  std::shared_ptr<const Decomposition> decomposition_;
  int depth_;
  std::vector<Task> tasks_;
  std::vector<std::uint32_t> order_;
  std::uint64_t total_cost_ = 0;
  std::uint64_t id_ = 0;
};

}  // namespace nqueens::engine
