// Limits that Linux control groups (versions 1 and 2) set for this process: CPU time and memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace nqueens::run {

struct ControlGroupLimits {
  double cpu_quota = 0;                        ///< processors' worth of time; 0: no limit
  std::optional<std::uint64_t> memory_limit;   ///< bytes; absent: no limit
  std::optional<std::uint64_t> memory_in_use;  ///< bytes, of the group that has the limit
};

/// Reads the limits of the group named in `proc_cgroup` and of all groups above it below `root`,
/// and takes the tightest. Missing or unreadable files mean no limit.
ControlGroupLimits read_control_group_limits(
    const std::filesystem::path& proc_cgroup = "/proc/self/cgroup",
    const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace nqueens::run
