#include "run/reporter.hpp"

#include <utility>

namespace nqueens::run {

Reporter::Reporter(std::function<void()> report, std::chrono::milliseconds interval) {
  if (!report) return;
  thread_ = std::jthread([report = std::move(report), interval, this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
      report();
    }
  });
}

}  // namespace nqueens::run
