// The colour join as an engine. Method, proofs and figures: README.md beside this file.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/row_set_decomposition.hpp"
#include "counting/colour_join/second_placements.hpp"
#include "counting/colour_join/unit.hpp"

namespace nqueens::counting {

namespace {

using namespace colour_join;

class ColourWorker final : public Worker {
 public:
  ColourWorker(const Model& model, const Units& units, const SharedLists& lists,
               const Kernels& kernels, bool counts_pairs)
      : board_(model.board()), units_(units), counter_(model, kernels, lists, counts_pairs) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    if (stop.stop_requested()) return false;
    const UnitRange range = UnitRange::from_code(task.code);
    return counter_.count(
        range.even_rows, units_.of(range), stop, [&](LineSet odd_rows, const UnitCount& unit) {
          tally.add(unit.solutions, board_.row_weight(range.even_rows, odd_rows) * task.weight);
          tally.add_nodes(unit.pairs);
        });
  }

 private:
  const Board board_;
  const Units& units_;
  UnitCounter counter_;
};

class PreparedColourJoin final : public PreparedEngine {
 public:
  PreparedColourJoin(const Engine& engine, const Problem& problem, const Limits& limits,
                     const EngineOptions& options, std::shared_ptr<const RowSets> sets)
      : PreparedEngine(engine, options, row_set_decomposition(problem, sets)),
        sets_(std::move(sets)),
        lists_(sets_->board, limits.max_shared_bytes) {
    if (limits != Limits{}) own_model_.emplace(sets_->board, limits);
  }

  MemoryNeed memory() const override { return model().memory(); }

  std::unique_ptr<Worker> make_worker(int /*depth*/) const override {
    return std::make_unique<ColourWorker>(model(), sets_->units, lists_,
                                          kernels().best(options().instruction_set),
                                          options().count_nodes);
  }

 private:
  const Model& model() const { return own_model_ ? *own_model_ : sets_->model; }

  const std::shared_ptr<const RowSets> sets_;
  std::optional<Model> own_model_;  ///< where the limits are not the usual ones
  const SharedLists lists_;
};

class ColourJoin final : public Engine {
 public:
  explicit ColourJoin(const Limits& limits) : limits_(limits) {}

  std::string_view name() const override { return "colour-join"; }
  std::string_view summary() const override {
    return "counts white and black squares apart, joins the counts; fastest on large boards";
  }
  std::string_view decomposition_name() const override { return "row-sets"; }
  base::InstructionSet instruction_set(base::InstructionSet max) const override {
    return kernels().best(max).instruction_set;
  }
  std::string_view refusal(const Problem& problem) const override {
    if (problem.variant() != Variant::queens) return "variants of queens";
    if (!problem.is_square()) return "boards that are not square";
    return problem.board_size() > kMaxCountSize ? "boards above 32" : "";
  }
  double predicted_seconds(const Problem& problem, base::InstructionSet max) const override;

  std::shared_ptr<const Decomposition> decompose(const Problem& problem) const override {
    return row_set_decomposition(problem);
  }
  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    return std::make_unique<PreparedColourJoin>(*this, problem, limits_, options,
                                                std::make_shared<RowSets>(problem));
  }

 private:
  const Limits limits_;
};

double ColourJoin::predicted_seconds(const Problem& problem, base::InstructionSet max) const {
  // One thread with AVX-512: N = 10 to 19 counted, 20 to 28 by the model; README.md, "Measured".
  static constexpr double kSeconds[] = {0.0010, 0.0024, 0.0035, 0.005,  0.007, 0.0145, 0.025,
                                        0.09,   0.27,   1.3,    6.9,    44,    175,    1200,
                                        5200,   39.6e3, 207e3,  1.48e6, 9.2e6};
  constexpr int kFirst = 10;
  constexpr int kLast = 28;
  const int size = problem.board_size();
  double seconds = kSeconds[std::clamp(size, kFirst, kLast) - kFirst];
  for (int n = kLast + 1; n <= size; ++n) seconds *= n % 2 != 0 ? 7.2 : 6.2;
  if (!problem.is_plain()) seconds = Model(Board(problem)).restricted_seconds();
  const base::InstructionSet set = instruction_set(max);
  return seconds * (set == base::InstructionSet::avx512 ? 1.0
                    : set == base::InstructionSet::avx2 ? 1.6
                                                        : 3.8);
}

}  // namespace

const Engine& colour_join_engine() {
  static const ColourJoin engine{colour_join::Limits{}};
  return engine;
}

std::unique_ptr<Engine> make_colour_join(const colour_join::Limits& limits) {
  return std::make_unique<ColourJoin>(limits);
}

}  // namespace nqueens::counting
