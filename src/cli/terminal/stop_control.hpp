// Ends a run early: SIGINT, SIGTERM, SIGHUP and the time limit are all one stop token; SIGUSR1 asks
// how far the run is. Signals are blocked in every thread and taken by a thread of their own, so no
// code ever runs inside a signal handler.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/file.hpp"
#include "cli/options/option.hpp"
#include "cli/terminal/streams.hpp"

namespace nqueens::cli {

struct StopCause {
  ExitCode code;
  std::string description;  ///< "stopped by SIGINT", "stopped by the time limit of 5 s"
};

class StopControl {
 public:
  /// Calls `report` for SIGUSR1, from a thread of its own.
  StopControl(Messages& messages, std::function<void()> report)
      : messages_(messages), report_(std::move(report)) {}
  StopControl(const StopControl&) = delete;
  StopControl& operator=(const StopControl&) = delete;
  ~StopControl();

  /// Blocks the signals and starts to watch. Threads that exist already must have blocked them. A
  /// signal that was ignored when the program began (nohup) stays ignored.
  void start();

  std::optional<StopCause> cause() const;  ///< the first that asked a section to stop

  void limit(std::optional<double> seconds);  ///< from now on; none without a number

  /// While a section lives, the first signal triggers its token and a second one ends the process
  /// at once; outside of a section the first one does. Signals that come together count as one:
  /// timeout(1) and process groups of a shell deliver the same request twice. The time limit
  /// also triggers the token of sections that begin later. If a call still waits for another
  /// program a second after the request (base::longest_wait()), the process ends; so does a run on
  /// a device, which may hang, after ten seconds. Journals are synced; the next run in its folder
  /// removes a temporary file.
  class Section {
   public:
    explicit Section(StopControl& control, bool may_hang = false);
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;
    ~Section();
    std::stop_token token() const { return control_.source_.get_token(); }

   private:
    StopControl& control_;
  };

 private:
  void watch();
  void take_signal();
  void on_signal(int signal);
  void on_time_limit();
  void end_late_run();
  void request_stop(StopCause cause, std::unique_lock<std::mutex> lock);

  Messages& messages_;
  const std::function<void()> report_;
  base::FileDescriptor signals_;
  base::FileDescriptor timer_;
  base::FileDescriptor quit_;
  mutable std::mutex mutex_;
  bool in_section_ = false;                           // guarded by mutex_
  bool may_hang_ = false;                             // guarded by mutex_
  double time_limit_ = 0;                             // guarded by mutex_
  std::optional<StopCause> cause_;                    // guarded by mutex_
  std::chrono::steady_clock::time_point cause_time_;  // guarded by mutex_
  std::stop_source source_;
  std::thread watcher_;
};

}  // namespace nqueens::cli
