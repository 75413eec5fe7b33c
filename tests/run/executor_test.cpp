// Every worker once, bound as asked, on this machine and on made-up ones with several arenas.
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
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>

#include "kernel_mask.hpp"
#include "nqueens/error.hpp"

namespace nqueens::run {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

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
  EXPECT_EQ(Executor(Topology::synthetic("node:2 core:4 pu:2"), 0, Pinning::none).threads(), 16);
  EXPECT_EQ(Executor(0, Pinning::none).threads(), Topology::of_this_machine().default_threads());
  EXPECT_EQ(Executor(kMaxThreads, Pinning::none).threads(), kMaxThreads);
  for (const int threads : {-1, kMaxThreads + 1}) {
    try {
      const Executor executor(threads, Pinning::none);
      ADD_FAILURE() << "accepted: " << threads;
    } catch (const InvalidArgument& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(threads) + "; valid are 1 to 4096"));
    }
  }
}

class ExecutorOnMachines : public ::testing::TestWithParam<std::tuple<const char*, Pinning, int>> {
 protected:
  static Executor make() {
    const auto& [machine, pinning, threads] = GetParam();
    const std::string description = machine;
    if (description == "this") return Executor(threads, pinning);
    return Executor(Topology::synthetic(description), threads, pinning);
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

INSTANTIATE_TEST_SUITE_P(
    Machines, ExecutorOnMachines,
    ::testing::Combine(::testing::Values("this", "core:2 pu:1", "node:2 core:2 pu:1",
                                         "node:3 core:1 pu:2"),
                       ::testing::Values(Pinning::automatic, Pinning::none, Pinning::cores),
                       ::testing::Range(1, 10)));

TEST(ExecutorTest, ManyThreads) {
  Executor executor(Topology::synthetic("node:4 core:8 pu:2"), 100, Pinning::cores);
  EXPECT_EQ(executor.shares().size(), 4u);
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
        point.meet();
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
  for (int repetition = 0; repetition < 20; ++repetition) {
    {
      Executor executor(2 + repetition % 5, Pinning::cores);
      EXPECT_THAT(calls_of(executor), Each(1));
    }
    EXPECT_EQ(masks_of_all_threads().size(), 1u);
    Executor unbound(4, Pinning::none);
    const std::vector<int> own = kernel_mask();
    unbound.run([&](int) { EXPECT_EQ(kernel_mask(), own); });
  }
}

TEST(ExecutorTest, FirstExceptionIsThrownAfterAllCalls) {
  for (const char* machine : {"core:2 pu:1", "node:2 core:2 pu:1"}) {
    for (const int threads : {1, 2, 7}) {
      for (int thrower = 0; thrower < threads; ++thrower) {
        Executor executor(Topology::synthetic(machine), threads, Pinning::automatic);
        std::atomic<int> calls{0};
        try {
          executor.run([&](int worker) {
            ++calls;
            if (worker == thrower) throw std::runtime_error("worker " + std::to_string(worker));
          });
          ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
          EXPECT_EQ(error.what(), "worker " + std::to_string(thrower));
        }
        EXPECT_EQ(calls, threads);
        EXPECT_THAT(calls_of(executor), Each(1));  // it can be used again
      }
    }
  }
}

TEST(ExecutorTest, AllMayThrow) {
  Executor executor(5, Pinning::cores);
  const std::vector<int> former = kernel_mask();
  std::atomic<int> calls{0};
  EXPECT_THROW(executor.run([&](int worker) {
    ++calls;
    throw worker;
  }),
               int);
  EXPECT_EQ(calls, 5);
  EXPECT_EQ(kernel_mask(), former);
}

TEST(ExecutorTest, RunsFromSeveralThreadsAtOnce) {
  const std::vector<int> former = kernel_mask();
  for (const char* machine : {"this", "node:2 core:2 pu:1"}) {
    Executor executor(
        machine == std::string("this") ? Topology::of_this_machine() : Topology::synthetic(machine),
        3, Pinning::cores);
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
      Executor other(Topology::synthetic("node:2 core:1 pu:1"), 4, Pinning::automatic);
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
    Executor executor(Topology::synthetic("node:2 core:2 pu:1"), threads, Pinning::automatic);
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
  for (const char* machine : {"core:4 pu:1", "node:2 core:2 pu:1"}) {
    Executor executor(Topology::synthetic(machine), 6, Pinning::automatic);
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

RC_GTEST_PROP(ExecutorProperty, EveryWorkerOnceOnAnyMachine, ()) {
  const int nodes = *rc::gen::inRange(1, 5);
  const int cores = *rc::gen::inRange(1, 4);
  const int threads = *rc::gen::inRange(1, 20);
  const auto pinning = *rc::gen::element(Pinning::automatic, Pinning::none, Pinning::cores);
  Executor executor(Topology::synthetic("node:" + std::to_string(nodes) +
                                        " core:" + std::to_string(cores) + " pu:2"),
                    threads, pinning);
  RC_ASSERT(calls_of(executor) == std::vector<int>(static_cast<std::size_t>(threads), 1));
}

}  // namespace
}  // namespace nqueens::run
