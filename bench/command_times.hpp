// Times of whole commands, each run as a process of its own: from its start to its end, as a user
// waits for it. No part of the library: compiled into the program for `nqueens bench COMMAND`.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace nqueens::bench {

/// One command and its runs.
struct CommandTimes {
  std::vector<std::string> words{};      ///< behind the name of the program
  std::vector<double> seconds{};         ///< wall clock, one for each run
  std::vector<double> user_seconds{};    ///< of the processors, all threads together
  std::vector<double> system_seconds{};  ///< the same in the system

  /// Largest less smallest time, relative to the median; 0 for one run.
  double spread() const;
};

/// The middle one; of an even number the mean of the two in the middle. Precondition: not empty.
double median(std::vector<double> values);

struct CommandRunOptions {
  int warm_ups = 1;  ///< runs of each command that do not count: files and memory are warm then
  int runs = 5;
  std::stop_token stop{};
  /// Called before every run, with the number of those that are done; must not throw.
  std::function<void(int done)> on_run{};
};

/// Runs this program with each of the commands in turn, so that what slows the machine for a while
/// slows all of them. What they print is dropped. Throws Error where a command ends with another
/// exit code than 0, with the first line of what it said; IoError, and Stopped.
void measure_commands(std::vector<CommandTimes>& commands, const CommandRunOptions& options);

}  // namespace nqueens::bench
