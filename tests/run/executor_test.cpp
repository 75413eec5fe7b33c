// Every worker is called once, bound as asked, on no more threads than this process has processors;
// processors and nodes of made-up machines and of this one.
#include "run/executor.hpp"

#include <gmock/gmock.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::run {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using Bindings = std::vector<std::vector<int>>;

/// The affinity mask of the calling thread, read and set without the code under test.
std::vector<int> kernel_mask() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(::sched_getaffinity(0, sizeof(set), &set), 0);
  std::vector<int> result;
  for (std::size_t index = 0; index < CPU_SETSIZE; ++index) {
    if (CPU_ISSET(index, &set)) result.push_back(static_cast<int>(index));
  }
  return result;
}

void set_kernel_mask(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int index : processors) CPU_SET(static_cast<std::size_t>(index), &set);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(set), &set), 0);
}

/// Runs and says how often each worker was called.
std::vector<int> calls_of(Executor& executor) {
  std::vector<std::atomic<int>> calls(static_cast<std::size_t>(executor.threads()));
  executor.run([&](int worker) { ++calls.at(static_cast<std::size_t>(worker)); });
  return {calls.begin(), calls.end()};
}

/// Lets threads pass when all have come. Gives up after a minute, so that a missing thread fails
/// the test instead of hanging it.
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

int threads_of_this_process() {
  return static_cast<int>(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
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

TEST(Executor, NoMoreThreadsThanProcessors) {
  std::thread([] {}).join();  // with the first thread a sanitizer starts one of its own
  const int before = threads_of_this_process();
  const int processors = default_threads();
  EXPECT_EQ(useful_threads(0), processors);
  EXPECT_EQ(useful_threads(1), 1);
  EXPECT_EQ(useful_threads(processors), processors);
  Executor executor(kMaxThreads, Pinning::none);
  EXPECT_EQ(executor.threads(), processors);
  std::atomic<int> calls{0};
  executor.run([&](int) { ++calls; });
  EXPECT_EQ(calls, processors);
  EXPECT_LT(threads_of_this_process(), before + processors);
  for (const int threads : {-1, kMaxThreads + 1}) {
    EXPECT_THROW_WITH(Executor(threads, Pinning::none), InvalidArgument, "; valid are 1 to 4096");
  }
}

TEST(Executor, AsManyThreadsAsPretendedProcessors) {
  for (const int processors : {64, 3}) {
    const PretendedProcessors pretended(processors);
    for (const Pinning pinning : {Pinning::none, Pinning::cores}) {
      Executor executor(0, pinning);
      ASSERT_EQ(executor.threads(), processors);
      MeetingPoint point(processors);
      std::atomic<int> met{0};
      executor.run([&](int) { met += point.meet() ? 1 : 0; });
      EXPECT_EQ(met, processors);
    }
  }
  EXPECT_LE(default_threads(), static_cast<int>(kernel_mask().size()));
}

class Pinned : public ::testing::TestWithParam<Pinning> {};

TEST_P(Pinned, AllWorkersRunOnceAtTheSameTime) {
  const std::vector<int> former = kernel_mask();
  Executor executor(0, GetParam());
  for (int repetition = 0; repetition < 50; ++repetition) {
    MeetingPoint point(executor.threads());
    std::atomic<int> met{0};
    std::mutex mutex;
    std::multiset<std::vector<int>> masks;
    std::thread::id zero;
    executor.run([&](int worker) {
      if (worker == 0) zero = std::this_thread::get_id();
      met += point.meet() ? 1 : 0;
      const std::lock_guard lock(mutex);
      masks.insert(kernel_mask());
    });
    EXPECT_EQ(met, executor.threads());
    EXPECT_EQ(zero, std::this_thread::get_id());
    // Each thread has a processor of its own, and afterwards its former binding.
    for (const std::vector<int>& mask : masks) {
      if (GetParam() != Pinning::cores) continue;
      EXPECT_EQ(mask.size(), 1u);
      EXPECT_EQ(masks.count(mask), 1u);
    }
    EXPECT_THAT(calls_of(executor), Each(1));
    EXPECT_EQ(kernel_mask(), former);
    EXPECT_EQ(masks_of_all_threads().size(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Pinnings, Pinned,
                         ::testing::Values(Pinning::automatic, Pinning::none, Pinning::cores));

TEST(Executor, NarrowerMaskIsHonoured) {
  const std::vector<int> all = kernel_mask();
  std::thread([&] {
    set_kernel_mask({all.back()});
    for (const Pinning pinning : {Pinning::automatic, Pinning::cores}) {
      Executor executor(8, pinning);
      EXPECT_EQ(executor.threads(), 1);
      executor.run([&](int) { EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()}); });
      EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()});
    }
  }).join();
}

TEST(Executor, OneExceptionIsThrownAfterAllCalls) {
  Executor executor(0, Pinning::cores);
  const std::vector<int> former = kernel_mask();
  for (int thrower = -1; thrower < executor.threads(); ++thrower) {  // -1: all
    std::atomic<int> running{0};
    MeetingPoint point(executor.threads());  // no call ends before all have begun
    try {
      executor.run([&](int worker) {
        ++running;
        EXPECT_TRUE(point.meet());
        if (thrower < 0) throw std::runtime_error("all");
        if (worker == thrower) throw std::runtime_error("worker " + std::to_string(worker));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --running;
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), thrower < 0 ? "all" : "worker " + std::to_string(thrower));
    }
    EXPECT_EQ(running, thrower < 0 ? executor.threads() : 1) << "a call was still being made";
    EXPECT_EQ(kernel_mask(), former);
    EXPECT_THAT(calls_of(executor), Each(1));  // it can be used again
  }
}

TEST(Executor, ConcurrentRunsMeet) {
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

TEST(Pinning, ParsesWhatItPrints) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    EXPECT_EQ(parse_pinning(to_string(pinning)), pinning);
  }
  for (const std::string_view text : {"", "automatic", "AUTO", "cores ", "core"}) {
    EXPECT_THROW_WITH(parse_pinning(text), InvalidArgument, "'; one of auto, none, cores");
  }
}

