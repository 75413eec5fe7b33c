// What a run counts and how: part of every result of counting, planning, merging and auditing.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/problem.hpp"

namespace nqueens {

/// Members are empty or 0 where unknown: several engines may have counted a journal.
struct RunInfo {
  Problem problem{0};
  std::string engine;
  std::string instruction_set;  ///< of its kernels
  std::string decomposition;    ///< how solutions were cut into tasks
  int depth = 0;                ///< how finely; as in CountOptions
  std::string plan_id;          ///< 16 hexadecimal digits; names the exact list of tasks
  std::uint64_t tasks = 0;      ///< of the plan
  int threads = 0;
  double seconds = 0;  ///< wall clock time of counting
};

}  // namespace nqueens
