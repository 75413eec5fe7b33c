// How an engine cuts the solutions of a problem into disjoint classes, the tasks: which there are,
// their predicted work, and which solutions each holds. Nothing is counted here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "engine/task.hpp"
#include "engine/work_time.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::engine {

/// A plan has at most this many tasks: some hundred megabytes. Plans of default_depth() stay below.
inline constexpr std::size_t kMaxTasks = std::size_t{1} << 22;

struct ListingLimits {
  ListingLimits(std::stop_token token = {}, std::uint64_t tasks = kMaxTasks)  // NOLINT: implicit
      : stop(std::move(token)), most(std::min<std::uint64_t>(tasks, kMaxTasks)) {}
  std::stop_token stop;
  std::uint64_t most;  ///< tasks
};

/// The solutions of a task, described apart from how they are counted: for audits.
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

/// Counts the tasks of a decomposition without the code of its engine, for audits.
struct Recounter {
  std::string_view name;
  WorkerMaker make_worker;  ///< empty if there is none
};

class Decomposition {
 public:
  explicit Decomposition(const Problem& problem) : problem_(problem) {}
  virtual ~Decomposition() = default;

  const Problem& problem() const { return problem_; }
  virtual std::string_view name() const = 0;
  /// It is part of the plan's id, by which journals of other plans are known. A release raises it
  /// if tasks keep their ids, codes and weights but stand for other solutions.
  virtual int plan_version() const { return 1; }
  virtual int max_depth() const = 0;
  /// Returns the depth if none is asked for, the same on every machine. Throws Stopped.
  virtual int default_depth(const std::stop_token& stop = {}) const = 0;
  /// Lists all tasks of that depth, ids ascending from 0. Their weighted solutions add up to all
  /// solutions of the problem. Precondition: 0 <= depth <= max_depth(). Throws InvalidArgument if
  /// there are more than limits.most, and Stopped.
  virtual std::vector<Task> tasks(int depth, const ListingLimits& limits = {}) const = 0;
  /// Tasks of one stratum take about the same multiple of their predicted time.
  virtual int stratum_of(const Task& /*task*/) const { return 0; }
  /// Draws, for samples, two parts of the task that follow each other, each with about this
  /// fraction of its work, but with `fewest` units at least (what an engine counts together). The
  /// cost of the first contains the start of the task, that of the second does not. Returns the
  /// task alone if it cannot be cut, or if the parts would be all of it.
  virtual std::vector<Task> parts_of(const Task& task, double /*fraction*/,
                                     std::uint32_t /*fewest*/, base::Random& /*random*/) const {
    return {task};
  }
  /// Returns the cost of tasks(0) if finer plans are more work, as tasks take time to start; else
  /// 0.
  virtual std::uint64_t coarsest_cost() const { return 0; }
  /// Predicts the core seconds that every process spends on its tables, whichever tasks it counts.
  virtual double table_seconds() const { return 0; }

  virtual std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const = 0;
  virtual bool has_uniform_weights() const = 0;  ///< every solution counts Task::weight times
  /// Returns, if not, a faster way to recount tasks than to list their solutions, if there is one.
  virtual Recounter recounter() const { return {}; }
  /// Returns a common divisor of the weights, so of every tally of the task.
  virtual std::uint32_t tally_divisor(const Task& task, int /*depth*/) const { return task.weight; }
  /// Returns a bound of the tally of the task, from rows and columns alone. O(N).
  virtual WideCount max_tally(const Task& task, int depth) const = 0;

 private:
  const Problem problem_;
};

/// Returns the decomposition with that name in journals; null if there is none for this problem.
std::shared_ptr<const Decomposition> find_decomposition(std::string_view name,
                                                        const Problem& problem);

WideCount factorial(int n);  ///< n! for n = 0 to 33

/// Must be called at each node of the listing, also if it has no task. Throws InvalidArgument if
/// more tasks are listed than allowed, and Stopped.
void check_listing(std::size_t tasks, int depth, const ListingLimits& limits);

struct DepthEstimate {
  double tasks = 1;
  double added_seconds = 0;    ///< core seconds more than at depth 0, for starting tasks
  double longest_seconds = 0;  ///< those of a task; the mean if only that is known
};

/// Returns the deepest depth that adds at most 1.5 percent to the work and makes at most 16,000
/// tasks; more tasks if some would take longer than two minutes, which is what a kill loses. (With
/// 128 threads at N = 20 a finer cut saves more at the end than its tasks cost: 92 ms at depth 0,
/// 64 ms at depth 3 with 1.5 percent more work, 62 ms at depth 5 with 9 percent more.)
/// `estimate_at` gives nothing for a depth that it does not know; the search ends there.
int deepest_depth(int max_depth, double seconds,
                  const std::function<std::optional<DepthEstimate>(int depth)>& estimate_at);

/// Returns `seconds` times `factor` to the power of `steps`, which may be negative: predicted work
/// grows by a factor with N, for most engines about eightfold. It is the same on every machine,
/// unlike std::pow.
double grown(double seconds, double factor, int steps);

}  // namespace nqueens::engine