/// `cores` on each node, `units` hardware threads on each core; only the listed ones are usable.
Topology machine_of(int nodes, int cores, int units, std::vector<int> usable = {}) {
  if (usable.empty()) {
    usable.resize(static_cast<std::size_t>(nodes * cores * units));
    std::iota(usable.begin(), usable.end(), 0);
  }
  return {"node:" + std::to_string(nodes) + " core:" + std::to_string(cores) +
              " pu:" + std::to_string(units),
          usable};
}

const auto& member(const Fields& members, std::string_view name) {
  const auto found = std::ranges::find(members, name, &Field::name);
  if (found == members.end()) throw std::out_of_range(std::string(name));
  return found->value.is;
}

std::int64_t number(const Fields& members, std::string_view name) {
  return std::get<std::int64_t>(member(members, name));
}

TEST(Topology, CountsTheWholeMachineAndTheCachesOfItsUsablePart) {
  const Topology topology(
      "pack:2 node:1(memory=1073741824) l3:1(size=8388608) core:4 l1d:1(size=32768) pu:2",
      {0, 1, 2, 3});
  const Fields machine = topology.whole_machine();
  EXPECT_EQ(number(machine, "packages"), 2);
  EXPECT_EQ(number(machine, "cores"), 8);
  EXPECT_EQ(number(machine, "processors"), 16);
  const Fields usable = topology.usable_part();
  EXPECT_EQ(number(usable, "numa_nodes"), 1);
  const auto& caches = std::get<Value::List>(member(usable, "caches"));
  const std::tuple<int, std::string, int, int> expected[] = {{1, "data", 32768, 2},
                                                             {3, "unified", 8388608, 1}};
  ASSERT_EQ(caches.size(), std::size(expected));
  for (std::size_t i = 0; i < caches.size(); ++i) {
    const auto& cache = std::get<Fields>(caches[i].is);
    EXPECT_EQ(std::tuple(number(cache, "level"), std::get<std::string>(member(cache, "kind")),
                         number(cache, "bytes"), number(cache, "count")),
              expected[i]);
  }
}

TEST(Topology, NodesWithoutUsableProcessorsDoNotCount) {
  EXPECT_EQ(machine_of(4, 2, 1).numa_nodes(), 4);
  EXPECT_EQ(machine_of(4, 2, 1, {2, 3, 6}).numa_nodes(), 2);
  EXPECT_EQ(Topology("pack:2 node:2 core:4 pu:2", {0, 8, 16, 31}).numa_nodes(), 4);
}

