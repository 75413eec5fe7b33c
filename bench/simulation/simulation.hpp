// A discrete-event simulation of a count on many cores: workers take tasks, fail, and start again.
// Owns the clock, the workers and their tasks. A TaskSource (task_sources.hpp) decides which worker
// gets which task. Knows nothing of queens or journals.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace nqueens::bench {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Gives tasks to workers as the simulation goes. Tasks are numbered from 0.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  /// A worker joins, for the first time or again. It has no tasks.
  virtual void joined(std::uint32_t /*worker*/, double /*now*/) {}
  /// Tasks for a worker that has none waiting, in the order in which it shall do them; empty when
  /// there are none for it now.
  virtual std::vector<std::uint64_t> take(std::uint32_t worker, double now) = 0;
  /// The result of a task, maybe not the first; a core spent `took` seconds on it.
  virtual void finished(std::uint32_t worker, std::uint64_t task, double took, double now) = 0;
  /// When to ask again for workers that asked in vain.
  virtual double next_change(double /*now*/) const { return kNever; }
};

struct SimulatedCluster {
  /// Processes. A failure ends one and loses all tasks of its cores.
  std::uint32_t workers = 1;
  std::uint32_t cores_per_worker = 1;
  /// Mean of the exponential distribution, for one core.
  double core_seconds_between_failures = kNever;
  /// From a failure until the process is started again.
  double restart_seconds = 0;
  /// From every start until the first task: making the plan.
  double start_seconds = 0;
  /// Standard deviation of the logarithm of the workers' speeds; 1 on average.
  double speed_spread = 0;
  /// The first tasks of a process take longer by this part, because of what is made once in each.
  /// The part falls by a factor of e with every `warm_after_seconds` of work.
  double cold_part = 0;
  double warm_after_seconds = kNever;
  /// From when a request has been served until the worker has its tasks.
  double latency_seconds = 0;
  /// What the source needs for one request or result; it does one after the other.
  double service_seconds = 0;

  double cores() const { return static_cast<double>(workers) * cores_per_worker; }
};

struct SimulationResult {
  double wall_seconds = 0;      ///< until the last task is accounted
  double useful_seconds = 0;    ///< of cores, on the runs that were accounted
  double lost_seconds = 0;      ///< on unfinished tasks of workers that failed
  double repeated_seconds = 0;  ///< on tasks for which another run was accounted
  std::uint64_t failures = 0;
  std::uint64_t lost_tasks = 0;
  std::uint64_t repeated_tasks = 0;  ///< finished again after they had been accounted
  std::uint64_t requests = 0;
};

/// Runs until every task is accounted, by its first result. `task_seconds`: what each takes on a
/// warm core of speed 1. The same for the same arguments. Throws Error when tasks are left and no
/// worker will ever get one.
SimulationResult simulate(const std::vector<double>& task_seconds, const SimulatedCluster& cluster,
                          TaskSource& source, std::uint64_t seed);

}  // namespace nqueens::bench
