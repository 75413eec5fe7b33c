// Processors and nodes of made-up machines and of this one.
#include "run/topology.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "fake_files.hpp"
#include "kernel_mask.hpp"
#include "nqueens/error.hpp"
#include "run/control_group.hpp"
#include "support/message_of.hpp"

namespace nqueens::run {

/// For messages of failed tests.
void PrintTo(const Processor& processor, std::ostream* stream) {
  *stream << "{processor " << processor.index << ", core " << processor.core << ", sibling "
          << processor.sibling << ", node " << processor.numa_node << "}";
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<int> indexes(const Topology& topology) {
  std::vector<int> result;
  for (const Processor& processor : topology.processors()) result.push_back(processor.index);
  return result;
}

TEST(TopologyTest, WithoutCoresEveryProcessorIsACoreOfOneNode) {
  const Topology topology = Topology::synthetic("pu:6", {3, 0, 5});
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{3, 3, 0, 0}, Processor{5, 5, 0, 0}));
  EXPECT_EQ(topology.numa_nodes(), 1);
  MachineInfo info;
  topology.describe(info);
  EXPECT_EQ(std::tie(info.processors, info.cores, info.packages), std::tuple(6, 6, 1));
  EXPECT_EQ(info.processor, "");
  EXPECT_TRUE(info.caches.empty());
}

TEST(TopologyTest, ProcessorsThatHwlocDoesNotKnowAreCoresOfNodeZero) {
  EXPECT_THAT(Topology::synthetic("node:2 core:1 pu:2", {2, 9, 7}).processors(),
              ElementsAre(Processor{7, 7, 0, 0}, Processor{9, 9, 0, 0}, Processor{2, 2, 0, 1}));
}

TEST(TopologyTest, NodesThenFirstHardwareThreadsOfAllCores) {
  const Topology topology = Topology::synthetic("node:2 core:2 pu:2");
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{2, 2, 0, 0}, Processor{1, 0, 1, 0},
                          Processor{3, 2, 1, 0}, Processor{4, 4, 0, 1}, Processor{6, 6, 0, 1},
                          Processor{5, 4, 1, 1}, Processor{7, 6, 1, 1}));
}

TEST(TopologyTest, NumbersMayLieScattered) {
  // As on most servers: second hardware threads after all first ones, nodes interleaved.
  const std::string description = "node:2 core:2 pu:2(indexes=0,4,2,6,1,5,3,7)";
  EXPECT_THAT(indexes(Topology::synthetic(description)), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(Topology::synthetic(description, {5, 4, 0, 6}).processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{6, 2, 0, 0}, Processor{4, 0, 1, 0},
                          Processor{5, 1, 0, 1}));
  EXPECT_THAT(indexes(Topology::synthetic("core:3 pu:2(indexes=5,1,3,0,2,4)")),
              ElementsAre(0, 1, 2, 3, 5, 4));
}

TEST(TopologyTest, NodesWithinAPackage) {
  const Topology topology = Topology::synthetic("pack:2 node:2 core:4 pu:2");
  EXPECT_EQ(topology.numa_nodes(), 4);
  for (const Processor& processor : topology.processors()) {
    EXPECT_EQ(processor.numa_node, processor.index / 8);
  }
}

TEST(TopologyTest, OfSeveralNodesNearAProcessorTheFirstCounts) {
  EXPECT_THAT(Topology::synthetic("pack:2 [numa] [numa] core:1 pu:1").processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{1, 1, 0, 2}));
}

TEST(TopologyTest, NodeWithoutUsableProcessorIsNotCounted) {
  const Topology topology = Topology::synthetic("node:4 core:2 pu:1", {2, 3, 6});
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{2, 2, 0, 1}, Processor{3, 3, 0, 1}, Processor{6, 6, 0, 3}));
}

TEST(TopologyTest, SiblingsAreRankedAmongTheUsable) {
  EXPECT_THAT(Topology::synthetic("core:2 pu:2", {1, 2, 3}).processors(),
              ElementsAre(Processor{1, 0, 0, 0}, Processor{2, 2, 0, 0}, Processor{3, 2, 1, 0}));
}

TEST(TopologyTest, BadDescriptionIsRefused) {
  for (const std::string description : {"", "core", "core:0", "nonsense:3 pu:1"}) {
    EXPECT_THAT(tests::message_of<InvalidArgument>([&] { Topology::synthetic(description); }),
                HasSubstr("\"" + description + "\""));
  }
}

