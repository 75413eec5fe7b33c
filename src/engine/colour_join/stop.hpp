// How the engine leaves a count that is to stop.
#pragma once

#include <stop_token>

namespace nqueens::engine::colour_join {

/// Only check_stop() throws it; Worker::count() catches it and returns false. It is no Error, since
/// a stop must not be taken for a failure.
struct StopAsked {};

/// Throws StopAsked if a stop is asked for.
inline void check_stop(const std::stop_token& stop) {
  if (stop.stop_requested()) throw StopAsked{};
}

}  // namespace nqueens::engine::colour_join
