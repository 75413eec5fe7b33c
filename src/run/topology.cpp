// hwloc gives the hardware; the kernel's own calls give and set affinity masks. hwloc could bind as
// well, but widens a set that covers all it sees to sets it does not see, and a mask that was put
// aside must come back exactly. Knows nothing of arenas.
#include "run/topology.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <tuple>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "run/control_group.hpp"

namespace nqueens::run {

namespace {

using Handle = std::shared_ptr<hwloc_topology>;

Handle make_handle() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) {
    throw Error(
        "cannot read the processors of this machine: hwloc does not start; check its "
        "installation with hwloc-ls");
  }
  return Handle(topology, hwloc_topology_destroy);
}

// Disallowed processors are kept, so that describe() can name the whole machine. Binding is left
// alone: one of hwloc's readers would otherwise move this process over all processors, under the
// feet of the caller's other threads. Object kinds that nobody asks for are filtered out.
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

// Reading takes 2.5 ms on 2 processors (4.7 ms if the binding may be changed) and more on larger
// machines, a small count takes less: so once for each process. Hardware stays as it is; what this
// process may use of it is asked anew every time.
Handle this_machine() {
  static std::mutex mutex;
  static Handle handle;
  const std::lock_guard lock(mutex);
  if (!handle) handle = load_this_machine();
  return handle;
}

// A set of processors as the kernel takes it, of any size: cpu_set_t ends at 1024 processors.
class KernelMask {
 public:
  explicit KernelMask(std::size_t processors)
      : words_((processors + kWordBits - 1) / kWordBits, 0ul) {}

  void add(int processor) {
    const auto index = static_cast<std::size_t>(processor);
    words_[index / kWordBits] |= 1ul << (index % kWordBits);
  }
  bool read(pid_t thread) {
    std::fill(words_.begin(), words_.end(), 0ul);
    return ::sched_getaffinity(thread, bytes(), set()) == 0;
  }
  bool write(pid_t thread) { return ::sched_setaffinity(thread, bytes(), set()) == 0; }
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

std::vector<int> read_affinity_mask() {
  // The kernel refuses, by EINVAL, a mask shorter than its own.
  for (std::size_t processors = 1024; processors <= (1u << 20); processors *= 4) {
    KernelMask mask(processors);
    if (mask.read(0)) return mask.processors();
    if (errno != EINVAL) break;
  }
  return {};
}

std::vector<int> all_processors(hwloc_topology_t topology) {
  std::vector<int> result;
  for (hwloc_obj_t unit = nullptr;
       (unit = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, unit)) != nullptr;) {
    result.push_back(static_cast<int>(unit->os_index));
  }
  return result;
}

// Memory may hang at several nodes here (fast and ordinary memory of one package): the first one
// stands for the place.
int numa_node_of(hwloc_topology_t topology, hwloc_obj_t unit) {
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    if (hwloc_bitmap_isset(node->cpuset, unit->os_index)) {
      return static_cast<int>(node->logical_index);
    }
  }
  return 0;
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

bool holds_one_of(hwloc_obj_t object, const std::vector<Processor>& processors) {
  return std::any_of(processors.begin(), processors.end(), [&](const Processor& processor) {
    return hwloc_bitmap_isset(object->cpuset, static_cast<unsigned>(processor.os_index)) != 0;
  });
}

std::string processor_name(hwloc_topology_t topology) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  for (const hwloc_obj_t object : {package, hwloc_get_root_obj(topology)}) {
    if (object == nullptr) continue;
    if (const char* name = hwloc_obj_get_info_by_name(object, "CPUModel")) return name;
  }
  return {};
}

int count_of(hwloc_topology_t topology, hwloc_obj_type_t type) {
  return std::max(0, hwloc_get_nbobjs_by_type(topology, type));
}

}  // namespace

Topology Topology::of_this_machine() {
  Topology result;
  result.handle_ = this_machine();
  // The user can make hwloc describe another machine (HWLOC_XMLFILE): nothing is bound there.
  result.is_this_machine_ = hwloc_topology_is_thissystem(result.handle_.get()) != 0;
  std::vector<int> mask;
  if (result.is_this_machine_) mask = read_affinity_mask();
  if (mask.empty()) mask = all_processors(result.handle_.get());
  result.read_processors(mask);
  result.cpu_quota_ = read_control_group_limits().cpu_quota;
  return result;
}

Topology Topology::synthetic(const std::string& description, const std::vector<int>& allowed) {
  Topology result;
  result.handle_ = make_handle();
  hwloc_topology_t topology = result.handle_.get();
  if (hwloc_topology_set_synthetic(topology, description.c_str()) != 0 ||
      hwloc_topology_load(topology) != 0) {
    throw InvalidArgument(fmt::format(
        "not a machine description: \"{}\"; hwloc takes for example \"node:2 core:4 pu:2\"",
        description));
  }
  result.read_processors(allowed.empty() ? all_processors(topology) : allowed);
  return result;
}

