// The only file that uses TBB and hwloc. A run is an arena of its own and a parallel_for over its
// workers. TBB starts threads, hands out the calls, cancels the rest if one throws, and makes all
// of them on the calling thread if no other is available.
//
// Threads bind themselves. TBB could bind an arena to each NUMA node, but asking for the nodes
// takes 3 to 7 ms (tbbbind loads hwloc with all its plugins), calls do not move between arenas, and
// it cannot bind to single cores. System calls bind, not hwloc: it widens a set that covers all it
// sees, and a former mask must be restored exactly.
#include "run/executor.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/version.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "nqueens/error.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Pinning> kPinnings[] = {
    {Pinning::automatic, "auto"}, {Pinning::none, "none"}, {Pinning::cores, "cores"}};

}  // namespace

Pinning parse_pinning(std::string_view text) {
  return base::parse_word(kPinnings, text, "pinning");
}

std::string_view to_string(Pinning pinning) {
  return base::word_of(kPinnings, pinning);
}

namespace run {

namespace {

std::atomic<int> pretended_processors = 0;  ///< if 0, none are pretended

using Set = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

/// Linux has at most 8192 processors; a cpu_set_t holds 1024.
struct Mask {
  std::array<cpu_set_t, 8> sets{};

  bool has(std::size_t processor) const {
    return CPU_ISSET_S(processor, sizeof(sets), sets.data()) != 0;
  }
};

std::shared_ptr<hwloc_topology> make_topology() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) throw Error("hwloc does not start; try hwloc-ls");
  return {topology, hwloc_topology_destroy};
}

int count(hwloc_topology_t topology, hwloc_obj_type_t type) {
  return std::max(0, hwloc_get_nbobjs_by_type(topology, type));
}

std::vector<hwloc_obj_t> objects(hwloc_topology_t topology, hwloc_obj_type_t type) {
  std::vector<hwloc_obj_t> result;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr;) {
    result.push_back(object);
  }
  return result;
}

std::vector<hwloc_obj_t> near_nodes(hwloc_topology_t topology) {
  std::vector<hwloc_obj_t> nodes = objects(topology, HWLOC_OBJ_NUMANODE);
  std::erase_if(nodes, [](hwloc_obj_t node) { return hwloc_bitmap_iszero(node->cpuset) != 0; });
  return nodes;
}

std::string model_of(hwloc_topology_t topology) {
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  for (const hwloc_obj_t object : {package, hwloc_get_root_obj(topology)}) {
    if (object == nullptr) continue;
    if (const char* name = hwloc_obj_get_info_by_name(object, "CPUModel")) return name;
  }
  return {};
}

Value::List caches_of(hwloc_topology_t topology) {
  constexpr std::array<std::string_view, 3> kKinds = {"unified", "data", "instruction"};
  // Caches of one level and kind may differ in size (fast and slow cores): one entry for each size.
  std::map<std::tuple<unsigned, std::string_view, std::uint64_t>, int> counts;
  for (int number = HWLOC_OBJ_TYPE_MIN; number < HWLOC_OBJ_TYPE_MAX; ++number) {
    const auto type = static_cast<hwloc_obj_type_t>(number);
    if (hwloc_obj_type_is_cache(type) == 0) continue;
    for (const hwloc_obj_t cache : objects(topology, type)) {
      const auto& attributes = cache->attr->cache;
      ++counts[{attributes.depth, kKinds.at(attributes.type), attributes.size}];
    }
  }
  Value::List result;
  for (const auto& [key, number] : counts) {
    const auto& [level, kind, bytes] = key;
    result.emplace_back(
        Fields{{"level", level}, {"kind", kind}, {"bytes", bytes}, {"count", number}});
  }
  return result;
}

/// Binds the calling thread; the destructor restores its binding. An empty list changes nothing.
class Binding {
 public:
  explicit Binding(const std::vector<int>& processors)
      : former_(processors.empty() ? std::vector<int>() : binding_of_this_thread()) {
    bind_this_thread(processors);
  }
  ~Binding() { bind_this_thread(former_); }
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;

 private:
  const std::vector<int> former_;
};

}  // namespace

std::vector<int> binding_of_this_thread() {
  Mask mask;
  ::sched_getaffinity(0, sizeof(mask.sets), mask.sets.data());
  std::vector<int> processors;
  for (std::size_t index = 0; index < mask.sets.size() * CPU_SETSIZE; ++index) {
    if (mask.has(index)) processors.push_back(static_cast<int>(index));
  }
  return processors;
}

void bind_this_thread(const std::vector<int>& processors) {
  if (processors.empty()) return;
  Mask mask;
  for (const int index : processors) {
    CPU_SET_S(static_cast<std::size_t>(index), sizeof(mask.sets), mask.sets.data());
  }
  ::sched_setaffinity(0, sizeof(mask.sets), mask.sets.data());
}

int default_threads() {
  if (const int pretended = pretended_processors; pretended > 0) return pretended;
  const auto processors = static_cast<int>(binding_of_this_thread().size());
  const double quota = cpu_quota();
  return std::max(
      1, quota > 0 && quota < processors ? static_cast<int>(std::ceil(quota)) : processors);
}

PretendedProcessors::PretendedProcessors(int processors)
    : allowed_(std::make_shared<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                     static_cast<std::size_t>(processors))) {
  pretended_processors = processors;
}

PretendedProcessors::~PretendedProcessors() {
  pretended_processors = 0;
}

