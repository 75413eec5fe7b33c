// Processors and nodes of made-up machines and of this one.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <map>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "kernel_mask.hpp"
#include "run/executor.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::run {
namespace {

using ::testing::ElementsAre;
using Bindings = std::vector<std::vector<int>>;

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

TEST(TopologyTest, Describe) {
  const Topology topology(
      "pack:2 node:1(memory=1073741824) l3:1(size=8388608) core:4 l1d:1(size=32768) pu:2",
      {0, 1, 2, 3});
  MachineInfo info;
  topology.describe(info);
  EXPECT_EQ(info.packages, 2);
  EXPECT_EQ(info.cores, 8);
  EXPECT_EQ(info.processors, 16);
  EXPECT_EQ(info.numa_nodes, 1);
  ASSERT_EQ(info.caches.size(), 2u);
  EXPECT_EQ(info.caches[0].level, 1);
  EXPECT_EQ(info.caches[0].kind, "data");
  EXPECT_EQ(info.caches[0].bytes, 32768u);
  EXPECT_EQ(info.caches[0].count, 2);
  EXPECT_EQ(info.caches[1].level, 3);
  EXPECT_EQ(info.caches[1].kind, "unified");
  EXPECT_EQ(info.caches[1].bytes, 8388608u);
  EXPECT_EQ(info.caches[1].count, 1);
}

TEST(TopologyTest, NodesWithoutUsableProcessorsDoNotCount) {
  EXPECT_EQ(machine_of(4, 2, 1).numa_nodes(), 4);
  EXPECT_EQ(machine_of(4, 2, 1, {2, 3, 6}).numa_nodes(), 2);
  EXPECT_EQ(Topology("pack:2 node:2 core:4 pu:2", {0, 8, 16, 31}).numa_nodes(), 4);
}

TEST(TopologyTest, ThisMachineIsTheAffinityMask) {
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

TEST(TopologyTest, BindingAThread) {
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

TEST(BindingsTest, NodesInProportionToTheirProcessors) {
  EXPECT_EQ(machine_of(2, 2, 1).bindings(4, Pinning::automatic),
            (Bindings{{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
  const std::vector<int> four = {0, 1, 2, 3};
  const Topology unequal = machine_of(2, 4, 1, {0, 1, 2, 3, 7});
  EXPECT_EQ(unequal.bindings(5, Pinning::automatic), (Bindings{four, four, four, four, {7}}));
}

TEST(BindingsTest, CoresBeforeTheirSecondHardwareThreads) {
  EXPECT_EQ(machine_of(4, 8, 2).bindings(3, Pinning::cores).front(), std::vector<int>{0});
  EXPECT_EQ(machine_of(2, 2, 2).bindings(4, Pinning::cores), (Bindings{{0}, {2}, {4}, {6}}));
  EXPECT_EQ(machine_of(2, 2, 2).bindings(6, Pinning::cores),
            (Bindings{{0}, {1}, {2}, {4}, {5}, {6}}));
  // As on most servers, second hardware threads are numbered after all first ones.
  EXPECT_EQ(
      Topology("core:3 pu:2(indexes=0,3,1,4,2,5)", {0, 1, 2, 3, 4, 5}).bindings(3, Pinning::cores),
      (Bindings{{0}, {1}, {2}}));
}

PROPERTY(BindingsProperty, SharesAreFairAndWithinTheirNodes) {
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