TEST(TopologyTest, Describe) {
  const Topology topology = Topology::synthetic(
      "pack:2 node:1(memory=1073741824) l3:1(size=8388608) core:4 l1d:1(size=32768) pu:2",
      {0, 1, 2, 3});
  MachineInfo info;
  topology.describe(info, 1.5);
  EXPECT_EQ(info.packages, 2);
  EXPECT_EQ(info.cores, 8);
  EXPECT_EQ(info.processors, 16);
  EXPECT_EQ(info.usable_processors, 2);
  EXPECT_EQ(info.cpu_quota, 1.5);
  EXPECT_EQ(info.numa_nodes, 1);
  EXPECT_EQ(info.memory_bytes, 2u << 30);
  ASSERT_EQ(info.caches.size(), 2u);
  EXPECT_EQ(info.caches[0].level, 1);
  EXPECT_EQ(info.caches[0].kind, "data");
  EXPECT_EQ(info.caches[0].bytes, 32768u);
  EXPECT_EQ(info.caches[0].count, 2);
  EXPECT_EQ(info.caches[1].level, 3);
  EXPECT_EQ(info.caches[1].kind, "unified");
  EXPECT_EQ(info.caches[1].bytes, 8388608u);
  EXPECT_EQ(info.caches[1].count, 1);
  topology.describe(info, 0);
  EXPECT_EQ(info.usable_processors, 4);
}

TEST(TopologyTest, SeveralNumaNodesByTheListOfTheKernel) {
  const FakeFiles files;
  EXPECT_FALSE(has_several_numa_nodes(files.path("")));
  for (const auto& [list, expected] : {std::pair("0\n", false), std::pair("11\n", false),
                                       std::pair("0-1\n", true), std::pair("0,8\n", true)}) {
    files.write("sys/devices/system/node/has_cpu", list);
    EXPECT_EQ(has_several_numa_nodes(files.path("")), expected) << list;
  }
}

TEST(TopologyTest, ThisMachineIsTheAffinityMask) {
  const Topology topology;
  std::vector<int> found = indexes(topology);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, kernel_mask());
  EXPECT_EQ(binding_of_this_thread(), kernel_mask());
  EXPECT_GE(default_threads(), 1);
  EXPECT_LE(default_threads(), static_cast<int>(found.size()));

  MachineInfo info;
  topology.describe(info);
  EXPECT_GE(info.processors, static_cast<int>(found.size()));
  EXPECT_GE(info.processors, info.cores);
  EXPECT_EQ(info.usable_processors, default_threads());
  EXPECT_EQ(info.cpu_quota, read_cpu_quota());
  EXPECT_GT(info.memory_bytes, 0u);
}

TEST(TopologyTest, NarrowerMaskIsHonoured) {
  for (const int only : kernel_mask()) {
    std::thread([&] {
      set_kernel_mask({only});
      const Topology topology;
      EXPECT_THAT(indexes(topology), ElementsAre(only));
      EXPECT_EQ(topology.processors().front().sibling, 0);
      EXPECT_EQ(topology.numa_nodes(), 1);
      EXPECT_EQ(default_threads(), 1);
    }).join();
  }
}

TEST(TopologyTest, Binding) {
  const std::vector<int> all = kernel_mask();
  std::thread([&] {
    EXPECT_TRUE(bind_this_thread({all.back()}));
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    EXPECT_THAT(binding_of_this_thread(), ElementsAre(all.back()));
    EXPECT_FALSE(bind_this_thread({}));
    EXPECT_FALSE(bind_this_thread({1 << 16}));  // no machine has this one
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    EXPECT_TRUE(bind_this_thread(all));
    EXPECT_EQ(kernel_mask(), all);
  }).join();
}

RC_GTEST_PROP(TopologyProperty, EveryUsableProcessorOnceInOrder, ()) {
  const int nodes = *rc::gen::inRange(1, 5);
  const int cores = *rc::gen::inRange(1, 5);
  const int units = *rc::gen::inRange(1, 4);
  const int count = nodes * cores * units;
  // Drawn with repetitions: of few processors the generator finds no large set without.
  const auto drawn =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, count)));
  const std::set<int> usable(drawn.begin(), drawn.end());
  const Topology topology =
      Topology::synthetic("node:" + std::to_string(nodes) + " core:" + std::to_string(cores) +
                              " pu:" + std::to_string(units),
                          drawn);

  const std::vector<int> found = indexes(topology);
  RC_ASSERT(std::set<int>(found.begin(), found.end()) == usable);
  RC_ASSERT(found.size() == usable.size());
  std::set<int> numa_nodes;
  std::set<std::pair<int, int>> siblings;
  for (const Processor& processor : topology.processors()) {
    RC_ASSERT(processor.core == processor.index / units * units);
    RC_ASSERT(processor.numa_node == processor.index / (units * cores));
    // A second hardware thread stands behind the first one of its core.
    RC_ASSERT(processor.sibling == 0 || siblings.contains({processor.core, processor.sibling - 1}));
    siblings.insert({processor.core, processor.sibling});
    numa_nodes.insert(processor.numa_node);
  }
  RC_ASSERT(topology.numa_nodes() == static_cast<int>(numa_nodes.size()));
  RC_ASSERT(std::is_sorted(topology.processors().begin(), topology.processors().end(),
                           [](const Processor& a, const Processor& b) {
                             return std::tie(a.numa_node, a.sibling) <
                                    std::tie(b.numa_node, b.sibling);
                           }));
}

}  // namespace
}  // namespace nqueens::run
