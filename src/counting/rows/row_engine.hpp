// What the engines that count below a prefix of rows have in common: decomposition "rows", no
// tables, no scratch. A sibling only says how to count below one prefix.
#pragma once

#include "counting/engine.hpp"

namespace nqueens::counting {

struct SubtreeTally {
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;  ///< partial placements below the prefix, solutions included
};

class RowEngine : public Engine {
 public:
  std::span<const std::string_view> decompositions() const final;
  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const final;

  /// Counts the placements of the remaining rows. A prefix that is not allowed, or whose queens
  /// attack each other, gives zero. False when stopped.
  virtual bool count_below(const Problem& problem, const EngineOptions& options, RowPrefix prefix,
                           const std::stop_token& stop, SubtreeTally& tally) const = 0;
};

}  // namespace nqueens::counting
