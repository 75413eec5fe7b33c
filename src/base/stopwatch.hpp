// The time that something takes, measured by the wall clock, or by that of a thread.
#pragma once

#include <time.h>

#include <chrono>

#include "nqueens/error.hpp"

namespace nqueens::base {

/// Wall clock seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Calls work() and sets `seconds`, a member of the result, to the time that it took. An Error that
/// it throws gets the result so far.
template <typename Result, typename Work>
void timed(Result& result, double& seconds, const Work& work) {
  const Stopwatch watch;
  try {
    work();
  } catch (Error& error) {
    seconds = watch.seconds();
    error.so_far = fields(result);
    throw;
  }
  seconds = watch.seconds();
}

/// Returns the CPU time of the calling thread, which other programs do not change.
inline double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace nqueens::base
