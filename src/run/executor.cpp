// The only file that uses TBB. A run is an arena of its own and a parallel_for over its workers:
// TBB starts threads, hands out the calls, cancels the rest when one throws, and makes them all on
// the calling thread if no other is available.
//
// Threads bind themselves. TBB could bind by an arena for each NUMA node, but asking for the nodes
// takes 3 to 7 ms (tbbbind loads hwloc with all its plugins), calls do not move between arenas, and
// it cannot bind to single cores.
#include "run/executor.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/version.h>

#include <algorithm>
#include <string_view>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"
#include "run/topology.hpp"

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

/// Binds the calling thread until it is destroyed, then puts back the former binding. An empty list
/// changes nothing.
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
  binding_of(0);  // reads the topology while this thread is not bound yet

  const auto call = [&](int worker) {
    const Binding binding(binding_of(worker));
    work(worker);
  };
  if (workers == 1) return call(0);

  // TBB warns on standard error where an arena wants more threads than an application's own
  // global_control allows.
  const auto allowed = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  // An own arena: in a shared one a second caller waits for a slot, for ever if the first waits for
  // it. An own group: the caller's may be cancelled.
  tbb::task_arena arena(std::min(workers, allowed));
  tbb::task_group_context group(tbb::task_group_context::isolated);
  arena.execute([&] { tbb::parallel_for(0, workers, call, tbb::simple_partitioner(), group); });
}

std::string tbb_version() {
  return fmt::format("oneTBB {}.{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR, TBB_VERSION_PATCH);
}

}  // namespace run

}  // namespace nqueens
