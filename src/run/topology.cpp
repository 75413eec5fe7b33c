// hwloc describes the hardware; system calls get and set affinity masks. hwloc could bind as well,
// but widens a set that covers all it sees, and a former mask must be restored exactly.
#include "run/topology.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::run {

namespace {

using Handle = std::shared_ptr<hwloc_topology>;

std::atomic<int> topologies{0};

Handle make_handle() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) {
    throw Error(
        "cannot read the processors of this machine: hwloc does not start; check its "
        "installation with hwloc-ls");
  }
  return Handle(topology, hwloc_topology_destroy);
}

/// Includes processors that this process may not use, since describe() covers the whole machine.
/// Must not change bindings: one of hwloc's readers would move the calling thread over all
/// processors. Object types that are not used are left out.
Handle load_this_machine() {
  Handle handle = make_handle();
  hwloc_topology_t topology = handle.get();
  hwloc_topology_set_flags(
      topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING |
                    HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
                    HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS);
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_icache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
  if (hwloc_topology_load(topology) != 0) {
    throw Error(fmt::format("cannot read the processors of this machine: {}; check with hwloc-ls",
                            base::errno_text(errno)));
  }
  return handle;
}

/// Loaded once in a process: hardware does not change.
Handle this_machine() {
  static const Handle handle = load_this_machine();
  return handle;
}

/// All objects of one kind, in hwloc's order.
std::vector<hwloc_obj_t> objects(hwloc_topology_t topology, hwloc_obj_type_t type) {
  std::vector<hwloc_obj_t> result;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr;) {
    result.push_back(object);
  }
  return result;
}

/// A processor that hwloc does not know counts as a core of node 0.
Processor locate(hwloc_topology_t topology, int index) {
  const hwloc_obj_t unit = hwloc_get_pu_obj_by_os_index(topology, static_cast<unsigned>(index));
  if (unit == nullptr) return {index, index, 0, 0};
  // A virtual machine may show no cores: then every hardware thread counts as a core.
  const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, unit);
  // A processor may have several near nodes (fast and ordinary memory of one package): the first
  // one is used.
  return {index, core == nullptr ? index : hwloc_bitmap_first(core->cpuset), 0,
          std::max(0, hwloc_bitmap_first(unit->nodeset))};
}

std::string model_of(hwloc_topology_t topology) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  for (const hwloc_obj_t object : {package, hwloc_get_root_obj(topology)}) {
    if (object == nullptr) continue;
    if (const char* name = hwloc_obj_get_info_by_name(object, "CPUModel")) return name;
  }
  return {};
}

std::string_view cache_kind(hwloc_obj_cache_type_t type) {
  switch (type) {
    case HWLOC_OBJ_CACHE_UNIFIED:
      return "unified";
    case HWLOC_OBJ_CACHE_DATA:
      return "data";
    case HWLOC_OBJ_CACHE_INSTRUCTION:
      return "instruction";
  }
  return "unified";
}

std::uint64_t memory_of(hwloc_topology_t topology) {
  const std::uint64_t listed = hwloc_get_root_obj(topology)->total_memory;
  if (hwloc_topology_is_thissystem(topology) == 0) return listed;
  // hwloc may miss memory that was added to a virtual machine after its start.
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  return std::max(listed, pages * page_bytes);
}

/// A processor set for system calls, of any size: cpu_set_t ends at 1024 processors.
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

/// Default threads on so many processors under a control group's limit of CPU time.
int threads_within(double quota, std::size_t processors) {
  const auto all = static_cast<int>(processors);
  if (quota <= 0 || quota >= all) return all;
  return std::max(1, static_cast<int>(std::ceil(quota)));
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

bool has_several_numa_nodes(const std::filesystem::path& root) {
  // 20 us, where hwloc takes 0.6 ms on 2 processors (2.5 ms with its plugins) and more on larger
  // machines: a small count is done before. "0", "0-1" or "0,8"; empty where the system is silent.
  const std::string nodes = base::read_system_file(root / "sys/devices/system/node/has_cpu");
  return nodes.find_first_of(",-") != std::string::npos;
}

Topology::Topology() : Topology(this_machine(), binding_of_this_thread()) {
  ++topologies;
}

Topology Topology::synthetic(const std::string& description, const std::vector<int>& allowed) {
  const Handle handle = make_handle();
  if (hwloc_topology_set_synthetic(handle.get(), description.c_str()) != 0 ||
      hwloc_topology_load(handle.get()) != 0) {
    throw InvalidArgument(fmt::format(
        "not a machine description: \"{}\"; a valid one is \"node:2 core:4 pu:2\"", description));
  }
  if (!allowed.empty()) return Topology(handle, allowed);
  std::vector<int> all;
  for (const hwloc_obj_t unit : objects(handle.get(), HWLOC_OBJ_PU)) {
    all.push_back(static_cast<int>(unit->os_index));
  }
  return Topology(handle, all);
}

Topology::Topology(Handle handle, const std::vector<int>& usable) : handle_(std::move(handle)) {
  std::map<int, int> threads_of_core;
  for (const int index : std::set<int>(usable.begin(), usable.end())) {
    Processor processor = locate(handle_.get(), index);
    processor.sibling = threads_of_core[processor.core]++;
    processors_.push_back(processor);
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

std::vector<CacheInfo> Topology::caches() const {
  const auto is_usable = [&](hwloc_obj_t cache) {
    return std::any_of(processors_.begin(), processors_.end(), [&](const Processor& processor) {
      return hwloc_bitmap_isset(cache->cpuset, static_cast<unsigned>(processor.index)) != 0;
    });
  };
  // Caches of one level and kind may differ in size (fast and slow cores): each size is a line.
  std::map<std::tuple<unsigned, std::string_view, std::uint64_t>, int> counts;
  for (int number = HWLOC_OBJ_TYPE_MIN; number < HWLOC_OBJ_TYPE_MAX; ++number) {
    const auto type = static_cast<hwloc_obj_type_t>(number);
    if (hwloc_obj_type_is_cache(type) == 0) continue;
    for (const hwloc_obj_t cache : objects(handle_.get(), type)) {
      const auto& attributes = cache->attr->cache;
      if (is_usable(cache)) {
        ++counts[{attributes.depth, cache_kind(attributes.type), attributes.size}];
      }
    }
  }
  std::vector<CacheInfo> result;
  for (const auto& [key, count] : counts) {
    const auto& [level, kind, bytes] = key;
    result.push_back({static_cast<int>(level), std::string(kind), bytes, count});
  }
  return result;
}

void Topology::describe(MachineInfo& info, double cpu_quota) const {
  hwloc_topology_t topology = handle_.get();
  const auto count = [&](hwloc_obj_type_t type) {
    return std::max(0, hwloc_get_nbobjs_by_type(topology, type));
  };
  info.processor = model_of(topology);
  info.processors = count(HWLOC_OBJ_PU);
  info.cores = count(HWLOC_OBJ_CORE) > 0 ? count(HWLOC_OBJ_CORE) : info.processors;
  info.packages = std::max(1, count(HWLOC_OBJ_PACKAGE));
  info.cpu_quota = cpu_quota;
  info.usable_processors = threads_within(cpu_quota, processors_.size());
  info.numa_nodes = numa_nodes();
  info.caches = caches();
  info.memory_bytes = memory_of(topology);
}

std::string hwloc_version() {
  return fmt::format("hwloc {}", HWLOC_VERSION);
}

}  // namespace nqueens::run
