// A fixed run of some seconds over every engine and solver with the same outcome on every machine:
// a change that keeps behaviour must keep the signature. Not part of the library: compiled into the
// program for `nqueens bench`.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens::bench {

/// One measured piece of work.
struct SelfCheckRow {
  std::string subject;  ///< "engine bitmask" or "algorithm qs4"
  std::uint64_t board_size = 0;
  std::string outcome;  ///< what enters the signature: solutions and nodes, or a placement's sum
  std::string instruction_set;  ///< of an engine's kernels; does not enter the signature
  bool correct = false;         ///< equal to the published value, or a verified solution
  double seconds = 0;           ///< on one thread; does not enter the signature
};

struct SelfCheckResult {
  std::vector<SelfCheckRow> rows;
  std::string signature;  ///< 16 hexadecimal digits over the subjects, sizes and outcomes
  bool correct = false;   ///< every row is
};

/// Runs all rows on one thread; `on_row` is called after each. Kernels use at most the named
/// instruction set ("auto": the best of this machine), which changes only the seconds. Boards that
/// an engine refuses are left out. Throws Stopped, and InvalidArgument for an unknown set.
SelfCheckResult self_check(const std::function<void(const SelfCheckRow&)>& on_row = {},
                           std::stop_token stop = {}, std::string_view instruction_set = "auto");

}  // namespace nqueens::bench
