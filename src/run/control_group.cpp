// Walks from the process's control group up to the root of the mount, in the hierarchy of the
// controller; a machine may have hierarchies of both versions at once.
#include "run/control_group.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file.hpp"

namespace nqueens::run {

namespace {

namespace fs = std::filesystem;

// Version 1 says "no limit" by the largest page-aligned 63-bit number; nothing real comes near.
constexpr std::uint64_t kNoLimit = 1ull << 60;

std::optional<std::int64_t> parse_number(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> read_bytes(const fs::path& path) {
  const auto value = parse_number(base::read_system_file(path));
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

/// The value of the line "name value" in memory.stat; 0 without one.
std::uint64_t read_statistic(const fs::path& path, std::string_view name) {
  std::istringstream text(base::read_system_file(path));
  std::string key;
  std::int64_t value = 0;
  while (text >> key >> value) {
    if (key == name) return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
  }
  return 0;
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

using Visit = std::function<void(const fs::path& folder, bool is_version_2)>;

/// Visits the folder of the group and of each group above it, the mount included.
void walk_up(const fs::path& mount, const fs::path& group, bool is_version_2, const Visit& visit) {
  if (!is_folder(mount)) return;
  fs::path below = group.relative_path().lexically_normal();
  // A container sees its own group as the root of the mount, while the path may be the host's or
  // lead out of the mount ("/../other").
  const bool leads_out = !below.empty() && *below.begin() == "..";
  if (leads_out || !is_folder(mount / below)) below.clear();
  for (; !below.empty() && below != "."; below = below.parent_path()) {
    visit(mount / below, is_version_2);
  }
  visit(mount, is_version_2);
}

/// Walks up in every hierarchy that may limit the controller. Lines of `proc_cgroup` are
/// "hierarchy:controllers:path", without controllers for version 2; the path may hold colons.
void walk_hierarchies(const fs::path& proc_cgroup, const fs::path& root,
                      const std::string& controller, const Visit& visit) {
  std::istringstream lines(base::read_system_file(proc_cgroup));
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) {
      // Beside version 1, version 2 is mounted one level deeper.
      const fs::path deeper = root / "unified";
      walk_up(is_folder(deeper) ? deeper : root, group, true, visit);
    } else if (names_controller(controllers, controller)) {
      // Mounted under the names of all that share the hierarchy, or (by a link, as a rule) under
      // its own.
      const fs::path together = root / controllers;
      walk_up(is_folder(together) ? together : root / controller, group, false, visit);
    }
  }
}

}  // namespace

double read_cpu_quota(const fs::path& proc_cgroup, const fs::path& root) {
  double min = 0;
  walk_hierarchies(proc_cgroup, root, "cpu", [&](const fs::path& folder, bool is_version_2) {
    std::optional<std::int64_t> quota;
    std::optional<std::int64_t> period;
    if (is_version_2) {  // "150000 100000" or "max 100000"
      std::istringstream line(base::read_system_file(folder / "cpu.max"));
      std::string words[2];
      line >> words[0] >> words[1];
      quota = parse_number(words[0]);
      period = parse_number(words[1]);
    } else {
      quota = parse_number(base::read_system_file(folder / "cpu.cfs_quota_us"));
      period = parse_number(base::read_system_file(folder / "cpu.cfs_period_us"));
    }
    if (quota.value_or(0) <= 0 || period.value_or(0) <= 0) return;
    const double processors = static_cast<double>(*quota) / static_cast<double>(*period);
    if (min == 0 || processors < min) min = processors;
  });
  return min;
}

std::optional<MemoryLimit> read_memory_limit(const fs::path& proc_cgroup, const fs::path& root) {
  std::optional<MemoryLimit> tightest;
  std::uint64_t min_room = 0;
  walk_hierarchies(proc_cgroup, root, "memory", [&](const fs::path& folder, bool is_version_2) {
    const auto limit = read_bytes(folder / (is_version_2 ? "memory.max" : "memory.limit_in_bytes"));
    if (!limit || *limit >= kNoLimit) return;
    auto in_use = read_bytes(folder / (is_version_2 ? "memory.current" : "memory.usage_in_bytes"));
    if (in_use) {
      // The kernel frees inactive file pages when memory gets short: they count as free.
      *in_use -=
          std::min(*in_use, read_statistic(folder / "memory.stat",
                                           is_version_2 ? "inactive_file" : "total_inactive_file"));
    }
    const std::uint64_t room = *limit - std::min(*limit, in_use.value_or(0));
    if (tightest && room >= min_room) return;
    min_room = room;
    tightest = {*limit, in_use};
  });
  return tightest;
}

}  // namespace nqueens::run
