// Asks the system and the control group how much memory is left.
#include "run/memory.hpp"

#include <fmt/format.h>
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
  return pages > 0 ? static_cast<std::uint64_t>(pages) *
                         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))
                   : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

std::uint64_t available_memory(const std::filesystem::path& proc,
                               const std::filesystem::path& control_groups) {
  return std::min(available_in_system(proc / "meminfo"),
                  read_memory_room(proc / "self/cgroup", control_groups));
}

void require_memory(std::uint64_t bytes, const std::string& what, const std::string& advice) {
  if (bytes <= kGrantedUnasked) return;
  const std::uint64_t available = available_memory();
  if (bytes <= available) return;
  throw InsufficientMemory(
      fmt::format("not enough memory for {}: it needs {}, {} are available; {}", what,
                  format_bytes(bytes), format_bytes(available), advice));
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
