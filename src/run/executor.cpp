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
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>

#include "base/words.hpp"
#include "nqueens/error.hpp"

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

/// More would take memory and seconds to start and end.
constexpr int kMaxThreadsPerProcessor = 32;

using Nodes = std::vector<std::vector<int>>;  ///< the processors of each, in Topology's order

Nodes nodes_of(const Topology& topology) {
  Nodes nodes;
  std::optional<int> last;
  for (const Processor& processor : topology.processors()) {
    if (last != processor.numa_node) nodes.emplace_back();
    last = processor.numa_node;
    nodes.back().push_back(processor.index);
  }
  return nodes;
}

/// How many threads each node gets, by largest remainders. With no more threads than processors no
/// node gets more than it has: its exact share is at most its number of processors.
std::vector<int> apportion(const Nodes& nodes, int threads) {
  std::int64_t processors = 0;
  for (const auto& node : nodes) processors += std::ssize(node);

  std::vector<int> shares;
  std::vector<std::int64_t> remainders;
  for (const auto& node : nodes) {
    const std::int64_t scaled = std::int64_t{threads} * std::ssize(node);
    shares.push_back(static_cast<int>(scaled / processors));
    remainders.push_back(scaled % processors);
  }
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  const int left = threads - std::accumulate(shares.begin(), shares.end(), 0);
  for (int rank = 0; rank < left; ++rank) ++shares[order[static_cast<std::size_t>(rank)]];
  return shares;
}

/// Binds the calling thread until it is destroyed, then puts back the former binding. An empty
/// list, or one that the system refuses, changes nothing.
class Binding {
 public:
  explicit Binding(const std::vector<int>& processors) {
    if (processors.empty()) return;
    former_ = binding_of_this_thread();
    if (!bind_this_thread(processors)) {
      former_.clear();
    } else if (unbound_.empty()) {
      unbound_ = former_;
      is_outermost_ = true;
    }
  }
  ~Binding() {
    bind_this_thread(former_);
    if (is_outermost_) unbound_.clear();
  }
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;

  /// What the calling thread was bound to before any Binding; empty where there is none.
  static std::vector<int> unbound() { return unbound_; }

 private:
  static thread_local std::vector<int> unbound_;
  std::vector<int> former_;
  bool is_outermost_ = false;
};

thread_local std::vector<int> Binding::unbound_;

/// TBB has one thread for each processor, at most 256, unless allowed more before it starts. It
/// starts threads only when arenas ask for them, so one allowance serves all runs. An application's
/// own global_control stays the limit: TBB prints a warning when an arena asks for more.
int allowed_threads(int wanted) {
  if (wanted > kMaxThreadsPerProcessor) wanted = std::min(wanted, max_started_threads());
  static const tbb::global_control allowance(tbb::global_control::max_allowed_parallelism,
                                             kMaxThreads + 1);
  const std::size_t allowed =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(std::min(static_cast<std::size_t>(wanted), allowed));
}

}  // namespace

int max_started_threads() {
  return kMaxThreadsPerProcessor * default_threads();
}

std::vector<std::vector<int>> divide_threads(const Topology& topology, int threads,
                                             Pinning pinning) {
  const Nodes nodes = nodes_of(topology);
  std::vector<std::vector<int>> bindings(static_cast<std::size_t>(threads));
  if (pinning == Pinning::none || (pinning == Pinning::automatic && nodes.size() == 1)) {
    return bindings;
  }
  const std::vector<int> shares = apportion(nodes, threads);
  auto next = bindings.begin();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const std::vector<int>& processors = nodes[node];
    for (std::size_t thread = 0; thread < static_cast<std::size_t>(shares[node]); ++thread) {
      *next++ = pinning == Pinning::automatic
                    ? processors
                    : std::vector<int>{processors[thread % processors.size()]};
    }
  }
  return bindings;
}

Executor::Executor(int threads, Pinning pinning) : threads_(threads), pinning_(pinning) {
  if (threads < 0 || threads > kMaxThreads) {
    throw InvalidArgument(fmt::format(
        "number of threads out of range: {}; valid are 1 to {}, and 0 for one on each processor",
        threads, kMaxThreads));
  }
  if (threads == 0) threads_ = default_threads();
}

Executor::Executor(const Topology& topology, int threads, Pinning pinning)
    : Executor(threads, pinning) {
  std::call_once(divided_, [&] { bindings_ = divide_threads(topology, threads_, pinning_); });
}

const std::vector<int>& Executor::binding_of(int worker) {
  static const std::vector<int> kNone;
  std::call_once(divided_, [this] {
    const bool binds =
        pinning_ == Pinning::cores || (pinning_ == Pinning::automatic && has_several_numa_nodes());
    if (binds) bindings_ = divide_threads(Topology(), threads_, pinning_);
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

  // A new thread inherits the binding of the thread that starts it, and a bound thread sees fewer
  // processors.
  const Binding unbound(Binding::unbound());
  // An own arena: in a shared one a second caller waits for a slot, for ever if the first waits for
  // it. An own group: the caller's may be cancelled.
  tbb::task_arena arena(allowed_threads(workers));
  tbb::task_group_context group(tbb::task_group_context::isolated);
  arena.execute([&] { tbb::parallel_for(0, workers, call, tbb::simple_partitioner(), group); });
}

std::string tbb_version() {
  return fmt::format("oneTBB {}.{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR, TBB_VERSION_PATCH);
}

}  // namespace run

}  // namespace nqueens
