// Stop tokens for tests, and how soon a call ends after a stop.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <stop_token>
#include <thread>

#include "nqueens/error.hpp"

namespace nqueens::tests {

inline const std::stop_token kNeverStopped;

inline std::stop_token already_stopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

/// Asks `call(token)` to stop after this time, expects Stopped, and returns the seconds in between:
/// processor time of all threads, to which other work on the machine adds nothing.
template <typename Call>
double stop_after(std::chrono::milliseconds after, const Call& call) {
  std::stop_source source;
  std::clock_t asked = 0;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(after);
    asked = std::clock();
    source.request_stop();
  });
  EXPECT_THROW(call(source.get_token()), Stopped);
  const std::clock_t ended = std::clock();
  stopper.join();
  return static_cast<double>(ended - asked) / CLOCKS_PER_SEC;
}

}  // namespace nqueens::tests
