// Decomposition "rows": a task fixes the queens of the first rows. Shared by the engines that
// backtrack row by row, which need no tables.
#pragma once

#include <memory>
#include <string_view>

#include "counting/engine.hpp"

namespace nqueens::counting {

/// Precondition: refusal_of_rows(problem) is empty.
std::shared_ptr<const Decomposition> row_decomposition(const Problem& problem);

/// Engine::refusal() of boards whose prefixes a RowPrefix cannot hold.
inline std::string_view refusal_of_rows(const Problem& problem) {
  return problem.rows() > kMaxCountSize || problem.columns() > kMaxCountSize
             ? "boards above 32 rows or columns"
             : "";
}

/// RowWorker is made of the problem, the options and the depth.
template <typename RowWorker>
class PreparedRows final : public PreparedEngine {
 public:
  PreparedRows(const Engine& engine, const Problem& problem, const EngineOptions& options)
      : PreparedEngine(engine, options, row_decomposition(problem)) {}

  std::unique_ptr<Worker> make_worker(int depth) const override {
    return std::make_unique<RowWorker>(problem(), options(), depth);
  }
};

}  // namespace nqueens::counting
