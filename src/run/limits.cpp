#include "run/limits.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "nqueens/error.hpp"

namespace nqueens::run {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// Reads the number after `name` in a file with one name and one number on each line.
std::optional<std::uint64_t> number_after(const fs::path& file, std::string_view name) {
  std::istringstream lines(base::read_system_file(file));
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t value = 0;
    if (line.starts_with(name) && std::istringstream(line.substr(name.size())) >> value) {
      return value;
    }
  }
  return std::nullopt;
}

/// Finds the folders of the process's control group and of all groups above it: of version 2
/// without a controller, else of the hierarchy of version 1 with this one.
std::vector<fs::path> group_folders(const fs::path& proc, const fs::path& mount,
                                    const std::string& controller = "") {
  std::istringstream lines(base::read_system_file(proc / "self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(':' + controller + ":/");
    if (at == std::string::npos) continue;
    fs::path group = line.substr(at + controller.size() + 3);
    // A container sees its own group as the root of the mount, while the path may be the host's.
    std::error_code ignored;
    if (!fs::is_directory(mount / group, ignored)) group.clear();
    std::vector<fs::path> folders = {mount};
    for (; !group.empty(); group = group.parent_path()) folders.push_back(mount / group);
    return folders;
  }
  return {};
}

/// MemAvailable includes what can be reclaimed without swapping. Kernels before 3.14 do not have
/// it: there free pages count.
std::uint64_t available_in_system(const fs::path& proc) {
  if (const auto kibibytes = number_after(proc / "meminfo", "MemAvailable:")) {
    return 1024 * *kibibytes;
  }
  const long pages = ::sysconf(_SC_AVPHYS_PAGES);
  return pages > 0 ? static_cast<std::uint64_t>(pages) *
                         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))
                   : kNoLimit;
}

/// Returns what the groups leave of their limits; `stat` is a name in memory.stat.
std::uint64_t left_by_groups(const std::vector<fs::path>& folders, const char* limit_file,
                             const char* use_file, std::string_view stat) {
  std::uint64_t left = kNoLimit;
  for (const fs::path& folder : folders) {
    const auto limit = number_after(folder / limit_file, "");  // none if it is "max"
    if (!limit) continue;
    std::uint64_t in_use = number_after(folder / use_file, "").value_or(0);
    // The kernel frees inactive file pages when memory gets short: they count as free.
    in_use -= std::min(in_use, number_after(folder / "memory.stat", stat).value_or(0));
    left = std::min(left, *limit - std::min(*limit, in_use));
  }
  return left;
}

}  // namespace

std::uint64_t available_memory(const fs::path& proc, const fs::path& control_groups) {
  return std::min(
      {available_in_system(proc),
       left_by_groups(group_folders(proc, control_groups), "memory.max", "memory.current",
                      "inactive_file "),
       left_by_groups(group_folders(proc, control_groups / "memory", "memory"),
                      "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")});
}

double cpu_quota(const fs::path& proc, const fs::path& control_groups) {
  double min = 0;
  for (const fs::path& folder : group_folders(proc, control_groups)) {
    // The line is "150000 100000" or "max 100000".
    std::istringstream line(base::read_system_file(folder / "cpu.max"));
    double quota = 0;
    double period = 0;
    if (!(line >> quota >> period) || quota <= 0 || period <= 0) continue;
    if (min == 0 || quota / period < min) min = quota / period;
  }
  return min;
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
  if (bytes < 1024) return base::plural(bytes, "byte");
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
