// Shares of NUMA nodes, on made-up machines.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "run/executor.hpp"

namespace nqueens::run {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

using Binding = std::vector<int>;

std::vector<std::pair<int, int>> sizes(const std::vector<NodeShare>& shares) {
  std::vector<std::pair<int, int>> result;
  for (const NodeShare& share : shares) result.emplace_back(share.numa_node, share.threads);
  return result;
}

TEST(DivideThreadsTest, OneNodeIsLeftUnbound) {
  const auto shares = divide_threads(Topology::synthetic("core:4 pu:1"), 3, Pinning::automatic);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 3)));
  EXPECT_THAT(shares[0].bindings, ElementsAre(Binding{}, Binding{}, Binding{}));
}

TEST(DivideThreadsTest, TwoEqualNodes) {
  const Topology topology = Topology::synthetic("node:2 core:2 pu:1");
  const auto shares = divide_threads(topology, 4, Pinning::automatic);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 2), Pair(1, 2)));
  EXPECT_THAT(shares[0].bindings, ElementsAre(Binding{0, 1}, Binding{0, 1}));
  EXPECT_THAT(shares[1].bindings, ElementsAre(Binding{2, 3}, Binding{2, 3}));
  EXPECT_THAT(sizes(divide_threads(topology, 3, Pinning::automatic)),
              ElementsAre(Pair(0, 2), Pair(1, 1)));
}

TEST(DivideThreadsTest, TwoUnequalNodes) {
  const Topology topology = Topology::synthetic("node:2 core:4 pu:1", {0, 1, 2, 3, 7});
  EXPECT_THAT(sizes(divide_threads(topology, 5, Pinning::automatic)),
              ElementsAre(Pair(0, 4), Pair(1, 1)));
  EXPECT_THAT(sizes(divide_threads(topology, 10, Pinning::automatic)),
              ElementsAre(Pair(0, 8), Pair(1, 2)));
  const auto shares = divide_threads(topology, 2, Pinning::automatic);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 2)));
  EXPECT_THAT(shares[0].bindings, ElementsAre(Binding{0, 1, 2, 3}, Binding{0, 1, 2, 3}));
}

TEST(DivideThreadsTest, FewerThreadsThanNodes) {
  const Topology topology = Topology::synthetic("node:4 core:8 pu:2");
  EXPECT_THAT(sizes(divide_threads(topology, 1, Pinning::automatic)), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(sizes(divide_threads(topology, 3, Pinning::cores)),
              ElementsAre(Pair(0, 1), Pair(1, 1), Pair(2, 1)));
  EXPECT_THAT(sizes(divide_threads(topology, 64, Pinning::cores)),
              ElementsAre(Pair(0, 16), Pair(1, 16), Pair(2, 16), Pair(3, 16)));
}

TEST(DivideThreadsTest, CoresBeforeTheirSecondHardwareThreads) {
  const auto shares = divide_threads(Topology::synthetic("node:2 core:2 pu:2"), 6, Pinning::cores);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 3), Pair(1, 3)));
  EXPECT_THAT(shares[0].bindings, ElementsAre(Binding{0}, Binding{2}, Binding{1}));
  EXPECT_THAT(shares[1].bindings, ElementsAre(Binding{4}, Binding{6}, Binding{5}));
}

TEST(DivideThreadsTest, MoreThreadsThanProcessorsWrapRound) {
  const auto shares = divide_threads(Topology::synthetic("core:2 pu:1"), 5, Pinning::cores);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 5)));
  EXPECT_THAT(shares[0].bindings,
              ElementsAre(Binding{0}, Binding{1}, Binding{0}, Binding{1}, Binding{0}));
}

TEST(DivideThreadsTest, NoPinningIsOneShare) {
  const auto shares = divide_threads(Topology::synthetic("node:2 core:2 pu:1"), 3, Pinning::none);
  EXPECT_THAT(sizes(shares), ElementsAre(Pair(0, 3)));
  EXPECT_THAT(shares[0].bindings, ElementsAre(Binding{}, Binding{}, Binding{}));
}

RC_GTEST_PROP(DivideThreadsProperty, SharesAreFairAndWithinTheirNodes, ()) {
  const int nodes = *rc::gen::inRange(1, 5);
  const int cores = *rc::gen::inRange(1, 7);
  // Drawn with repetitions: of few processors the generator finds no large set without.
  const auto drawn = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<int>>(rc::gen::inRange(0, nodes * cores * 2)));
  const std::set<int> usable(drawn.begin(), drawn.end());
  const int threads = *rc::gen::inRange(1, 40);
  const auto pinning = *rc::gen::element(Pinning::automatic, Pinning::cores);
  const Topology topology = Topology::synthetic(
      "node:" + std::to_string(nodes) + " core:" + std::to_string(cores) + " pu:2",
      std::vector<int>(usable.begin(), usable.end()));

  const auto shares = divide_threads(topology, threads, pinning);
  RC_ASSERT(shares == divide_threads(topology, threads, pinning));

  std::map<int, std::vector<int>> processors;
  for (const Processor& processor : topology.processors()) {
    processors[processor.numa_node].push_back(processor.os_index);
  }
  const auto all = static_cast<double>(topology.processors().size());
  int sum = 0;
  int former_node = -1;
  std::vector<int> taken;
  for (const NodeShare& share : shares) {
    RC_ASSERT(share.numa_node > former_node);
    former_node = share.numa_node;
    RC_ASSERT(share.threads > 0);
    RC_ASSERT(share.bindings.size() == static_cast<std::size_t>(share.threads));
    sum += share.threads;
    const std::vector<int>& own = processors.at(share.numa_node);
    const double exact = threads * static_cast<double>(own.size()) / all;
    RC_ASSERT(share.threads > exact - 1);
    RC_ASSERT(share.threads < exact + 1);
    for (const Binding& binding : share.bindings) {
      if (pinning == Pinning::cores) {
        RC_ASSERT(binding.size() == 1u);
        RC_ASSERT(std::count(own.begin(), own.end(), binding.front()) == 1);
        taken.push_back(binding.front());
      } else {
        RC_ASSERT(binding == (topology.numa_nodes() > 1 ? own : Binding{}));
      }
    }
  }
  RC_ASSERT(sum == threads);
  // Nobody shares a processor while there is one for each.
  if (threads <= static_cast<int>(all)) {
    RC_ASSERT(std::set<int>(taken.begin(), taken.end()).size() == taken.size());
  }
}

}  // namespace
}  // namespace nqueens::run
