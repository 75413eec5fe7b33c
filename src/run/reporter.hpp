#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace nqueens::run {

/// Calls `report` every interval, from a thread of its own, until it is destroyed. Starts no thread
/// without a function or an interval.
class Reporter {
 public:
  Reporter(std::function<void()> report, std::chrono::milliseconds interval) {
    if (!report || interval.count() <= 0) return;
    thread_ =
        std::jthread([report = std::move(report), interval, this](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
            report();
          }
        });
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace nqueens::run