bool has_several_numa_nodes() {
  // This takes 20 us, and hwloc 0.6 ms on 2 processors (2.5 ms with its plugins) and more on larger
  // machines; a small count is done before. The file has "0", "0-1" or "0,8", or cannot be read.
  return base::read_system_file("/sys/devices/system/node/has_cpu").find_first_of(",-") !=
         std::string::npos;
}

/// Reads also processors that this process may not use, since whole_machine() tells of them.
/// It must not change bindings: one of hwloc's readers would move the calling thread over all
/// processors. Object types that nobody uses are left out.
Topology::Topology() : handle_(make_topology()) {
  hwloc_topology_t topology = handle_.get();
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
  restrict_to(binding_of_this_thread());
}

Topology::Topology(const std::string& synthetic, const std::vector<int>& usable)
    : handle_(make_topology()) {
  hwloc_topology_set_synthetic(handle_.get(), synthetic.c_str());
  hwloc_topology_load(handle_.get());
  restrict_to(usable);
}

void Topology::restrict_to(const std::vector<int>& usable) {
  hwloc_topology_t topology = handle_.get();
  processors_ = count(topology, HWLOC_OBJ_PU);
  cores_ = count(topology, HWLOC_OBJ_CORE);
  packages_ = std::max(1, count(topology, HWLOC_OBJ_PACKAGE));
  const Set set(hwloc_bitmap_alloc(), hwloc_bitmap_free);
  for (const int index : usable) hwloc_bitmap_set(set.get(), static_cast<unsigned>(index));
  hwloc_topology_restrict(topology, set.get(), 0);
}

int Topology::numa_nodes() const {
  return static_cast<int>(near_nodes(handle_.get()).size());
}

std::vector<std::vector<int>> Topology::bindings(int threads, Pinning pinning) const {
  hwloc_topology_t topology = handle_.get();
  std::vector<std::vector<int>> result(static_cast<std::size_t>(threads));
  std::vector<hwloc_obj_t> roots = near_nodes(topology);
  int max_depth = 0;
  if (pinning == Pinning::none || (pinning == Pinning::automatic && roots.size() == 1)) {
    return result;
  }
  if (pinning == Pinning::cores) {
    roots = {hwloc_get_root_obj(topology)};
    max_depth = INT_MAX;
  }
  std::vector<hwloc_cpuset_t> sets(result.size());
  hwloc_distrib(topology, roots.data(), static_cast<unsigned>(roots.size()), sets.data(),
                static_cast<unsigned>(threads), max_depth, 0);
  for (std::size_t thread = 0; thread < sets.size(); ++thread) {
    const Set set(sets[thread], hwloc_bitmap_free);
    if (pinning == Pinning::cores) hwloc_bitmap_singlify(set.get());
    for (int index = -1; (index = hwloc_bitmap_next(set.get(), index)) >= 0;) {
      result[thread].push_back(index);
    }
  }
  return result;
}

Fields Topology::whole_machine() const {
  return {{"processor", model_of(handle_.get())},
          {"packages", packages_},
          // A virtual machine may report no cores: then every hardware thread counts as one.
          {"cores", cores_ > 0 ? cores_ : processors_},
          {"processors", processors_}};
}

Fields Topology::usable_part() const {
  return {{"numa_nodes", numa_nodes()}, {"caches", caches_of(handle_.get())}};
}

int useful_threads(int wanted) {
  if (wanted < 0 || wanted > kMaxThreads) {
    throw InvalidArgument(fmt::format(
        "number of threads out of range: {}; valid are 1 to {}, and 0 for one on each processor",
        wanted, kMaxThreads));
  }
  if (wanted == 1) return 1;
  return wanted == 0 ? default_threads() : std::min(wanted, default_threads());
}

const std::vector<int>& Executor::binding_of(int worker) {
  static const std::vector<int> kNone;
  std::call_once(divided_, [this] {
    const bool binds =
        pinning_ == Pinning::cores || (pinning_ == Pinning::automatic && has_several_numa_nodes());
    if (binds) bindings_ = Topology().bindings(threads_, pinning_);
  });
  return bindings_.empty() ? kNone : bindings_[static_cast<std::size_t>(worker)];
}

void Executor::run(const std::function<void(int)>& work, int max_workers) {
  const int workers = std::min(threads_, max_workers);
  // A single thread needs no TBB and no topology, unless binding is asked for.
  if (workers == 1 && pinning_ != Pinning::cores) return work(0);
  binding_of(0);  // reads the topology before this thread is bound

  const auto call = [&](int worker) {
    const Binding binding(binding_of(worker));
    work(worker);
  };
  if (workers == 1) return call(0);

  // TBB warns on standard error if an arena wants more threads than a global_control allows.
  const auto allowed = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  // The arena is its own: in a shared one a second caller waits for a slot, forever if the first
  // waits for it. So is the group, since the caller's may be cancelled.
  tbb::task_arena arena(std::min(workers, allowed));
  tbb::task_group_context group(tbb::task_group_context::isolated);
  arena.execute([&] { tbb::parallel_for(0, workers, call, tbb::simple_partitioner(), group); });
}

std::vector<std::string> library_versions() {
  return {
      fmt::format("oneTBB {}.{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR, TBB_VERSION_PATCH),
      fmt::format("hwloc {}", HWLOC_VERSION),
      fmt::format("fmt {}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)};
}

}  // namespace run

}  // namespace nqueens
