// How an engine cuts the solutions of a problem into disjoint classes, the tasks: which there are,
// their predicted work, and which solutions each holds. Also tallies of tasks, and predicted times
// as dry runs, merge, ranges of MPI and progress lines share them. Counts nothing.
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

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::engine {

/// Residues are taken modulo the two largest primes below 2^16.
inline constexpr std::uint32_t kResiduePrimes[2] = {65521, 65519};

/// The result of one task: weighted solutions; residues, summed separately, so that a sum that has
/// wrapped or lost a bit is found; and, if counted, the nodes visited.
class Tally {
 public:
  /// Adds `solutions` times `weight`. Throws Error if the 64-bit sum of the task would wrap.
  void add(std::uint64_t solutions, std::uint32_t weight);
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }

  std::uint64_t solutions() const { return solutions_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint32_t residue(int which) const { return residues_[which]; }
  void add_residues_to(std::uint32_t (&sums)[2]) const;  ///< modulo kResiduePrimes

  /// A tally as read from a journal.
  static Tally restored(std::uint64_t solutions, std::uint32_t residue0, std::uint32_t residue1);
  bool is_consistent() const;  ///< the sum agrees with the residues

 private:
  std::uint64_t solutions_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint32_t residues_[2] = {0, 0};
};

/// One class of solutions. The decomposition that made the task defines `code`.
struct Task {
  std::uint64_t id = 0;      ///< place in the decomposition's own order; stable for a plan
  std::uint64_t code = 0;    ///< which class: for "rows" a RowPrefix
  std::uint32_t weight = 1;  ///< solutions of the whole board that each one of the class stands for
  /// Predicted work relative to the plan's other tasks, at least 1. Shards are dealt by it: a
  /// release that predicts better may move tasks between shards that have begun; these run twice
  /// and count once.
  std::uint32_t cost = 1;
};

/// Small numbers of `bits` bits each, the first one lowest. The plan has their number.
template <int bits>
class PackedCode {
 public:
  static constexpr int kMaxDepth = 64 / bits;

  PackedCode() = default;
  explicit PackedCode(std::uint64_t code) : code_(code) {}

  std::uint64_t code() const { return code_; }
  int operator[](int place) const { return static_cast<int>(code_ >> (bits * place) & kMask); }
  PackedCode with(int place, int number) const {
    const std::uint64_t others = code_ & ~(kMask << (bits * place));
    return PackedCode(others | static_cast<std::uint64_t>(number) << (bits * place));
  }

 private:
  static constexpr std::uint64_t kMask = (1u << bits) - 1;
  std::uint64_t code_ = 0;
};

/// The columns of the queens of the first rows.
using RowPrefix = PackedCode<5>;

/// The part of the work that is done, 0 to 1, by predicted cost; 1 if there is none.
inline double part_done(std::uint64_t cost, std::uint64_t total) {
  return total == 0 ? 1 : static_cast<double>(cost) / static_cast<double>(total);
}

/// Core seconds of the parts of a run, by prediction or as_measured(); 0 if unknown.
struct WorkTime {
  double of_plan = 0;    ///< per process: listing the tasks, by one thread, before it begins any
  double of_tables = 0;  ///< per process: what its first tasks make for all
  double of_cost = 0;    ///< per unit of Task::cost
  bool is_measured = false;

  /// For tasks of this total cost, spread over this many processes.
  double seconds(std::uint64_t cost, std::size_t processes = 1) const {
    return cost == 0 ? 0 : static_cast<double>(processes) * of_plan + of_tasks(cost, processes);
  }

  /// The same without the plans.
  double of_tasks(std::uint64_t cost, std::size_t processes = 1) const {
    if (cost == 0) return 0;
    return static_cast<double>(processes) * of_tables + static_cast<double>(cost) * of_cost;
  }

  /// Wall clock time of one process with this many threads, each on a processor of its own.
  double wall_seconds(std::uint64_t cost, int threads) const {
    return cost == 0 ? 0 : of_plan + of_tasks(cost) / threads;
  }

  /// For a machine where of_tasks(cost, processes) was measured as `seconds`: of cores, or of the
  /// wall clock if such times are wanted. Precondition: the cost is not 0.
  WorkTime as_measured(double seconds, std::uint64_t cost, std::size_t processes = 1) const {
    const double predicted = of_tasks(cost, processes);
    if (predicted <= 0) return {0, 0, seconds / static_cast<double>(cost), true};
    const double factor = seconds / predicted;
    return {factor * of_plan, factor * of_tables, factor * of_cost, true};
  }
};

/// Most tasks of a plan: some hundred megabytes. Plans of default_depth() stay below.
inline constexpr std::size_t kMaxTasks = std::size_t{1} << 22;

/// Counts tasks on one thread. Not shared between threads.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Adds the solutions of the task, times its weight, to the tally. A stop request takes effect
  /// within about 100 ms: returns false, and the tally is invalid.
  virtual bool count(const Task& task, const std::stop_token& stop, Tally& tally) = 0;
};

