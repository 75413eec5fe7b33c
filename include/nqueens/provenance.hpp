// Who counted: the machine and the program behind a journal's records. No result depends on it.
#pragma once

#include <string>

namespace nqueens {

/// Words of letters, digits and ". _ + -"; the shard also has a slash.
struct Provenance {
  std::string host;
  std::string version;  ///< of the program
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels
  int threads = 0;
  std::string shard{};  ///< "3/64"; empty for a run without shards
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace nqueens
