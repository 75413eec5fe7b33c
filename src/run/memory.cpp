// Asks the system, the control group and the process's own limits how much memory is left.
#include "run/memory.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <string_view>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "run/control_group.hpp"

namespace nqueens::run {

namespace {

std::uint64_t left_of(std::uint64_t limit, std::uint64_t in_use) {
  return limit - std::min(limit, in_use);
}

std::uint64_t page_bytes() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// MemAvailable of meminfo includes what can be reclaimed without swapping. Kernels before 3.14 do
/// not have it: free pages are used instead.
std::uint64_t available_in_system(const std::filesystem::path& meminfo) {
  std::istringstream lines(base::read_system_file(meminfo));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kName = "MemAvailable:";
    std::uint64_t kibibytes = 0;
    if (line.starts_with(kName) && std::istringstream(line.substr(kName.size())) >> kibibytes) {
      return 1024 * kibibytes;
    }
  }
  const long pages = ::sysconf(_SC_AVPHYS_PAGES);
  return pages > 0 ? static_cast<std::uint64_t>(pages) * page_bytes()
                   : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t left_of_address_space(const std::filesystem::path& statm) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  std::uint64_t pages = 0;
  std::istringstream(base::read_system_file(statm)) >> pages;
  return left_of(limit.rlim_cur, pages * page_bytes());
}

}  // namespace

std::uint64_t available_memory(const std::filesystem::path& proc,
                               const std::filesystem::path& control_groups) {
  std::uint64_t bytes = available_in_system(proc / "meminfo");
  if (const auto limit = read_memory_limit(proc / "self/cgroup", control_groups)) {
    bytes = std::min(bytes, left_of(limit->bytes, limit->in_use.value_or(0)));
  }
  return std::min(bytes, left_of_address_space(proc / "self/statm"));
}

void require_memory(std::uint64_t bytes, const std::string& what, const std::string& advice) {
  if (bytes <= kGrantedUnasked) return;
  const std::uint64_t available = available_memory();
  if (bytes <= available) return;
  throw InsufficientMemory(
      fmt::format("not enough memory for {}: it needs {}, {} are available; {}", what,
                  format_bytes(bytes), format_bytes(available), advice));
}

void require_address_space(std::uint64_t bytes, int more_threads, const std::string& what) {
  const std::uint64_t left = left_of_address_space("/proc/self/statm");
  if (left == std::numeric_limits<std::uint64_t>::max()) return;
  // The default stack of a thread, and what else it maps; what TBB maps as it starts.
  constexpr std::uint64_t kBytesPerThread = std::uint64_t{9} << 20;
  constexpr std::uint64_t kBytesOfTbb = std::uint64_t{8} << 20;
  // What malloc reserves for a thread of its own. A few would take the room of later stacks, and
  // TBB cannot report a thread that does not start: where room is short, threads share one.
  constexpr std::uint64_t kBytesPerArena = std::uint64_t{128} << 20;
  const auto threads = static_cast<std::uint64_t>(more_threads);
  const std::uint64_t stacks = kBytesPerThread * threads + kBytesOfTbb;
  if (bytes > left || stacks > left - bytes) {
    throw InsufficientMemory(
        fmt::format("not enough address space for {}: it needs {}{} for the stacks of threads, {} "
                    "are left; use fewer threads or raise the limit (ulimit -v)",
                    what, bytes == 0 ? "" : format_bytes(bytes) + " and ", format_bytes(stacks),
                    format_bytes(left)));
  }
  if (kBytesPerArena * threads > left - bytes - stacks) ::mallopt(M_ARENA_MAX, 1);
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  // 1023.95 would be printed as 1024.0.
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace nqueens::run
