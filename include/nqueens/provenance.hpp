// Who counted: the machine and the program behind a journal's records. Informative only; nothing
// rests on it.
#pragma once

#include <string>

namespace nqueens {

/// Words of letters, digits and ". _ + -", the shard but for its slash.
struct Provenance {
  std::string host;
  std::string version;  ///< of the program
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels
  int threads = 0;
  std::string shard{};  ///< "3/64", of the plan that was cut so; empty: of none in particular
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace nqueens
