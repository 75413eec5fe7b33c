// Limits that Linux control groups (version 2) set for this process: CPU time and memory.
#pragma once

#include <cstdint>
#include <filesystem>

namespace nqueens::run {

/// Both read the limits of the group that `proc_cgroup` names and of all groups above it below
/// `root`, and return the tightest. Missing or unreadable files mean no limit.

/// CPU time limit in processors; 0: no limit.
double read_cpu_quota(const std::filesystem::path& proc_cgroup = "/proc/self/cgroup",
                      const std::filesystem::path& root = "/sys/fs/cgroup");
/// Bytes that the memory limits leave; the largest number: no limit.
std::uint64_t read_memory_room(const std::filesystem::path& proc_cgroup = "/proc/self/cgroup",
                               const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace nqueens::run
