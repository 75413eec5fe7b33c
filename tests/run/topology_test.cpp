// Processors and nodes of made-up machines and of this one.
#include "run/topology.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "kernel_mask.hpp"
#include "nqueens/error.hpp"
#include "run/control_group.hpp"

namespace nqueens::run {

/// For messages of failed tests.
void PrintTo(const Processor& processor, std::ostream* stream) {
  *stream << "{processor " << processor.os_index << ", core " << processor.core << ", sibling "
          << processor.sibling << ", node " << processor.numa_node << "}";
}

namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<int> os_indexes(const Topology& topology) {
  std::vector<int> result;
  for (const Processor& processor : topology.processors()) result.push_back(processor.os_index);
  return result;
}

TEST(TopologyTest, OneNode) {
  const Topology topology = Topology::synthetic("core:4 pu:1");
  EXPECT_EQ(topology.numa_nodes(), 1);
  EXPECT_EQ(topology.default_threads(), 4);
  EXPECT_THAT(os_indexes(topology), ElementsAre(0, 1, 2, 3));
}

TEST(TopologyTest, NodesThenFirstHardwareThreadsOfAllCores) {
  const Topology topology = Topology::synthetic("node:2 core:2 pu:2");
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{2, 1, 0, 0}, Processor{1, 0, 1, 0},
                          Processor{3, 1, 1, 0}, Processor{4, 2, 0, 1}, Processor{6, 3, 0, 1},
                          Processor{5, 2, 1, 1}, Processor{7, 3, 1, 1}));
}

TEST(TopologyTest, SystemNumbersMayLieScattered) {
  // hwloc orders cores by their least number: {0, 3}, {1, 5}, {2, 4}.
  const std::string description = "core:3 pu:2(indexes=5,1,3,0,2,4)";
  EXPECT_THAT(os_indexes(Topology::synthetic(description)), ElementsAre(0, 1, 2, 3, 5, 4));
  EXPECT_THAT(Topology::synthetic(description, {5, 4, 0, 2}).processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{5, 1, 0, 0}, Processor{2, 2, 0, 0},
                          Processor{4, 2, 1, 0}));
}

TEST(TopologyTest, NodesWithinAPackage) {
  const Topology topology = Topology::synthetic("pack:2 node:2 core:4 pu:2");
  EXPECT_EQ(topology.numa_nodes(), 4);
  for (const Processor& processor : topology.processors()) {
    EXPECT_EQ(processor.numa_node, processor.os_index / 8);
  }
}

TEST(TopologyTest, NodeWithoutUsableProcessorIsNotCounted) {
  const Topology topology = Topology::synthetic("node:4 core:2 pu:1", {2, 3, 6});
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{2, 2, 0, 1}, Processor{3, 3, 0, 1}, Processor{6, 6, 0, 3}));
}

TEST(TopologyTest, SiblingsAreRankedAmongTheUsable) {
  const Topology topology = Topology::synthetic("core:2 pu:2", {1, 2, 3});
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{1, 0, 0, 0}, Processor{2, 1, 0, 0}, Processor{3, 1, 1, 0}));
}

TEST(TopologyTest, BadDescriptionIsRefused) {
  for (const std::string description : {"", "core", "core:0", "nonsense:3 pu:1"}) {
    try {
      Topology::synthetic(description);
      ADD_FAILURE() << "accepted: " << description;
    } catch (const InvalidArgument& error) {
      EXPECT_THAT(error.what(), HasSubstr("\"" + description + "\""));
    }
  }
  EXPECT_THROW(Topology::synthetic("core:2 pu:1", {7}), Error);
}

TEST(TopologyTest, Describe) {
  const Topology topology = Topology::synthetic(
      "pack:2 node:1(memory=1073741824) l3:1(size=8388608) core:4 l1d:1(size=32768) pu:2",
      {0, 1, 2, 3});
  MachineInfo info;
  topology.describe(info);
  EXPECT_EQ(info.packages, 2);
  EXPECT_EQ(info.cores, 8);
  EXPECT_EQ(info.processors, 16);
  EXPECT_EQ(info.usable_processors, 4);
  EXPECT_EQ(info.numa_nodes, 1);
  EXPECT_EQ(info.memory_bytes, 2u << 30);
  EXPECT_EQ(info.cpu_quota, 0);
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

TEST(TopologyTest, NothingIsBoundOnAMachineThatIsMadeUp) {
  const Topology topology = Topology::synthetic("core:4 pu:1");
  const std::vector<int> before = kernel_mask();
  EXPECT_FALSE(topology.is_this_machine());
  EXPECT_FALSE(topology.bind_this_thread({0}));
  EXPECT_TRUE(topology.binding_of_this_thread().empty());
  EXPECT_EQ(kernel_mask(), before);
}

TEST(TopologyTest, ThisMachineIsTheAffinityMask) {
  const Topology topology = Topology::of_this_machine();
  EXPECT_TRUE(topology.is_this_machine());
  std::vector<int> found = os_indexes(topology);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, kernel_mask());
  EXPECT_EQ(topology.binding_of_this_thread(), kernel_mask());
  EXPECT_GE(topology.default_threads(), 1);
  EXPECT_LE(topology.default_threads(), static_cast<int>(found.size()));
  EXPECT_EQ(topology.cpu_quota(), read_control_group_limits().cpu_quota);

  MachineInfo info;
  topology.describe(info);
  EXPECT_GE(info.processors, static_cast<int>(found.size()));
  EXPECT_GE(info.processors, info.cores);
  EXPECT_EQ(info.usable_processors, topology.default_threads());
  EXPECT_GT(info.memory_bytes, 0u);
}

TEST(TopologyTest, NarrowerMaskIsHonoured) {
  const std::vector<int> all = kernel_mask();
  for (const int only : all) {
    std::thread([&] {
      set_kernel_mask({only});
      const Topology topology = Topology::of_this_machine();
      EXPECT_THAT(os_indexes(topology), ElementsAre(only));
      EXPECT_EQ(topology.processors().front().sibling, 0);
      EXPECT_EQ(topology.numa_nodes(), 1);
      EXPECT_EQ(topology.default_threads(), 1);
    }).join();
  }
  EXPECT_EQ(Topology::of_this_machine().processors().size(), all.size());
}

TEST(TopologyTest, Binding) {
  const std::vector<int> all = kernel_mask();
  const Topology topology = Topology::of_this_machine();
  std::thread([&] {
    EXPECT_TRUE(topology.bind_this_thread({all.back()}));
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    EXPECT_THAT(topology.binding_of_this_thread(), ElementsAre(all.back()));
    EXPECT_FALSE(topology.bind_this_thread({}));
    EXPECT_FALSE(topology.bind_this_thread({1 << 16}));  // no machine has this one
    EXPECT_THAT(kernel_mask(), ElementsAre(all.back()));
    // As another thread would do it.
    EXPECT_TRUE(topology.bind_thread(this_thread_id(), all));
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
                          std::vector<int>(usable.begin(), usable.end()));

  const std::vector<int> found = os_indexes(topology);
  RC_ASSERT(std::set<int>(found.begin(), found.end()) == usable);
  RC_ASSERT(found.size() == usable.size());
  std::set<int> numa_nodes;
  std::set<std::pair<int, int>> siblings;
  for (const Processor& processor : topology.processors()) {
    RC_ASSERT(processor.core == processor.os_index / units);
    RC_ASSERT(processor.numa_node == processor.os_index / (units * cores));
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
