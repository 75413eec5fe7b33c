// Every worker once, bound as asked, on this machine and on made-up ones with several NUMA nodes.
#include "run/executor.hpp"

#include <gmock/gmock.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_group.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>

#include "kernel_mask.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::run {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using tests::message_of;

/// Runs and says how often each worker was called.
std::vector<int> calls_of(Executor& executor) {
  std::vector<std::atomic<int>> calls(static_cast<std::size_t>(executor.threads()));
  executor.run([&](int worker) { ++calls.at(static_cast<std::size_t>(worker)); });
  return {calls.begin(), calls.end()};
}

/// Lets threads pass when all have come. Gives up after a minute, so that a missing thread fails a
/// test and does not hang it.
class MeetingPoint {
 public:
  explicit MeetingPoint(int expected) : expected_(expected) {}
  bool meet() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    everybody_.notify_all();
    return everybody_.wait_for(lock, std::chrono::minutes(1),
                               [&] { return arrived_ >= expected_; });
  }

 private:
  int expected_;
  int arrived_ = 0;
  std::mutex mutex_;
  std::condition_variable everybody_;
};

TEST(ExecutorTest, DefaultAndRangeOfThreads) {
  EXPECT_EQ(Executor(0, Pinning::none).threads(), default_threads());
  EXPECT_EQ(Executor(kMaxThreads, Pinning::none).threads(), kMaxThreads);
  for (const int threads : {-1, kMaxThreads + 1}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] { Executor(threads, Pinning::none); }),
                HasSubstr(std::to_string(threads) + "; valid are 1 to 4096"));
  }
}

/// Nodes, cores on each, hardware threads on each core; none for this machine.
using Machine = std::tuple<int, int, int>;
constexpr Machine kThis = {0, 0, 0};

/// With `allowed` only these processors may be used.
Topology topology_of(const Machine& machine, const std::vector<int>& allowed = {}) {
  if (machine == kThis) return Topology();
  const auto& [nodes, cores, units] = machine;
  return Topology::synthetic("node:" + std::to_string(nodes) + " core:" + std::to_string(cores) +
                                 " pu:" + std::to_string(units),
                             allowed);
}

class ExecutorOnMachines : public ::testing::TestWithParam<std::tuple<Machine, Pinning, int>> {
 protected:
  static Executor make() {
    const auto& [machine, pinning, threads] = GetParam();
    if (machine == kThis) return Executor(threads, pinning);
    return Executor(topology_of(machine), threads, pinning);
  }
};

TEST_P(ExecutorOnMachines, EveryWorkerIsCalledOnce) {
  Executor executor = make();
  const std::vector<int> former = kernel_mask();
  for (int repetition = 0; repetition < 50; ++repetition) {
    EXPECT_THAT(calls_of(executor), Each(1));
  }
  EXPECT_EQ(kernel_mask(), former);
}

TEST_P(ExecutorOnMachines, AllWorkersRunAtTheSameTime) {
  Executor executor = make();
  MeetingPoint point(executor.threads());
  std::atomic<int> met{0};
  executor.run([&](int) { met += point.meet() ? 1 : 0; });
  EXPECT_EQ(met, executor.threads());
}

INSTANTIATE_TEST_SUITE_P(Machines, ExecutorOnMachines,
                         ::testing::Combine(::testing::Values(kThis, Machine{1, 2, 1},
                                                              Machine{2, 2, 1}, Machine{3, 1, 2}),
                                            ::testing::Values(Pinning::automatic, Pinning::none,
                                                              Pinning::cores),
                                            ::testing::Range(1, 10)));

TEST(ExecutorTest, ManyThreads) {
  Executor executor(topology_of({4, 8, 2}), 100, Pinning::cores);
  EXPECT_THAT(calls_of(executor), Each(1));
}

TEST(ExecutorTest, CallingThreadIsWorkerZero) {
  Executor executor(3, Pinning::none);
  std::thread::id zero;
  executor.run([&](int worker) {
    if (worker == 0) zero = std::this_thread::get_id();
  });
  EXPECT_EQ(zero, std::this_thread::get_id());
}

TEST(ExecutorTest, PinnedWorkersHaveOneProcessorEach) {
  const std::vector<int> former = kernel_mask();
  const auto processors = static_cast<int>(former.size());
  for (const int threads : {1, processors, processors + 3}) {
    Executor executor(threads, Pinning::cores);
    for (int repetition = 0; repetition < 3; ++repetition) {
      MeetingPoint point(threads);  // otherwise one thread might make all calls
      std::mutex mutex;
      std::multiset<int> used;
      executor.run([&](int) {
        const std::vector<int> mask = kernel_mask();
        ASSERT_EQ(mask.size(), 1u);
        {
          const std::lock_guard lock(mutex);
          used.insert(mask.front());
        }
        EXPECT_TRUE(point.meet());
      });
      EXPECT_EQ(kernel_mask(), former);
      EXPECT_EQ(used.size(), static_cast<std::size_t>(threads));
      // As evenly as can be: no processor twice while another one has none.
      for (const int processor : former) {
        EXPECT_GE(static_cast<int>(used.count(processor)), threads / processors);
        EXPECT_LE(static_cast<int>(used.count(processor)), (threads + processors - 1) / processors);
      }
    }
  }
}

