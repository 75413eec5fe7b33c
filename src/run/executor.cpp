// The only file that runs TBB. Every worker's call is one task of a task group, put into the arena
// of its NUMA node from outside; the calling thread then goes through the arenas one after the
// other and makes the calls that no other thread has taken. So nothing waits for a thread that may
// never come: a run ends on the calling thread alone, if need be.
#include "run/executor.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "nqueens/error.hpp"
#include "run/memory.hpp"

namespace nqueens::run {

namespace {

int checked_threads(int threads, const Topology& topology) {
  if (threads < 0 || threads > kMaxThreads) {
    throw InvalidArgument(fmt::format(
        "number of threads out of range: {}; valid are 1 to {}, and 0 for one on each processor",
        threads, kMaxThreads));
  }
  return threads == 0 ? topology.default_threads() : threads;
}

/// TBB has as many threads as there are processors, for all arenas together, unless it is allowed
/// more. It starts them only as arenas ask for them, so one allowance for the largest executor
/// serves all. It is given once, before the first arena, and never taken back: TBB reads its
/// limits without a lock while another thread makes an arena (the thread sanitizer shows it when
/// every run brings and takes its own). Given before TBB has begun, it also lifts TBB's own upper
/// end, otherwise 257 threads.
void allow_threads() {
  static const tbb::global_control* const control =
      new tbb::global_control(tbb::global_control::max_allowed_parallelism, kMaxThreads + 1);
  static_cast<void>(control);
}

/// Binds every thread that enters the arena by the slot it takes, and puts back its former binding
/// when it leaves.
class BindingObserver : public tbb::task_scheduler_observer {
 public:
  BindingObserver(tbb::task_arena& arena, const Topology& topology, const NodeShare& share)
      : tbb::task_scheduler_observer(arena),
        topology_(topology),
        bindings_(share.bindings),
        guests_(share.bindings.size() + 1) {
    observe(true);
  }

  /// A thread of TBB's pool stays in an arena for a while after its last task, and an observer that
  /// is gone sees nobody leave: those threads get their bindings back from here.
  ~BindingObserver() override {
    observe(false);
    const std::lock_guard lock(mutex_);
    for (const Guest& guest : guests_) {
      if (guest.thread != 0) topology_.bind_thread(guest.thread, guest.former);
    }
  }

  void on_scheduler_entry(bool /*is_worker*/) override {
    const std::size_t slot = this_slot();
    Guest guest{this_thread_id(), topology_.binding_of_this_thread()};
    if (!topology_.bind_this_thread(bindings_[slot % bindings_.size()])) return;
    const std::lock_guard lock(mutex_);
    guests_[slot] = std::move(guest);
  }

  void on_scheduler_exit(bool /*is_worker*/) override {
    Guest guest;
    {
      const std::lock_guard lock(mutex_);
      std::swap(guest, guests_[this_slot()]);
    }
    if (guest.thread != 0) topology_.bind_this_thread(guest.former);
  }

 private:
  struct Guest {
    pid_t thread = 0;  ///< 0: the slot is empty, or its thread was not bound
    std::vector<int> former;
  };

  // An arena for one thread has two slots, though never two threads at once.
  std::size_t this_slot() const {
    const int slot = tbb::this_task_arena::current_thread_index();
    return static_cast<std::size_t>(std::max(0, slot)) % guests_.size();
  }

  const Topology& topology_;
  const std::vector<std::vector<int>>& bindings_;
  std::mutex mutex_;
  std::vector<Guest> guests_;  ///< by slot
};

bool binds(const NodeShare& share) {
  return std::any_of(share.bindings.begin(), share.bindings.end(),
                     [](const std::vector<int>& binding) { return !binding.empty(); });
}

/// Threads of TBB's pool that may come into one arena. TBB prints a warning when an arena asks for
/// more of them than an application allows by a global_control of its own.
int pool_threads(int wanted) {
  const std::size_t allowed =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(std::min(static_cast<std::size_t>(wanted), allowed - 1));
}

/// The arena of one share, and its observer where threads are bound.
struct NodeArena {
  /// The calling thread counts in the first arena only. It goes through the others too, but has a
  /// slot of its own there only if nobody else may come.
  NodeArena(const Topology& topology, const NodeShare& share, bool is_first)
      : threads(share.threads) {
    const int others = pool_threads(threads - (is_first ? 1 : 0));
    const int callers = is_first || others == 0 ? 1 : 0;
    arena.initialize(others + callers, static_cast<unsigned>(callers));
    if (topology.is_this_machine() && binds(share)) observer.emplace(arena, topology, share);
  }

