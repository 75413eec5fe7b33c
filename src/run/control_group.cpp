// Walks from the process's control group up to the root of the mount, once for each hierarchy. Only
// reads files; a machine may have hierarchies of both versions at once.
#include "run/control_group.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace nqueens::run {

namespace {

namespace fs = std::filesystem;

// Version 1 says "no limit" by the largest page-aligned 63-bit number; nothing real comes near.
constexpr std::uint64_t kNoLimit = 1ull << 60;

struct Membership {
  std::string controllers;  ///< "cpu,cpuacct"; empty for version 2
  fs::path group;
};

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::string> read_first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

std::optional<std::int64_t> read_number(const fs::path& path) {
  const auto line = read_first_line(path);
  return line ? parse_number(*line) : std::nullopt;
}

/// The value of a line "name value" in memory.stat; 0 where there is none.
std::uint64_t read_statistic(const fs::path& path, std::string_view name) {
  std::ifstream file(path);
  std::string key;
  std::int64_t value = 0;
  while (file >> key >> value) {
    if (key == name) return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
  }
  return 0;
}

// Lines "hierarchy:controllers:path"; the path may hold colons.
std::vector<Membership> read_memberships(const fs::path& proc_cgroup) {
  std::vector<Membership> result;
  std::ifstream file(proc_cgroup);
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find(':');
    if (first == std::string::npos) continue;
    const auto second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    result.push_back({line.substr(first + 1, second - first - 1), line.substr(second + 1)});
  }
  return result;
}

bool names_controller(std::string_view controllers, std::string_view wanted) {
  while (!controllers.empty()) {
    const auto comma = controllers.find(',');
    if (controllers.substr(0, comma) == wanted) return true;
    if (comma == std::string_view::npos) return false;
    controllers.remove_prefix(comma + 1);
  }
  return false;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Calls visit for the directory of the group and of each group above it, the mount included.
void walk_up(const fs::path& mount, const fs::path& group,
             const std::function<void(const fs::path&)>& visit) {
  if (!is_folder(mount)) return;
  fs::path below = group.relative_path().lexically_normal();
  // A container sees its own group as the root of the mount, while the path may be the host's or
  // lead out of the mount ("/../other").
  const bool leads_out = !below.empty() && *below.begin() == "..";
  if (leads_out || !is_folder(mount / below)) below.clear();
  for (; !below.empty() && below != "."; below = below.parent_path()) visit(mount / below);
  visit(mount);
}

class Tightest {
 public:
  void add_cpu(std::int64_t quota, std::int64_t period) {
    if (quota <= 0 || period <= 0) return;
    const double processors = static_cast<double>(quota) / static_cast<double>(period);
    if (limits_.cpu_quota == 0 || processors < limits_.cpu_quota) limits_.cpu_quota = processors;
  }

  /// Pages of files that were read once and are not in use are given back when memory gets short:
  /// they count as free.
  void add_memory(std::optional<std::int64_t> limit, std::optional<std::int64_t> usage,
                  std::uint64_t reclaimable) {
    if (!limit || *limit < 0) return;
    const auto bytes = static_cast<std::uint64_t>(*limit);
    if (bytes >= kNoLimit) return;
    std::optional<std::uint64_t> in_use;
    if (usage && *usage >= 0) {
      const auto used = static_cast<std::uint64_t>(*usage);
      in_use = used - std::min(used, reclaimable);
    }
    const std::uint64_t room = bytes - std::min(bytes, in_use.value_or(0));
    if (limits_.memory_limit && room >= room_) return;
    room_ = room;
    limits_.memory_limit = bytes;
    limits_.memory_in_use = in_use;
  }

  const ControlGroupLimits& limits() const { return limits_; }

 private:
  ControlGroupLimits limits_;
  std::uint64_t room_ = 0;
};

void read_version_2(const fs::path& directory, Tightest& tightest) {
  if (const auto line = read_first_line(directory / "cpu.max")) {
    std::istringstream words(*line);
    std::string quota;
    std::string period;
    words >> quota >> period;
    tightest.add_cpu(parse_number(quota).value_or(0), parse_number(period).value_or(0));
  }
  if (const auto limit = read_number(directory / "memory.max")) {
    tightest.add_memory(limit, read_number(directory / "memory.current"),
                        read_statistic(directory / "memory.stat", "inactive_file"));
  }
}

void read_cpu_version_1(const fs::path& directory, Tightest& tightest) {
  tightest.add_cpu(read_number(directory / "cpu.cfs_quota_us").value_or(0),
                   read_number(directory / "cpu.cfs_period_us").value_or(0));
}

void read_memory_version_1(const fs::path& directory, Tightest& tightest) {
  if (const auto limit = read_number(directory / "memory.limit_in_bytes")) {
    tightest.add_memory(limit, read_number(directory / "memory.usage_in_bytes"),
                        read_statistic(directory / "memory.stat", "total_inactive_file"));
  }
}

/// Where version 1 mounts a controller: under the names of all that share the hierarchy, or (by a
/// link, as a rule) under its own.
fs::path mount_of(const fs::path& root, const std::string& controllers, const char* controller) {
  const fs::path together = root / controllers;
  return is_folder(together) ? together : root / controller;
}

}  // namespace

ControlGroupLimits read_control_group_limits(const fs::path& proc_cgroup, const fs::path& root) {
  Tightest tightest;
  for (const auto& [controllers, group] : read_memberships(proc_cgroup)) {
    if (controllers.empty()) {
      // Beside version 1, version 2 is mounted one level deeper.
      const fs::path deeper = root / "unified";
      walk_up(is_folder(deeper) ? deeper : root, group,
              [&](const fs::path& directory) { read_version_2(directory, tightest); });
    }
    if (names_controller(controllers, "cpu")) {
      walk_up(mount_of(root, controllers, "cpu"), group,
              [&](const fs::path& directory) { read_cpu_version_1(directory, tightest); });
    }
    if (names_controller(controllers, "memory")) {
      walk_up(mount_of(root, controllers, "memory"), group,
              [&](const fs::path& directory) { read_memory_version_1(directory, tightest); });
    }
  }
  return tightest.limits();
}

}  // namespace nqueens::run
