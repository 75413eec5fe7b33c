// Calls a function at regular intervals from a thread of its own. Knows not what it reports.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace nqueens::run {

/// Calls `report` every interval until it is destroyed; an empty function is never called.
class Reporter {
 public:
  Reporter(std::function<void()> report, std::chrono::milliseconds interval);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace nqueens::run
