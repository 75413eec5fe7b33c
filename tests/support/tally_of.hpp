// The tally of a task with this many solutions of weight 1.
#pragma once

#include <cstdint>

#include "engine/task.hpp"

namespace nqueens::tests {

inline engine::Tally tally_of(std::uint64_t solutions) {
  engine::Tally tally;
  tally.add(solutions, 1);
  return tally;
}

}  // namespace nqueens::tests
