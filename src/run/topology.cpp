// hwloc would know more, but takes 3 to 7 ms to start: it loads every plugin that is installed,
// and with them libxml2, OpenCL and X11.
#include "run/topology.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/file.hpp"
#include "run/control_group.hpp"

namespace nqueens::run {

namespace {

namespace fs = std::filesystem;

std::atomic<int> topologies{0};

/// Empty where there is no such file.
std::string read_line(const fs::path& path) {
  const std::string text = base::read_system_file(path);
  return text.substr(0, text.find('\n'));
}

/// The leading number of a text; `missing` where there is none.
int leading_number(std::string_view text, int missing) {
  int value = missing;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The kernel's lists: "0-3,8,10-11".
std::vector<int> parse_list(std::string_view text) {
  std::vector<int> result;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const std::string_view range = text.substr(0, comma);
    const int first = leading_number(range, -1);
    const auto dash = range.find('-');
    const int last =
        dash == std::string_view::npos ? first : leading_number(range.substr(dash + 1), first);
    for (int number = first; number >= 0 && number <= last; ++number) result.push_back(number);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return result;
}

fs::path system_folder(const fs::path& root) {
  return root / "sys/devices/system";
}

fs::path folder_of(const fs::path& root, int processor) {
  return system_folder(root) / "cpu" / ("cpu" + std::to_string(processor));
}

/// The nodes that have processors; empty where the system does not say.
std::vector<int> nodes_with_processors(const fs::path& root) {
  return parse_list(read_line(system_folder(root) / "node/has_cpu"));
}

/// The node of each processor. None is on node 0.
std::map<int, int> read_nodes(const fs::path& root) {
  std::map<int, int> result;
  for (const int node : nodes_with_processors(root)) {
    const fs::path folder = system_folder(root) / "node" / ("node" + std::to_string(node));
    for (const int processor : parse_list(read_line(folder / "cpulist"))) {
      result[processor] = node;
    }
  }
  return result;
}

/// A virtual machine may show no cores: then every hardware thread counts as one.
int core_of(const fs::path& root, int processor) {
  const fs::path folder = folder_of(root, processor) / "topology";
  return leading_number(read_line(folder / "thread_siblings_list"), processor);
}

/// A set of processors as the kernel takes it, of any size: cpu_set_t ends at 1024 processors.
class KernelMask {
 public:
  explicit KernelMask(std::size_t processors)
      : words_((processors + kWordBits - 1) / kWordBits, 0ul) {}

  void add(int processor) {
    const auto index = static_cast<std::size_t>(processor);
    words_[index / kWordBits] |= 1ul << (index % kWordBits);
  }
  bool read() { return ::sched_getaffinity(0, bytes(), set()) == 0; }
  bool write() { return ::sched_setaffinity(0, bytes(), set()) == 0; }
  std::vector<int> processors() const {
    std::vector<int> result;
    for (std::size_t index = 0; index < words_.size() * kWordBits; ++index) {
      if ((words_[index / kWordBits] >> (index % kWordBits) & 1ul) != 0) {
        result.push_back(static_cast<int>(index));
      }
    }
    return result;
  }

 private:
  static constexpr std::size_t kWordBits = 8 * sizeof(unsigned long);
  std::size_t bytes() const { return words_.size() * sizeof(unsigned long); }
  cpu_set_t* set() { return reinterpret_cast<cpu_set_t*>(words_.data()); }

  std::vector<unsigned long> words_;
};

/// The name of the processor's model; ARM's kernels give none.
std::string read_model(const fs::path& root) {
  std::istringstream lines(base::read_system_file(root / "proc/cpuinfo"));
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

/// "48K", "2048K", "32M".
std::uint64_t parse_bytes(const std::string& text) {
  const auto number = static_cast<std::uint64_t>(std::max(0, leading_number(text, 0)));
  return text.ends_with("M") ? number << 20 : text.ends_with("K") ? number << 10 : number;
}

/// The threads of a run on so many processors, of whose time a control group grants a part.
int threads_within(double quota, std::size_t processors) {
  const auto all = static_cast<int>(processors);
  if (quota <= 0 || quota >= all) return all;
  return std::max(1, static_cast<int>(std::ceil(quota)));
}

std::uint64_t physical_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  return pages * static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
}

}  // namespace

std::vector<int> binding_of_this_thread() {
  // The kernel refuses, by EINVAL, a mask shorter than its own.
  for (std::size_t processors = 1024; processors <= (1u << 20); processors *= 4) {
    KernelMask mask(processors);
    if (mask.read()) return mask.processors();
    if (errno != EINVAL) break;
  }
  return {0};
}

bool bind_this_thread(const std::vector<int>& processors) {
  if (processors.empty()) return false;
  const int last = *std::max_element(processors.begin(), processors.end());
  KernelMask mask(static_cast<std::size_t>(last) + 1);
  for (const int index : processors) mask.add(index);
  return mask.write();
}

int default_threads() {
  return threads_within(read_cpu_quota(), binding_of_this_thread().size());
}

bool has_several_numa_nodes(const fs::path& root) {
  return nodes_with_processors(root).size() > 1;
}

Topology::Topology(const std::vector<int>& usable, fs::path root) : root_(std::move(root)) {
  ++topologies;
  const std::map<int, int> nodes = read_nodes(root_);
  std::map<int, int> threads_of_core;
  for (const int index : std::set<int>(usable.begin(), usable.end())) {
    const auto node = nodes.find(index);
    const int core = core_of(root_, index);
    processors_.push_back(
        {index, core, threads_of_core[core]++, node == nodes.end() ? 0 : node->second});
  }
  std::stable_sort(processors_.begin(), processors_.end(),
                   [](const Processor& left, const Processor& right) {
                     return std::tie(left.numa_node, left.sibling, left.core) <
                            std::tie(right.numa_node, right.sibling, right.core);
                   });
}

int Topology::times_read() {
  return topologies;
}

int Topology::numa_nodes() const {
  std::set<int> nodes;
  for (const Processor& processor : processors_) nodes.insert(processor.numa_node);
  return static_cast<int>(nodes.size());
}

std::vector<CacheInfo> Topology::read_caches() const {
  // A cache is known by its level, its kind and the processors that share it. Caches of one level
  // and kind may differ in size (fast and slow cores): each size is a line.
  std::map<std::tuple<int, std::string, std::uint64_t>, std::set<std::string>> caches;
  for (const Processor& processor : processors_) {
    const fs::path folder = folder_of(root_, processor.index) / "cache";
    for (int index = 0;; ++index) {
      const fs::path cache = folder / ("index" + std::to_string(index));
      const int level = leading_number(read_line(cache / "level"), 0);
      if (level == 0) break;
      std::string kind = read_line(cache / "type");
      if (!kind.empty()) kind.front() = static_cast<char>(kind.front() | 0x20);  // lower case
      caches[{level, kind, parse_bytes(read_line(cache / "size"))}].insert(
          read_line(cache / "shared_cpu_list"));
    }
  }
  std::vector<CacheInfo> result;
  for (const auto& [key, places] : caches) {
    const auto& [level, kind, bytes] = key;
    result.push_back({level, kind, bytes, static_cast<int>(places.size())});
  }
  return result;
}

void Topology::describe(MachineInfo& info) const {
  std::vector<int> all = parse_list(read_line(system_folder(root_) / "cpu/online"));
  if (all.empty()) {
    for (const Processor& processor : processors_) all.push_back(processor.index);
  }
  std::set<int> cores;
  std::set<int> packages;
  for (const int index : all) {
    cores.insert(core_of(root_, index));
    packages.insert(
        leading_number(read_line(folder_of(root_, index) / "topology/physical_package_id"), 0));
  }
  info.processor = read_model(root_);
  info.packages = static_cast<int>(packages.size());
  info.cores = static_cast<int>(cores.size());
  info.processors = static_cast<int>(all.size());
  info.cpu_quota = read_cpu_quota(root_ / "proc/self/cgroup", root_ / "sys/fs/cgroup");
  info.usable_processors = threads_within(info.cpu_quota, processors_.size());
  info.numa_nodes = numa_nodes();
  info.caches = read_caches();
  info.memory_bytes = physical_memory();
}

}  // namespace nqueens::run
