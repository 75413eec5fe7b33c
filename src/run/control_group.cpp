#include "run/control_group.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file.hpp"

namespace nqueens::run {

namespace {

namespace fs = std::filesystem;

/// nullopt for "max", and where there is no number.
std::optional<std::uint64_t> parse_number(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The value of the line "name value" in memory.stat; 0 without one.
std::uint64_t read_statistic(const fs::path& path, std::string_view name) {
  std::istringstream text(base::read_system_file(path));
  std::string key;
  std::uint64_t value = 0;
  while (text >> key >> value) {
    if (key == name) return value;
  }
  return 0;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// The path of the process's group: the line "0::/path" of `proc_cgroup`.
std::optional<fs::path> group_of(const fs::path& proc_cgroup) {
  std::istringstream lines(base::read_system_file(proc_cgroup));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("0::")) return line.substr(3);
  }
  return std::nullopt;
}

/// Visits the folder of the group and of each group above it, the mount included.
void walk_up(const fs::path& proc_cgroup, const fs::path& mount,
             const std::function<void(const fs::path& folder)>& visit) {
  const std::optional<fs::path> group = group_of(proc_cgroup);
  if (!group) return;
  fs::path below = group->relative_path().lexically_normal();
  // A container sees its own group as the root of the mount, while the path may be the host's or
  // lead out of the mount ("/../other").
  const bool leads_out = !below.empty() && *below.begin() == "..";
  if (leads_out || !is_folder(mount / below)) below.clear();
  for (; !below.empty() && below != "."; below = below.parent_path()) visit(mount / below);
  visit(mount);
}

}  // namespace

double read_cpu_quota(const fs::path& proc_cgroup, const fs::path& root) {
  double min = 0;
  walk_up(proc_cgroup, root, [&](const fs::path& folder) {
    // "150000 100000" or "max 100000"
    std::istringstream line(base::read_system_file(folder / "cpu.max"));
    std::string words[2];
    line >> words[0] >> words[1];
    const auto quota = parse_number(words[0]).value_or(0);
    const auto period = parse_number(words[1]).value_or(0);
    if (quota == 0 || period == 0) return;
    const double processors = static_cast<double>(quota) / static_cast<double>(period);
    if (min == 0 || processors < min) min = processors;
  });
  return min;
}

std::uint64_t read_memory_room(const fs::path& proc_cgroup, const fs::path& root) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  walk_up(proc_cgroup, root, [&](const fs::path& folder) {
    const auto limit = parse_number(base::read_system_file(folder / "memory.max"));
    if (!limit) return;
    std::uint64_t in_use =
        parse_number(base::read_system_file(folder / "memory.current")).value_or(0);
    // The kernel frees inactive file pages when memory gets short: they count as free.
    in_use -= std::min(in_use, read_statistic(folder / "memory.stat", "inactive_file"));
    room = std::min(room, *limit - std::min(*limit, in_use));
  });
  return room;
}

}  // namespace nqueens::run