void Topology::read_processors(const std::vector<int>& usable) {
  const std::set<int> usable_set(usable.begin(), usable.end());
  hwloc_topology_t topology = handle_.get();
  const hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology);
  std::map<int, int> threads_of_core;
  processors_.clear();
  for (hwloc_obj_t unit = nullptr;
       (unit = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, unit)) != nullptr;) {
    const auto os_index = static_cast<int>(unit->os_index);
    if (!hwloc_bitmap_isset(allowed, unit->os_index) || !usable_set.contains(os_index)) {
      continue;
    }
    // A virtual machine may show no cores: then every hardware thread counts as one.
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, unit);
    Processor processor;
    processor.os_index = os_index;
    processor.core = static_cast<int>(core != nullptr ? core->logical_index : unit->logical_index);
    processor.sibling = threads_of_core[processor.core]++;
    processor.numa_node = numa_node_of(topology, unit);
    processors_.push_back(processor);
  }
  if (processors_.empty()) {
    throw Error(
        "no usable processor: hwloc knows none of those in the affinity mask; compare "
        "hwloc-ls with taskset -p");
  }
  std::stable_sort(processors_.begin(), processors_.end(),
                   [](const Processor& left, const Processor& right) {
                     return std::tie(left.numa_node, left.sibling, left.core) <
                            std::tie(right.numa_node, right.sibling, right.core);
                   });
  std::set<int> nodes;
  for (const Processor& processor : processors_) nodes.insert(processor.numa_node);
  numa_nodes_ = static_cast<int>(nodes.size());
}

int Topology::default_threads() const {
  const auto processors = static_cast<int>(processors_.size());
  if (cpu_quota_ <= 0 || cpu_quota_ >= processors) return processors;
  return std::max(1, static_cast<int>(std::ceil(cpu_quota_)));
}

void Topology::describe(MachineInfo& info) const {
  hwloc_topology_t topology = handle_.get();
  info.processor = processor_name(topology);
  info.packages = count_of(topology, HWLOC_OBJ_PACKAGE);
  info.cores = count_of(topology, HWLOC_OBJ_CORE);
  info.processors = count_of(topology, HWLOC_OBJ_PU);
  info.usable_processors = default_threads();
  info.cpu_quota = cpu_quota_;
  info.numa_nodes = numa_nodes_;
  info.memory_bytes = hwloc_get_root_obj(topology)->total_memory;
  if (hwloc_topology_is_thissystem(topology) != 0) {
    // Memory that was added to a virtual machine after its start is missing from the firmware's
    // tables, which hwloc reads.
    const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    const auto page_bytes = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
    info.memory_bytes = std::max(info.memory_bytes, pages * page_bytes);
  }

  // Caches of one level and kind may differ in size (fast and slow cores): each size is a line.
  using Key = std::tuple<unsigned, std::string_view, std::uint64_t>;
  std::map<Key, int> caches;
  for (int type = HWLOC_OBJ_TYPE_MIN; type < HWLOC_OBJ_TYPE_MAX; ++type) {
    const auto object_type = static_cast<hwloc_obj_type_t>(type);
    if (!hwloc_obj_type_is_cache(object_type)) continue;
    for (hwloc_obj_t cache = nullptr;
         (cache = hwloc_get_next_obj_by_type(topology, object_type, cache)) != nullptr;) {
      if (!holds_one_of(cache, processors_)) continue;
      const auto& attributes = cache->attr->cache;
      ++caches[{attributes.depth, cache_kind(attributes.type), attributes.size}];
    }
  }
  info.caches.clear();
  for (const auto& [key, count] : caches) {
    const auto& [level, kind, bytes] = key;
    info.caches.push_back({static_cast<int>(level), std::string(kind), bytes, count});
  }
}

bool Topology::bind_this_thread(const std::vector<int>& os_indexes) const {
  return bind_thread(0, os_indexes);
}

bool Topology::bind_thread(pid_t thread_id, const std::vector<int>& os_indexes) const {
  if (!is_this_machine_ || os_indexes.empty()) return false;
  KernelMask mask(
      static_cast<std::size_t>(*std::max_element(os_indexes.begin(), os_indexes.end())) + 1);
  for (const int index : os_indexes) mask.add(index);
  return mask.write(thread_id);
}

std::vector<int> Topology::binding_of_this_thread() const {
  return is_this_machine_ ? read_affinity_mask() : std::vector<int>{};
}

pid_t this_thread_id() {
  return static_cast<pid_t>(::syscall(SYS_gettid));
}

}  // namespace nqueens::run
