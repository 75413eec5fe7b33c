// How much memory and CPU time this process may take; refuses a run that needs more memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace nqueens::run {

/// Returns how many bytes the system has available, or less if a control group's limit (of version
/// 1 or 2) leaves less. The folders are parameters for tests.
std::uint64_t available_memory(const std::filesystem::path& proc = "/proc",
                               const std::filesystem::path& control_groups = "/sys/fs/cgroup");

/// Returns the control group's limit of CPU time, in processors; 0 if there is none.
double cpu_quota(const std::filesystem::path& proc = "/proc",
                 const std::filesystem::path& control_groups = "/sys/fs/cgroup");

/// This many bytes are granted unasked: asking takes up to a millisecond, more than a small board.
inline constexpr std::uint64_t kGrantedUnasked = std::uint64_t{16} << 20;

/// Throws InsufficientMemory if `bytes` exceeds both kGrantedUnasked and available_memory(). `what`
/// names the use, for example "a board of 10000000 queens on 2 threads"; `advice` says what to do.
void require_memory(std::uint64_t bytes, const std::string& what, const std::string& advice);

std::string format_bytes(std::uint64_t bytes);  ///< "38.1 MiB"

}  // namespace nqueens::run
