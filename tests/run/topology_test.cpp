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
#include "made_up_machine.hpp"
#include "run/control_group.hpp"

namespace nqueens::run {

/// For messages of failed tests.
void PrintTo(const Processor& processor, std::ostream* stream) {
  *stream << "{processor " << processor.index << ", core " << processor.core << ", sibling "
          << processor.sibling << ", node " << processor.numa_node << "}";
}

namespace {

using ::testing::ElementsAre;

std::vector<int> indexes(const Topology& topology) {
  std::vector<int> result;
  for (const Processor& processor : topology.processors()) result.push_back(processor.index);
  return result;
}

TEST(TopologyTest, WithoutSystemFilesEveryProcessorIsACoreOfOneNode) {
  const FakeFiles nothing;
  const Topology topology({3, 0, 5}, nothing.path(""));
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{3, 3, 0, 0}, Processor{5, 5, 0, 0}));
  EXPECT_EQ(topology.numa_nodes(), 1);
  EXPECT_FALSE(has_several_numa_nodes(nothing.path("")));
  MachineInfo info;
  topology.describe(info);
  EXPECT_EQ(std::tie(info.processors, info.cores, info.packages), std::tuple(3, 3, 1));
  EXPECT_EQ(info.processor, "");
  EXPECT_TRUE(info.caches.empty());
}

TEST(TopologyTest, NodesThenFirstHardwareThreadsOfAllCores) {
  const MadeUpMachine machine(2, 2, 2);
  EXPECT_TRUE(has_several_numa_nodes(machine.root()));
  const Topology topology = machine.topology();
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{2, 2, 0, 0}, Processor{1, 0, 1, 0},
                          Processor{3, 2, 1, 0}, Processor{4, 4, 0, 1}, Processor{6, 6, 0, 1},
                          Processor{5, 4, 1, 1}, Processor{7, 6, 1, 1}));
}

TEST(TopologyTest, NumbersMayLieScattered) {
  // As on most servers: second hardware threads after all first ones, nodes interleaved.
  FakeFiles files;
  const std::string system = "sys/devices/system/";
  files.write(system + "node/has_cpu", "0-1\n");
  files.write(system + "node/node0/cpulist", "0,2,4,6\n");
  files.write(system + "node/node1/cpulist", "1,3,5,7\n");
  for (int index = 0; index < 8; ++index) {
    files.write(system + "cpu/cpu" + std::to_string(index) + "/topology/thread_siblings_list",
                std::to_string(index % 4) + "," + std::to_string(index % 4 + 4) + "\n");
  }
  EXPECT_THAT(indexes(Topology({0, 1, 2, 3, 4, 5, 6, 7}, files.path(""))),
              ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(Topology({5, 4, 0, 6}, files.path("")).processors(),
              ElementsAre(Processor{0, 0, 0, 0}, Processor{6, 2, 0, 0}, Processor{4, 0, 1, 0},
                          Processor{5, 1, 0, 1}));
}

TEST(TopologyTest, NodeWithoutUsableProcessorIsNotCounted) {
  const MadeUpMachine machine(4, 2, 1);
  const Topology topology = machine.topology({2, 3, 6});
  EXPECT_EQ(topology.numa_nodes(), 2);
  EXPECT_THAT(topology.processors(),
              ElementsAre(Processor{2, 2, 0, 1}, Processor{3, 3, 0, 1}, Processor{6, 6, 0, 3}));
}

TEST(TopologyTest, SiblingsAreRankedAmongTheUsable) {
  const MadeUpMachine machine(1, 2, 2);
  EXPECT_FALSE(has_several_numa_nodes(machine.root()));
  EXPECT_THAT(machine.topology({1, 2, 3}).processors(),
              ElementsAre(Processor{1, 0, 0, 0}, Processor{2, 2, 0, 0}, Processor{3, 2, 1, 0}));
}

TEST(TopologyTest, Describe) {
  const MadeUpMachine machine(2, 4, 2);
  const FakeFiles& files = machine.files();
  files.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Quantum 8 @ 3 GHz\nflags\t: fpu\n");
  files.write("proc/self/cgroup", "0::/\n");
  files.write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  for (int index = 0; index < 16; ++index) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(index);
    files.write(folder + "/topology/physical_package_id", std::to_string(index / 8) + "\n");
    const int core = index / 2 * 2;
    const auto cache = [&](int number, const std::string& level, const std::string& kind,
                           const std::string& size, const std::string& shared) {
      const std::string place = folder + "/cache/index" + std::to_string(number);
      files.write(place + "/level", level + "\n");
      files.write(place + "/type", kind + "\n");
      files.write(place + "/size", size + "\n");
      files.write(place + "/shared_cpu_list", shared + "\n");
    };
    cache(0, "1", "Data", "32K", std::to_string(core) + "-" + std::to_string(core + 1));
    cache(1, "3", "Unified", "8M", index < 8 ? "0-7" : "8-15");
  }
  MachineInfo info;
  machine.topology({0, 1, 2, 3}).describe(info);
  EXPECT_EQ(info.processor, "Quantum 8 @ 3 GHz");
  EXPECT_EQ(info.packages, 2);
  EXPECT_EQ(info.cores, 8);
  EXPECT_EQ(info.processors, 16);
  EXPECT_EQ(info.usable_processors, 2);
  EXPECT_EQ(info.cpu_quota, 1.5);
  EXPECT_EQ(info.numa_nodes, 1);
  EXPECT_GT(info.memory_bytes, 0u);
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
  const Topology topology = MadeUpMachine::of(nodes, cores, units).topology(drawn);

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
