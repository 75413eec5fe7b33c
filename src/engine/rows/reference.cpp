// This is plain backtracking over an array of columns, never optimised; each queen is compared with
// every earlier one. "auto" takes it only if no other engine counts the tasks of a journal.
#include "engine/engine.hpp"
#include "engine/rows/row_decomposition.hpp"

namespace nqueens::engine {

namespace {

struct ReferenceSearch {
  const Problem& problem;
  const std::stop_token& stop;
  int columns[kMaxCountSize] = {};
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;

  bool is_free(int row, int column) const {
    if (((problem.allowed(row) >> column) & 1u) == 0) return false;
    for (int earlier = 0; earlier < row; ++earlier) {
      if (((problem.attacked(earlier, columns[earlier], row) >> column) & 1u) != 0) return false;
    }
    return true;
  }

  void place(int row) {
    if (row == problem.rows()) ++solutions;
    for (int column = 0; column < problem.columns() && row < problem.rows(); ++column) {
      if (!is_free(row, column)) continue;
      ++nodes;
      columns[row] = column;
      place(row + 1);
      if (stop.stop_requested()) return;
    }
  }
};

class ReferenceWorker final : public Worker {
 public:
  ReferenceWorker(const Problem& problem, const EngineOptions& /*options*/, int depth)
      : problem_(problem), depth_(depth) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const RowPrefix prefix(task.code);
    ReferenceSearch search{problem_, stop};
    for (int row = 0; row < depth_; ++row) {
      if (!search.is_free(row, prefix[row])) return true;
      search.columns[row] = prefix[row];
    }
    search.place(depth_);
    tally.add(search.solutions, task.weight);
    tally.add_nodes(search.nodes);
    return !stop.stop_requested();
  }

 private:
  const Problem problem_;
  const int depth_;
};

double predicted_seconds(const Problem& problem, base::InstructionSet) {
  if (problem.is_plain()) return grown(0.05, 8, problem.board_size() - 12);
  return 6e-8 * predicted_row_nodes(problem);
}

}  // namespace

Engine reference_engine() {
  return {.name = "reference",
          .decomposition_name = "rows",
          .summary = "plain backtracking, slow; the other engines are tested against it",
          .refusal = refusal_of_rows,
          .predicted_seconds = predicted_seconds,
          .decompose = row_decomposition,
          .make = prepare_with<ReferenceWorker>};
}

}  // namespace nqueens::engine