TEST(Topology, ThisMachineIsTheAffinityMask) {
  EXPECT_EQ(binding_of_this_thread(), kernel_mask());
  EXPECT_GE(default_threads(), 1);
  EXPECT_LE(default_threads(), static_cast<int>(kernel_mask().size()));
  for (const int only : kernel_mask()) {
    std::thread([&] {
      set_kernel_mask({only});
      EXPECT_EQ(Topology().bindings(1, Pinning::cores), (Bindings{{only}}));
      EXPECT_EQ(Topology().numa_nodes(), 1);
      EXPECT_EQ(default_threads(), 1);
    }).join();
  }
}

TEST(Topology, BindingAThread) {
  const std::vector<int> all = kernel_mask();
  std::thread([&] {
    bind_this_thread({all.back()});
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    EXPECT_THAT(binding_of_this_thread(), ElementsAre(all.back()));
    bind_this_thread({});
    bind_this_thread({8000});  // no machine has this one
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    bind_this_thread(all);
    EXPECT_EQ(kernel_mask(), all);
  }).join();
}

TEST(Bindings, NodesInProportionToTheirProcessors) {
  EXPECT_EQ(machine_of(2, 2, 1).bindings(4, Pinning::automatic),
            (Bindings{{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
  const std::vector<int> four = {0, 1, 2, 3};
  const Topology unequal = machine_of(2, 4, 1, {0, 1, 2, 3, 7});
  EXPECT_EQ(unequal.bindings(5, Pinning::automatic), (Bindings{four, four, four, four, {7}}));
}

TEST(Bindings, CoresBeforeTheirSecondHardwareThreads) {
  EXPECT_EQ(machine_of(4, 8, 2).bindings(3, Pinning::cores).front(), std::vector<int>{0});
  EXPECT_EQ(machine_of(2, 2, 2).bindings(4, Pinning::cores), (Bindings{{0}, {2}, {4}, {6}}));
  EXPECT_EQ(machine_of(2, 2, 2).bindings(6, Pinning::cores),
            (Bindings{{0}, {1}, {2}, {4}, {5}, {6}}));
  // As on most servers, second hardware threads are numbered after all first ones.
  EXPECT_EQ(
      Topology("core:3 pu:2(indexes=0,3,1,4,2,5)", {0, 1, 2, 3, 4, 5}).bindings(3, Pinning::cores),
      (Bindings{{0}, {1}, {2}}));
}

PROPERTY(Bindings, SharesAreFairAndWithinTheirNodes) {
  const int nodes = *rc::gen::inRange(1, 5);
  const int cores = *rc::gen::inRange(1, 7);
  // Drawn with repetitions: RapidCheck finds no large set of different numbers below a small bound.
  tests::SeededRandom random;
  std::vector<int> usable(random.from_to(1, 100));
  for (int& processor : usable) {
    processor = static_cast<int>(random.below(static_cast<std::size_t>(nodes * cores * 2)));
  }
  const Topology topology = machine_of(nodes, cores, 2, usable);
  const std::set<int> processors(usable.begin(), usable.end());
  const int threads = *rc::gen::inRange(1, static_cast<int>(processors.size()) + 1);

  std::set<int> taken;
  for (const std::vector<int>& binding : topology.bindings(threads, Pinning::cores)) {
    RC_ASSERT(binding.size() == 1u);
    RC_ASSERT(processors.contains(binding.front()));
    RC_ASSERT(taken.insert(binding.front()).second);  // nobody shares a processor
  }
  const Bindings by_node = topology.bindings(threads, Pinning::automatic);
  if (topology.numa_nodes() == 1) {
    RC_ASSERT(by_node == Bindings(by_node.size()));
    return;
  }
  std::map<int, int> threads_of;
  std::map<int, int> processors_of;
  for (const int processor : processors) ++processors_of[processor / (2 * cores)];
  for (const std::vector<int>& binding : by_node) {
    RC_ASSERT(!binding.empty());
    ++threads_of[binding.front() / (2 * cores)];
  }
  for (const auto& [node, own] : processors_of) {
    const double exact =
        static_cast<double>(threads * own) / static_cast<double>(processors.size());
    RC_ASSERT(threads_of[node] > exact - 1);
    RC_ASSERT(threads_of[node] < exact + 1);
    RC_ASSERT(threads_of[node] <= own);
  }
}

}  // namespace
}  // namespace nqueens::run
