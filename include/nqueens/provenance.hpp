// Who counted: the machine and the program behind a journal's records. Informative only; nothing
// rests on it.
#pragma once

#include <string>

namespace nqueens {

/// Words of letters, digits and ". _ + -".
struct Provenance {
  std::string host;
  std::string version;  ///< of the program
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels
  int threads = 0;
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace nqueens
