// How an engine cuts the solutions of one problem into disjoint classes, the tasks: which there
// are, their predicted work, and which solutions each holds. Does not count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "counting/task.hpp"
#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::counting {

/// Max tasks of a plan: some hundred megabytes with its order and its journal. Plans of
/// default_depth() stay far below.
inline constexpr std::size_t kMaxTasks = std::size_t{1} << 22;

/// Counts tasks on one thread. Not shared between threads.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Adds the solutions of the task, times its weight, to the tally. A stop takes about 100 ms;
  /// then returns false, and the tally is invalid.
  virtual bool count(const Task& task, const std::stop_token& stop, Tally& tally) = 0;
};

/// Makes the worker of one thread. Called from all threads of a run.
using WorkerMaker = std::function<std::unique_ptr<Worker>()>;

/// Counts the tasks of a decomposition without the code of its engine, for audits. `make_worker` is
/// empty where there is none.
struct Recounter {
  std::string_view name;
  WorkerMaker make_worker;
};

/// The solutions of one task, described independently of its decomposition.
class SolutionClass {
 public:
  virtual ~SolutionClass() = default;
  /// The problem restricted to the squares that solutions of the task may use.
  virtual const Problem& squares() const = 0;
  /// How often a solution of squares() counts; 0 if it belongs to another task or an image of it
  /// counts instead. The tally of the task is the sum.
  virtual std::uint32_t weight(const Placement& solution) const = 0;
};

/// All solutions of a task have its weight.
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

/// What ends the listing of tasks before all are listed.
struct ListingLimits {
  ListingLimits(std::stop_token token = {}, std::uint64_t tasks = kMaxTasks)  // NOLINT: implicit
      : stop(std::move(token)), most(std::min<std::uint64_t>(tasks, kMaxTasks)) {}
  std::stop_token stop;
  std::uint64_t most;  ///< tasks
};

class Decomposition {
 public:
  explicit Decomposition(const Problem& problem) : problem_(problem) {}
  virtual ~Decomposition() = default;

  const Problem& problem() const { return problem_; }
  /// Its name in journals.
  virtual std::string_view name() const = 0;
  /// Part of the plan's id, which tells journals of other plans apart. Raised by a release whose
  /// tasks have the ids, codes and weights of the last one, but stand for other solutions.
  virtual int plan_version() const { return 1; }
  /// Largest depth that makes sense.
  virtual int max_depth() const = 0;
  /// The depth of plans for which none is asked for, the same on every machine: as deepest_depth()
  /// says. Throws Stopped.
  virtual int default_depth(const std::stop_token& stop = {}) const = 0;
  /// All tasks of that depth, ids ascending from 0. Their weighted solutions add up to all
  /// solutions of the problem. Precondition: 0 <= depth <= max_depth(). Throws InvalidArgument when
  /// there are more than limits.most, and Stopped.
  virtual std::vector<Task> tasks(int depth, const ListingLimits& limits = {}) const = 0;
  /// Sum of the costs of tasks(0) where finer plans are more work, because each task has something
  /// to do at its start; 0 where they are not.
  virtual std::uint64_t coarsest_cost() const { return 0; }
  /// Predicted core seconds that every process spends on its tables, whichever tasks it counts.
  virtual double start_seconds() const { return 0; }

  virtual std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const = 0;
  /// Whether all solutions of a task count Task::weight times.
  virtual bool has_uniform_weights() const = 0;
  /// Where they do not: a faster way to recount tasks than to list their solutions, if any.
  virtual Recounter recounter() const { return {}; }
  /// Every tally of the task is a multiple of this: a common divisor of the weights.
  virtual std::uint32_t tally_divisor(const Task& task, int /*depth*/) const { return task.weight; }
  /// No tally of the task is larger: a bound by rows and columns alone, O(N).
  virtual WideCount max_tally(const Task& task, int depth) const = 0;

 private:
  const Problem problem_;
};

/// The decomposition of that name in a journal; null where there is none for such a problem.
std::shared_ptr<const Decomposition> find_decomposition(std::string_view name,
                                                        const Problem& problem);

/// n!, n = 0 to 33.
WideCount factorial(int n);

/// To be called at each node of the listing, also where it has no task: throws InvalidArgument when
/// more tasks are listed than may be, and Stopped.
void check_listing(std::size_t tasks, int depth, const ListingLimits& limits);

/// What a depth makes of the work, by prediction.
struct Cut {
  double tasks = 1;
  double added_seconds = 0;    ///< of one core, more than at depth 0: for starting tasks
  double longest_seconds = 0;  ///< of a task; where only the mean is known, that
};

/// The deepest depth that adds 1.5 percent to the work or less, with no more than 16,000 tasks
/// unless tasks would be longer than two minutes, which is what a kill loses; depth 0 in any case.
/// (Of 128 threads at N = 20 a finer cut saves more at the end than its tasks cost: 92 ms at depth
/// 0, 64 ms at depth 3 with 1.5 percent more work, 62 ms at depth 5 with 9 percent more.)
/// `cut_at` gives none for a depth that it does not know, where the search ends.
int deepest_depth(int max_depth, double seconds,
                  const std::function<std::optional<Cut>(int depth)>& cut_at);

/// `seconds` times 8 to the power of `steps`, which may be negative: predicted work, which grows
/// about eightfold with N. The same on every machine, unlike std::pow.
double grown_eightfold(double seconds, int steps);

}  // namespace nqueens::counting
