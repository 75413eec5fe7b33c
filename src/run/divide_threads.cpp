// How many threads each NUMA node gets, and which processors each thread may run on. Pure: asks the
// topology only, starts nothing.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

#include "run/executor.hpp"

namespace nqueens::run {

namespace {

struct Node {
  int index = 0;
  std::vector<int> processors;  ///< system numbers in Topology order
};

std::vector<Node> nodes_of(const Topology& topology) {
  std::vector<Node> nodes;
  for (const Processor& processor : topology.processors()) {
    if (nodes.empty() || nodes.back().index != processor.numa_node) {
      nodes.push_back({processor.numa_node, {}});
    }
    nodes.back().processors.push_back(processor.os_index);
  }
  return nodes;
}

// Largest remainders. With no more threads than processors no node gets more than it has: its exact
// share is at most its number of processors, which is whole, so rounding up stays within.
std::vector<int> apportion(const std::vector<Node>& nodes, int threads) {
  std::int64_t processors = 0;
  for (const Node& node : nodes) processors += std::ssize(node.processors);

  std::vector<int> shares;
  std::vector<std::int64_t> remainders;
  int left = threads;
  for (const Node& node : nodes) {
    const std::int64_t scaled = std::int64_t{threads} * std::ssize(node.processors);
    shares.push_back(static_cast<int>(scaled / processors));
    remainders.push_back(scaled % processors);
    left -= shares.back();
  }
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t rank = 0; left > 0; ++rank, --left) ++shares[order[rank]];
  return shares;
}

std::vector<int> binding_of(const Node& node, int thread, bool several_nodes, Pinning pinning) {
  switch (pinning) {
    case Pinning::automatic:
      return several_nodes ? node.processors : std::vector<int>{};
    case Pinning::cores:
      return {node.processors[static_cast<std::size_t>(thread) % node.processors.size()]};
    case Pinning::none:
      break;
  }
  return {};
}

}  // namespace

std::vector<NodeShare> divide_threads(const Topology& topology, int threads, Pinning pinning) {
  const std::vector<Node> nodes = nodes_of(topology);
  if (pinning == Pinning::none) {
    return {{nodes.front().index, threads,
             std::vector<std::vector<int>>(static_cast<std::size_t>(threads))}};
  }
  const std::vector<int> shares = apportion(nodes, threads);
  std::vector<NodeShare> result;
  for (std::size_t index = 0; index < nodes.size(); ++index) {
    if (shares[index] == 0) continue;
    NodeShare share{nodes[index].index, shares[index], {}};
    for (int thread = 0; thread < share.threads; ++thread) {
      share.bindings.push_back(binding_of(nodes[index], thread, nodes.size() > 1, pinning));
    }
    result.push_back(std::move(share));
  }
  return result;
}

}  // namespace nqueens::run
