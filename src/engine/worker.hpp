// Takes a task and gives its tally, on one thread.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "engine/tally.hpp"
#include "engine/task.hpp"

namespace nqueens::engine {

/// Counts tasks on one thread, and is not shared between threads.
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

}  // namespace nqueens::engine
