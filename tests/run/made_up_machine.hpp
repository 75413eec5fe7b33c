// A made-up machine: the files of /sys that the topology is read from.
#pragma once

#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "fake_files.hpp"
#include "run/topology.hpp"

namespace nqueens::run {

/// So many cores on each NUMA node, and so many hardware threads on each core, which bear
/// successive numbers.
class MadeUpMachine {
 public:
  MadeUpMachine(int nodes, int cores, int units) : processors_(nodes * cores * units) {
    const std::string system = "sys/devices/system/";
    const auto list = [](int first, int count) {
      return std::to_string(first) + "-" + std::to_string(first + count - 1) + "\n";
    };
    files_.write(system + "cpu/online", list(0, processors_));
    files_.write(system + "node/has_cpu", list(0, nodes));
    for (int node = 0; node < nodes; ++node) {
      files_.write(system + "node/node" + std::to_string(node) + "/cpulist",
                   list(node * cores * units, cores * units));
    }
    for (int index = 0; index < processors_; ++index) {
      files_.write(system + "cpu/cpu" + std::to_string(index) + "/topology/thread_siblings_list",
                   list(index / units * units, units));
    }
  }

  /// The same, made once: hundreds of files take tenths of a second.
  static const MadeUpMachine& of(int nodes, int cores, int units) {
    static std::map<std::tuple<int, int, int>, MadeUpMachine> machines;
    return machines.try_emplace({nodes, cores, units}, nodes, cores, units).first->second;
  }

  const FakeFiles& files() const { return files_; }
  std::filesystem::path root() const { return files_.path(""); }

  /// With these processors only, as an affinity mask would leave them; all where none is given.
  Topology topology(std::vector<int> usable = {}) const {
    if (usable.empty()) {
      usable.resize(static_cast<std::size_t>(processors_));
      std::iota(usable.begin(), usable.end(), 0);
    }
    return Topology(usable, root());
  }

 private:
  int processors_;
  FakeFiles files_;
};

}  // namespace nqueens::run
