#pragma once

#include <stop_token>

namespace nqueens::tests {

inline const std::stop_token kNeverStopped;

inline std::stop_token already_stopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

}  // namespace nqueens::tests
