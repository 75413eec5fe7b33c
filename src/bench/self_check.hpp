// A fixed run over every engine and algorithm, some seconds long, with the same outcome on every
// machine: a change that keeps behaviour keeps the signature.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/fields.hpp"

namespace nqueens::bench {

struct SelfCheckRow {
  std::string subject{};  ///< "engine bitmask" or "algorithm qs4"
  std::uint64_t board_size = 0;
  std::string outcome{};  ///< in the signature: solutions and nodes, or a placement's check sum
  std::string instruction_set{};  ///< of an engine's kernels; not in the signature
  bool correct = false;           ///< the published value, or a solution
  double seconds = 0;             ///< on one thread; not in the signature
};

struct SelfCheckResult {
  std::vector<SelfCheckRow> rows;
  std::string signature;  ///< 16 hexadecimal digits over the subjects, sizes and outcomes
  bool correct = false;   ///< every row is
};

/// Runs all rows on one thread and calls `on_row` after each. Kernels use at most this instruction
/// set ("auto" is the best of this machine), which changes only the seconds. Boards that an engine
/// refuses are left out. Throws Stopped, and InvalidArgument for an unknown instruction set.
SelfCheckResult self_check(const std::function<void(const SelfCheckRow&)>& on_row = {},
                           std::stop_token stop = {}, std::string_view instruction_set = "auto");

std::string signature_of(const std::vector<SelfCheckRow>& rows);

Fields fields(const SelfCheckRow& row);  ///< for JSON
Fields fields(const SelfCheckResult& result);

}  // namespace nqueens::bench
