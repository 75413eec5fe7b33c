// A function that is called every interval, to report progress or to look at the clock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace nqueens::run {

/// Calls a function every interval, from a thread of its own, until it is destroyed. Starts no
/// thread without a function or an interval.
class PeriodicCall {
 public:
  PeriodicCall(std::function<void()> function, std::chrono::milliseconds interval) {
    if (!function || interval.count() <= 0) return;
    thread_ =
        std::jthread([function = std::move(function), interval, this](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
            function();
          }
        });
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace nqueens::run