/// Makes the worker of one thread. All threads of a run call it.
using WorkerMaker = std::function<std::unique_ptr<Worker>()>;

/// Counts the tasks of a decomposition without the code of its engine, for audits.
struct Recounter {
  std::string_view name;
  WorkerMaker make_worker;  ///< empty if there is none
};

/// The solutions of one task, described independently of its decomposition.
class SolutionClass {
 public:
  virtual ~SolutionClass() = default;
  /// The problem restricted to the squares that solutions of the task may use.
  virtual const Problem& squares() const = 0;
  /// How many times a solution of squares() counts; 0 if it belongs to another task or an image of
  /// it counts instead. The tally of the task is the sum.
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

/// What ends the listing of tasks early.
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
  /// Part of the plan's id, by which journals of other plans are known. A release raises it if
  /// tasks keep their ids, codes and weights but stand for other solutions.
  virtual int plan_version() const { return 1; }
  virtual int max_depth() const = 0;
  /// The depth if none is asked for: deepest_depth(), the same on every machine. Throws Stopped.
  virtual int default_depth(const std::stop_token& stop = {}) const = 0;
  /// All tasks of that depth, ids ascending from 0. Their weighted solutions add up to all
  /// solutions of the problem. Precondition: 0 <= depth <= max_depth(). Throws InvalidArgument if
  /// there are more than limits.most, and Stopped.
  virtual std::vector<Task> tasks(int depth, const ListingLimits& limits = {}) const = 0;
  /// Tasks of one kind take about the same multiple of their predicted time.
  virtual int kind_of(const Task& /*task*/) const { return 0; }
  /// For samples: two parts of the task that follow each other, drawn at random, each with about
  /// this part of its work, but with `fewest` units at least (what an engine counts together). The
  /// cost of the first contains the start of the task, that of the second does not. The task alone
  /// if it cannot be cut, or if the parts would be all of it.
  virtual std::vector<Task> parts_of(const Task& task, double /*part*/, std::uint32_t /*fewest*/,
                                     base::Random& /*random*/) const {
    return {task};
  }
  /// Sum of the costs of tasks(0) if finer plans are more work, as tasks take time to start; else
  /// 0.
  virtual std::uint64_t coarsest_cost() const { return 0; }
  /// Predicted core seconds that every process spends on its tables, whichever tasks it counts.
  virtual double start_seconds() const { return 0; }

  virtual std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const = 0;
  /// Whether every solution of a task counts Task::weight times.
  virtual bool has_uniform_weights() const = 0;
  /// If not: a faster way to recount tasks than to list their solutions, if there is one.
  virtual Recounter recounter() const { return {}; }
  /// Every tally of the task is a multiple of this: a common divisor of the weights.
  virtual std::uint32_t tally_divisor(const Task& task, int /*depth*/) const { return task.weight; }
  /// No tally of the task is larger: a bound from rows and columns alone. O(N).
  virtual WideCount max_tally(const Task& task, int depth) const = 0;

 private:
  const Problem problem_;
};

/// The decomposition with that name in journals; null if there is none for this problem.
std::shared_ptr<const Decomposition> find_decomposition(std::string_view name,
                                                        const Problem& problem);

/// n!, n = 0 to 33.
WideCount factorial(int n);

/// Must be called at each node of the listing, also if it has no task. Throws InvalidArgument if
/// more tasks are listed than allowed, and Stopped.
void check_listing(std::size_t tasks, int depth, const ListingLimits& limits);

/// What a depth does to the work, by prediction.
struct Cut {
  double tasks = 1;
  double added_seconds = 0;    ///< core seconds more than at depth 0: for starting tasks
  double longest_seconds = 0;  ///< of a task; the mean if only that is known
};

/// The deepest depth that adds at most 1.5 percent to the work and makes at most 16,000 tasks; more
/// tasks if some would take longer than two minutes, which is what a kill loses. At least depth 0.
/// (With 128 threads at N = 20 a finer cut saves more at the end than its tasks cost: 92 ms at
/// depth 0, 64 ms at depth 3 with 1.5 percent more work, 62 ms at depth 5 with 9 percent more.)
/// `cut_at` gives nothing for a depth that it does not know; the search ends there.
int deepest_depth(int max_depth, double seconds,
                  const std::function<std::optional<Cut>(int depth)>& cut_at);

/// `seconds` times `factor` to the power of `steps`, which may be negative: predicted work grows by
/// a factor with N, for most engines about eightfold. The same on every machine, unlike std::pow.
double grown(double seconds, double factor, int steps);

}  // namespace nqueens::engine
