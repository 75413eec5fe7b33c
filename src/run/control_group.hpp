// Limits that Linux control groups (versions 1 and 2) set for this process: CPU time and memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace nqueens::run {

struct MemoryLimit {
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> in_use;  ///< bytes, of the group that has the limit
};

/// Both read the limits of the group that `proc_cgroup` names and of all groups above it below
/// `root`, and return the tightest. Missing or unreadable files mean no limit.

/// CPU time limit in processors; 0: no limit.
double read_cpu_quota(const std::filesystem::path& proc_cgroup = "/proc/self/cgroup",
                      const std::filesystem::path& root = "/sys/fs/cgroup");
/// The memory limit that leaves the least room.
std::optional<MemoryLimit> read_memory_limit(
    const std::filesystem::path& proc_cgroup = "/proc/self/cgroup",
    const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace nqueens::run
