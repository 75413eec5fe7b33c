// Shares lists among threads, and hands the units of a task to Join.
#include "engine/colour_join/colour_join.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/colour_join/join.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/placements/second_placements.hpp"
#include "engine/colour_join/stop.hpp"

namespace nqueens::engine {

namespace {

using namespace colour_join;

struct ColourShared {
  ColourShared(std::shared_ptr<const RowSets> row_sets, const Limits& limits)
      : sets(std::move(row_sets)), lists(sets->board, limits.max_shared_bytes) {
    if (limits != Limits{}) own_model.emplace(sets->board, sets->estimate, limits);
  }
  const Model& model() const { return own_model ? *own_model : sets->model; }

  const std::shared_ptr<const RowSets> sets;
  const SharedLists lists;
  std::optional<Model> own_model;  ///< if the limits are not the usual ones
};

class ColourWorker final : public Worker {
 public:
  ColourWorker(std::shared_ptr<const ColourShared> shared, const EngineOptions& options)
      : shared_(std::move(shared)),
        units_(shared_->sets->units),
        join_(shared_->model(), units_, kernels().best(options.instruction_set), shared_->lists,
              options.count_nodes) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const UnitRange range = UnitRange::from_code(task.code);
    try {
      check_stop(stop);
      join_.count(range.even_rows, units_.of(range), stop, [&](LineSet, const UnitCount& unit) {
        tally.add(unit.solutions, task.weight);
        tally.add_nodes(unit.pairs);
      });
    } catch (const StopAsked&) {
      return false;
    }
    return true;
  }

 private:
  const std::shared_ptr<const ColourShared> shared_;
  const Units& units_;
  Join join_;
};

std::string_view refusal(const Problem& problem) {
  if (problem.variant() != Variant::queens) return "variants of queens";
  if (!problem.is_square()) return "boards that are not square";
  return problem.board_size() > kMaxCountSize ? "boards above 32" : "";
}

double predicted_seconds(const Problem& problem, base::InstructionSet max) {
  // These are of one thread with AVX-512: N = 10 to 19 measured, 20 to 28 by the model (notes.md).
  static constexpr double kSeconds[] = {0.0006, 0.0011, 0.0014, 0.0034, 0.0057, 0.0132, 0.027,
                                        0.094,  0.26,   1.15,   5.0,    30.5,   142,    925,
                                        4920,   32.8e3, 208e3,  1.36e6, 9.06e6};
  constexpr int kFirst = 10;
  constexpr int kLast = 28;
  const int size = problem.board_size();
  double seconds = kSeconds[std::clamp(size, kFirst, kLast) - kFirst];
  for (int n = kLast + 1; n <= size; ++n) seconds *= n % 2 != 0 ? 7.2 : 6.2;
  if (!problem.is_plain()) {
    const QuarteredBoard board(problem);
    const BoardEstimate estimate(board);
    seconds =
        Model(board, estimate).list_seconds() + PlanCosts(board, estimate).restricted_seconds();
  }
  return seconds * (max >= base::InstructionSet::avx512 ? 1.0
                    : max >= base::InstructionSet::avx2 ? 1.7
                                                        : 5.0);
}

}  // namespace

Engine make_colour_join(const colour_join::Limits& limits) {
  return {
      .name = "colour-join",
      .decomposition_name = "row-sets",
      .summary = "counts white and black squares apart, joins the counts; fastest from N = 17",
      .instruction_set =
          [](base::InstructionSet max) { return kernels().best(max).instruction_set; },
      .refusal = refusal,
      .predicted_seconds = predicted_seconds,
      .decompose = row_set_decomposition,
      .make =
          [limits](const Engine& engine, const Problem& problem, const EngineOptions& options) {
            const auto sets = std::make_shared<RowSets>(problem);
            const auto shared = std::make_shared<ColourShared>(sets, limits);
            return std::make_unique<PreparedEngine>(PreparedEngine{
                engine, options, row_set_decomposition(problem, sets),
                [shared, options](int) { return std::make_unique<ColourWorker>(shared, options); },
                shared->model().memory()});
          }};
}

Engine colour_join_engine() {
  return make_colour_join({});
}

}  // namespace nqueens::engine