TEST(ExecutorTest, NarrowerMaskIsHonoured) {
  const std::vector<int> all = kernel_mask();
  std::thread([&] {
    set_kernel_mask({all.back()});
    for (const Pinning pinning : {Pinning::automatic, Pinning::cores}) {
      Executor executor(0, pinning);
      EXPECT_EQ(executor.threads(), 1);
      executor.run([&](int) { EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()}); });
      EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()});
    }
  }).join();
}

/// The masks of all threads of this process, as the kernel prints them.
std::set<std::string> masks_of_all_threads() {
  std::set<std::string> masks;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(entry.path() / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Cpus_allowed_list:")) masks.insert(line);
    }
  }
  return masks;
}

TEST(ExecutorTest, PoolThreadsComeOutUnboundAsWell) {
  // Threads of TBB's pool stay in an arena for a while after a run, and are used again by others.
  // Nobody binds them from outside: a thread has its former binding back before its call ends.
  for (int repetition = 0; repetition < 20; ++repetition) {
    {
      Executor executor(2 + repetition % 5, Pinning::cores);
      EXPECT_THAT(calls_of(executor), Each(1));
      EXPECT_EQ(masks_of_all_threads().size(), 1u);
    }
    EXPECT_EQ(masks_of_all_threads().size(), 1u);
    Executor unbound(4, Pinning::none);
    const std::vector<int> own = kernel_mask();
    unbound.run([&](int) { EXPECT_EQ(kernel_mask(), own); });
  }
}

TEST(ExecutorTest, ThreadsStartedByABoundThreadAreNotBound) {
  // A new thread inherits the binding of the thread that starts it. No other test has so many.
  Executor pinned(1, Pinning::cores);
  Executor many(60, Pinning::none);
  const std::vector<int> free = kernel_mask();
  MeetingPoint point(60);
  pinned.run([&](int) {
    EXPECT_EQ(kernel_mask().size(), 1u);
    many.run([&](int) {
      EXPECT_EQ(kernel_mask(), free);
      EXPECT_TRUE(point.meet());
    });
    EXPECT_EQ(kernel_mask().size(), 1u);
  });
  EXPECT_EQ(masks_of_all_threads().size(), 1u);
}