  int threads;
  tbb::task_arena arena;
  std::optional<BindingObserver> observer;
};

/// The calls of one run: the first exception is kept, none gets out.
class Calls {
 public:
  explicit Calls(const std::function<void(int)>& work) : work_(work) {}

  void make(int worker) noexcept {
    try {
      work_(worker);
    } catch (...) {
      keep_exception(std::current_exception());
    }
  }
  void keep_exception(std::exception_ptr exception) noexcept {
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = std::move(exception);
  }
  void rethrow() {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  const std::function<void(int)>& work_;
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// A group that nobody else can cancel: in a group of the default kind the calls would be skipped,
/// silently, when the caller's own TBB tasks are cancelled around us.
struct IsolatedGroup {
  tbb::task_group_context context{tbb::task_group_context::isolated};
  tbb::task_group group{context};
};

}  // namespace

/// The arenas of one run.
class Executor::ArenaSet {
 public:
  ArenaSet(const Topology& topology, const std::vector<NodeShare>& shares) {
    int threads = 0;
    for (const NodeShare& share : shares) threads += share.threads;
    // TBB starts threads from threads of its own, where nobody could catch a failure.
    require_address_space(0, threads - 1, fmt::format("{} threads", threads));
    allow_threads();
    for (const NodeShare& share : shares) {
      arenas_.push_back(std::make_unique<NodeArena>(topology, share, arenas_.empty()));
    }
  }

  void run(const std::function<void(int)>& work) {
    Calls calls(work);
    std::vector<IsolatedGroup> groups(arenas_.size());
    // All tasks are put in before the calling thread enters an arena: a new thread inherits the
    // binding of the thread that starts it, and so must not be started by one that is bound.
    int worker = 0;
    try {
      for (std::size_t node = 0; node < arenas_.size(); ++node) {
        for (int thread = 0; thread < arenas_[node]->threads; ++thread, ++worker) {
          if (worker == 0) continue;
          arenas_[node]->arena.enqueue(
              groups[node].group.defer([&calls, worker] { calls.make(worker); }));
        }
      }
    } catch (const std::runtime_error& error) {  // of the system, by way of TBB
      calls.keep_exception(std::make_exception_ptr(InsufficientMemory(
          fmt::format("cannot start threads: {} wanted; {}: take fewer threads or raise the limits "
                      "(ulimit -u, ulimit -v)",
                      worker + 1, error.what()))));
    } catch (...) {
      calls.keep_exception(std::current_exception());  // what was put in has to end all the same
    }
    for (std::size_t node = 0; node < arenas_.size(); ++node) {
      arenas_[node]->arena.execute([&] {
        if (node == 0) calls.make(0);
        groups[node].group.wait();
      });
    }
    calls.rethrow();
  }

 private:
  std::vector<std::unique_ptr<NodeArena>> arenas_;
};

/// Arenas that are not in use. Runs at the same time have a set each: in a shared one the second
/// caller would wait for a slot, for ever if the first one waits for it.
class Executor::ArenaSets {
 public:
  std::unique_ptr<ArenaSet> take(const Executor& executor) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto set = std::move(idle_.back());
        idle_.pop_back();
        return set;
      }
    }
    return std::make_unique<ArenaSet>(executor.topology_, executor.shares_);
  }
  void give_back(std::unique_ptr<ArenaSet> set) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(set));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ArenaSet>> idle_;
};

Executor::Executor(int threads, Pinning pinning)
    : Executor(Topology::of_this_machine(), threads, pinning) {}

Executor::Executor(Topology topology, int threads, Pinning pinning)
    : topology_(std::move(topology)),
      threads_(checked_threads(threads, topology_)),
      shares_(divide_threads(topology_, threads_, pinning)),
      arena_sets_(std::make_unique<ArenaSets>()) {}

Executor::~Executor() = default;

void Executor::run(const std::function<void(int worker)>& work) {
  std::unique_ptr<ArenaSet> set = arena_sets_->take(*this);
  try {
    set->run(work);
  } catch (...) {
    arena_sets_->give_back(std::move(set));
    throw;
  }
  arena_sets_->give_back(std::move(set));
}

}  // namespace nqueens::run
