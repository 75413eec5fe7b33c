// A decomposition: a named rule that cuts the solutions of a problem into disjoint classes, the
// tasks. It says which classes there are and how much work each may be; it does not count.
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "counting/engine.hpp"
#include "counting/task.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/problem.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::counting {

/// Most tasks of a plan: with its order and its journal some hundred megabytes. What
/// choose_depth() gives stays far below.
inline constexpr std::size_t kMaxTasks = std::size_t{1} << 22;

/// Counts the tasks of one decomposition again, without the code of the engines; null: there is
/// none.
struct Recounter {
  std::string_view name;
  std::unique_ptr<counting::PreparedEngine> engine;
};

class Decomposition {
 public:
  virtual ~Decomposition() = default;
  virtual std::string_view name() const = 0;
  /// One line for people: what a task fixes.
  virtual std::string_view summary() const = 0;
  /// Largest depth that makes sense for the problem.
  virtual int max_depth(const Problem& problem) const = 0;
  /// A depth that gives every thread enough tasks to even out their sizes, and no task more work
  /// than a run can afford to lose. The same on every machine. Throws Stopped.
  virtual int choose_depth(const Problem& problem, int threads,
                           const std::stop_token& stop = {}) const = 0;
  /// All classes of that depth, ids ascending from 0. Their weighted solutions add up to all
  /// solutions of the problem. Precondition: 0 <= depth <= max_depth(). Throws InvalidArgument when
  /// there are more than kMaxTasks, and Stopped.
  virtual std::vector<counting::Task> tasks(const Problem& problem, int depth,
                                            const std::stop_token& stop = {}) const = 0;
  /// The class of a task as masks of allowed columns, so that an engine which knows nothing of
  /// this decomposition can count it again (without any weight).
  virtual Problem restricted(const Problem& problem, const counting::Task& task,
                             int depth) const = 0;
  /// Weight of one solution of restricted(): the tally of the task is their sum. Without a
  /// symmetry finer than the task this is the weight of the task; `uniform_weight` says so.
  virtual std::uint32_t solution_weight(const Problem&, const counting::Task& task, int /*depth*/,
                                        const Placement& /*solution*/) const {
    return task.weight;
  }
  virtual bool uniform_weight() const { return true; }
  /// Every tally of the task is a multiple of this: a common divisor of the weights.
  virtual std::uint32_t tally_divisor(const Problem&, const counting::Task& task,
                                      int /*depth*/) const {
    return task.weight;
  }
  /// No tally of the task is larger: a bound by rows and columns alone, O(N).
  virtual WideCount max_tally(const Problem& problem, const counting::Task& task,
                              int depth) const = 0;
  /// Where weights differ, a faster way to count tasks again than to list their solutions.
  virtual Recounter recounter(const Problem&) const { return {}; }
};

/// n!, n = 0 to 33.
WideCount factorial(int n);

/// For the loop that lists the tasks of a plan, before each: throws InvalidArgument when there are
/// kMaxTasks already, and Stopped.
void check_listing(std::size_t tasks, int depth, const std::stop_token& stop);

/// Every decomposition.
const std::vector<const Decomposition*>& all_decompositions();

/// The one of that name; throws InvalidArgument listing the names.
const Decomposition& find_decomposition(std::string_view name);

}  // namespace nqueens::counting