int threads_of_this_process() {
  return static_cast<int>(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

TEST(ExecutorTest, FewerWorkersStartFewerThreads) {
  Executor executor(kMaxThreads, Pinning::none);
  const int before = threads_of_this_process();
  std::atomic<int> calls{0};
  executor.run([&](int worker) { calls += worker < 3 ? 1 : 1000; }, 3);
  EXPECT_EQ(calls, 3);
  EXPECT_LE(threads_of_this_process(), std::max(before, 3) + 2);
}

TEST(ExecutorTest, OnlyRunsThatBindThreadsReadTheTopology) {
  const int before = Topology::times_read();
  Executor unbound(3, Pinning::none);
  unbound.run([](int) {});
  Executor alone(4, Pinning::automatic);
  alone.run([](int) {}, 1);
  EXPECT_EQ(Topology::times_read(), before);
  if (!has_several_numa_nodes()) {
    Executor automatic(0, Pinning::automatic);
    automatic.run([](int) {});
    EXPECT_EQ(Topology::times_read(), before);
  }
  Executor pinned(3, Pinning::cores);
  EXPECT_EQ(Topology::times_read(), before);
  for (int run = 0; run < 2; ++run) pinned.run([](int) {});
  EXPECT_EQ(Topology::times_read(), before + 1);
}

TEST(ExecutorTest, FirstExceptionIsThrownAfterAllCalls) {
  for (const Machine& machine : {Machine{1, 2, 1}, Machine{2, 2, 1}}) {
    for (const int threads : {1, 2, 7}) {
      for (int thrower = 0; thrower < threads; ++thrower) {
        Executor executor(topology_of(machine), threads, Pinning::automatic);
        std::atomic<int> calls{0};
        std::atomic<int> running{0};
        MeetingPoint point(threads);  // all calls have begun, so that all are made
        try {
          executor.run([&](int worker) {
            ++calls;
            ++running;
            EXPECT_TRUE(point.meet());
            if (worker == thrower) throw std::runtime_error("worker " + std::to_string(worker));
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            --running;
          });
          ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
          EXPECT_EQ(error.what(), "worker " + std::to_string(thrower));
        }
        EXPECT_EQ(calls, threads);
        EXPECT_EQ(running, 1) << "only the thrower may have left its call before the end";
        EXPECT_THAT(calls_of(executor), Each(1));  // it can be used again
      }
    }
  }
}

TEST(ExecutorTest, AllMayThrow) {
  Executor executor(5, Pinning::cores);
  const std::vector<int> former = kernel_mask();
  MeetingPoint point(5);
  std::atomic<int> calls{0};
  EXPECT_THROW(executor.run([&](int worker) {
    ++calls;
    EXPECT_TRUE(point.meet());
    throw worker;
  }),
               int);
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(kernel_mask(), former);
}

TEST(ExecutorTest, RunsFromSeveralThreadsAtOnce) {
  const std::vector<int> former = kernel_mask();
  for (const Machine& machine : {kThis, Machine{2, 2, 1}}) {
    Executor executor(topology_of(machine), 3, Pinning::cores);
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller) {
      callers.emplace_back([&] {
        for (int repetition = 0; repetition < 30; ++repetition) {
          EXPECT_THAT(calls_of(executor), Each(1));
          EXPECT_EQ(kernel_mask(), former);
        }
      });
    }
    for (std::thread& caller : callers) caller.join();
  }
}

TEST(ExecutorTest, ConcurrentRunsMeet) {
  // Each of two runs waits for the other: neither may wait for the other's place in an arena.
  for (const int threads : {1, 2}) {
    Executor executor(threads, Pinning::none);
    MeetingPoint point(2);
    std::atomic<int> met{0};
    const auto call = [&] {
      executor.run([&](int worker) {
        if (worker == 0) met += point.meet() ? 1 : 0;
      });
    };
    std::thread other(call);
    call();
    other.join();
    EXPECT_EQ(met, 2);
  }
}

TEST(ExecutorTest, RunWithinWork) {
  for (const int threads : {1, 3}) {
    Executor executor(threads, Pinning::cores);
    std::atomic<int> calls{0};
    executor.run([&](int) {
      const std::vector<int> outer = kernel_mask();
      executor.run([&](int) { ++calls; });
      Executor other(topology_of({2, 1, 1}), 4, Pinning::automatic);
      other.run([&](int) { ++calls; });
      EXPECT_EQ(kernel_mask(), outer);
      // A thread of the caller's own that it waits for.
      std::thread([&] { executor.run([&](int) { ++calls; }); }).join();
    });
    EXPECT_EQ(calls, threads * (threads + 4 + threads));
  }
}

TEST(ExecutorTest, CancelledTasksAroundItSkipNothing) {
  for (const int threads : {1, 4}) {
    Executor executor(topology_of({2, 2, 1}), threads, Pinning::automatic);
    tbb::task_group group;
    std::vector<int> calls;
    group.run_and_wait([&] {
      group.cancel();
      calls = calls_of(executor);
    });
    EXPECT_EQ(calls, std::vector<int>(static_cast<std::size_t>(threads), 1));
  }
}

TEST(ExecutorTest, WithinABoundOnTheCallersThreadsARunStillEnds) {
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  for (const Machine& machine : {Machine{1, 4, 1}, Machine{2, 2, 1}}) {
    Executor executor(topology_of(machine), 6, Pinning::automatic);
    for (int repetition = 0; repetition < 20; ++repetition) {
      EXPECT_THAT(calls_of(executor), Each(1));
    }
  }
}

TEST(ExecutorTest, ExecutorsOfDifferentSizesAtOnce) {
  // The smaller one must not take away the threads of the larger one.
  Executor small(2, Pinning::none);
  small.run([](int) {});
  Executor large(9, Pinning::none);
  MeetingPoint point(11);
  std::atomic<int> met{0};
  std::thread other([&] { small.run([&](int) { met += point.meet() ? 1 : 0; }); });
  large.run([&](int) { met += point.meet() ? 1 : 0; });
  other.join();
  EXPECT_EQ(met, 11);
}

using Bindings = std::vector<std::vector<int>>;

TEST(DivideThreadsTest, OneNodeIsLeftUnbound) {
  EXPECT_EQ(divide_threads(topology_of({1, 4, 1}), 3, Pinning::automatic), Bindings(3));
}

TEST(DivideThreadsTest, NodesInProportionToTheirProcessors) {
  const Topology equal = topology_of({2, 2, 1});
  EXPECT_EQ(divide_threads(equal, 4, Pinning::automatic),
            (Bindings{{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
  EXPECT_EQ(divide_threads(equal, 3, Pinning::automatic), (Bindings{{0, 1}, {0, 1}, {2, 3}}));

  const Topology unequal = topology_of({2, 4, 1}, {0, 1, 2, 3, 7});
  const std::vector<int> four = {0, 1, 2, 3};
  EXPECT_EQ(divide_threads(unequal, 5, Pinning::automatic),
            (Bindings{four, four, four, four, {7}}));
  EXPECT_EQ(divide_threads(unequal, 2, Pinning::automatic), (Bindings{four, four}));
  Bindings ten(8, four);
  ten.resize(10, {7});
  EXPECT_EQ(divide_threads(unequal, 10, Pinning::automatic), ten);
}

TEST(DivideThreadsTest, FewerThreadsThanNodes) {
  const Topology topology = topology_of({4, 8, 2});
  EXPECT_EQ(divide_threads(topology, 1, Pinning::cores), (Bindings{{0}}));
  EXPECT_EQ(divide_threads(topology, 3, Pinning::cores), (Bindings{{0}, {16}, {32}}));
}

TEST(DivideThreadsTest, CoresBeforeTheirSecondHardwareThreads) {
  EXPECT_EQ(divide_threads(topology_of({2, 2, 2}), 6, Pinning::cores),
            (Bindings{{0}, {2}, {1}, {4}, {6}, {5}}));
}

TEST(DivideThreadsTest, MoreThreadsThanProcessorsWrapRound) {
  EXPECT_EQ(divide_threads(topology_of({1, 2, 1}), 5, Pinning::cores),
            (Bindings{{0}, {1}, {0}, {1}, {0}}));
}

TEST(DivideThreadsTest, NoPinningBindsNobody) {
  EXPECT_EQ(divide_threads(topology_of({2, 2, 1}), 3, Pinning::none), Bindings(3));
}

RC_GTEST_PROP(DivideThreadsProperty, SharesAreFairAndWithinTheirNodes, ()) {
  const int nodes = *rc::gen::inRange(1, 5);
  const int cores = *rc::gen::inRange(1, 7);
  // Drawn with repetitions: of few processors the generator finds no large set without.
  const auto usable = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<int>>(rc::gen::inRange(0, nodes * cores * 2)));
  const int threads = *rc::gen::inRange(1, 40);
  const auto pinning = *rc::gen::element(Pinning::automatic, Pinning::cores);
  const Topology topology = topology_of({nodes, cores, 2}, usable);

  const Bindings bindings = divide_threads(topology, threads, pinning);
  RC_ASSERT(bindings == divide_threads(topology, threads, pinning));
  RC_ASSERT(bindings.size() == static_cast<std::size_t>(threads));
  std::map<int, std::vector<int>> processors;
  std::map<int, int> node_of;
  for (const Processor& processor : topology.processors()) {
    processors[processor.numa_node].push_back(processor.index);
    node_of[processor.index] = processor.numa_node;
  }
  if (pinning == Pinning::automatic && topology.numa_nodes() == 1) {
    RC_ASSERT(bindings == Bindings(bindings.size()));
    return;
  }
  std::map<int, int> threads_of;
  int former_node = -1;
  std::vector<int> taken;
  for (const std::vector<int>& binding : bindings) {
    RC_ASSERT(!binding.empty());
    const int node = node_of.at(binding.front());
    RC_ASSERT(node >= former_node);
    former_node = node;
    ++threads_of[node];
    if (pinning == Pinning::cores) {
      RC_ASSERT(binding.size() == 1u);
      taken.push_back(binding.front());
    } else {
      RC_ASSERT(binding == processors.at(node));
    }
  }
  const auto all = static_cast<double>(topology.processors().size());
  for (const auto& [node, own] : processors) {
    const double exact = threads * static_cast<double>(own.size()) / all;
    RC_ASSERT(threads_of[node] > exact - 1);
    RC_ASSERT(threads_of[node] < exact + 1);
  }
  // Nobody shares a processor while there is one for each.
  if (threads <= static_cast<int>(all)) {
    RC_ASSERT(std::set<int>(taken.begin(), taken.end()).size() == taken.size());
  }
}

TEST(PinningTest, ParsesWhatItPrints) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    EXPECT_EQ(parse_pinning(to_string(pinning)), pinning);
  }
  EXPECT_EQ(to_string(Pinning::automatic), "auto");
}

TEST(PinningTest, AnythingElseIsRefusedWithTheValidWords) {
  for (const std::string_view text : {"", "automatic", "AUTO", "cores ", "core"}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] { parse_pinning(text); }),
                HasSubstr("'" + std::string(text) + "'; one of auto, none, cores is expected"));
  }
}

}  // namespace
}  // namespace nqueens::run
