// The affinity mask of the calling thread, read and set without the code under test.
#pragma once

#include <gtest/gtest.h>
#include <sched.h>

#include <vector>

namespace nqueens::run {

inline std::vector<int> kernel_mask() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(::sched_getaffinity(0, sizeof(set), &set), 0);
  std::vector<int> result;
  for (std::size_t index = 0; index < CPU_SETSIZE; ++index) {
    if (CPU_ISSET(index, &set)) result.push_back(static_cast<int>(index));
  }
  return result;
}

inline void set_kernel_mask(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int index : processors) CPU_SET(static_cast<std::size_t>(index), &set);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(set), &set), 0);
}

}  // namespace nqueens::run
