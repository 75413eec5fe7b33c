#include "counting/colour_join/colour_join.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/second_placements.hpp"
#include "counting/colour_join/unit.hpp"
#include "counting/colour_join/units.hpp"

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
  PreparedColourJoin(int board_size, const Limits& limits, const EngineOptions& options)
      : options_(options),
        model_(Board(board_size), limits),
        units_(model_.board()),
        lists_(model_.board(), limits.max_shared_bytes) {}

  std::unique_ptr<Worker> make_worker() const override {
    return std::make_unique<ColourWorker>(
        model_, units_, lists_, kernels().best(options_.instruction_set), options_.count_nodes);
  }

 private:
  const EngineOptions options_;
  const Model model_;
  const Units units_;
  const SharedLists lists_;
};

class ColourJoin final : public Engine {
 public:
  explicit ColourJoin(const Limits& limits) : limits_(limits) {}

  std::string_view name() const override { return "colour-join"; }
  std::string_view summary() const override {
    return "white and black squares counted apart and joined; fastest for large boards";
  }
  std::span<const std::string_view> decompositions() const override {
    static constexpr std::array<std::string_view, 1> kNames = {"row-sets"};
    return kNames;
  }
  base::InstructionSet instruction_set(base::InstructionSet most) const override {
    return kernels().best(most).instruction_set;
  }
  std::string_view refusal(const Problem& problem) const override {
    return problem.is_plain() ? "" : "a restricted board";
  }
  double predicted_seconds(const Problem& problem, base::InstructionSet most) const override;
  MemoryNeed memory(const Problem& problem, const EngineOptions&) const override;

  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    return std::make_unique<PreparedColourJoin>(problem.board_size(), limits_, options);
  }

 private:
  const Limits limits_;
};

double ColourJoin::predicted_seconds(const Problem& problem, base::InstructionSet most) const {
  // One thread with AVX-512 on the machine of README.md: N = 10 to 23 counted, 24 to 28 the sum of
  // the predicted work of all units (model.hpp) times 1.15, which is right for 20 to 24.
  static constexpr double kSeconds[] = {0.0010, 0.0015, 0.0020, 0.0035, 0.0075, 0.015, 0.036,
                                        0.12,   0.38,   2.3,    9.0,    78,     340,   2900,
                                        13e3,   120e3,  540e3,  5.2e6,  24e6};
  constexpr int kFirst = 10;
  constexpr int kLast = 28;
  const int size = problem.board_size();
  double seconds = kSeconds[std::clamp(size, kFirst, kLast) - kFirst];
  for (int n = kLast + 1; n <= size; ++n) seconds *= n % 2 != 0 ? 9.0 : 5.0;
  const base::InstructionSet set = instruction_set(most);
  return seconds * (set == base::InstructionSet::avx512 ? 1.0
                    : set == base::InstructionSet::avx2 ? 1.3
                                                        : 3.0);
}

MemoryNeed ColourJoin::memory(const Problem& problem, const EngineOptions&) const {
  const int size = problem.board_size();
  return Model(Board(size), limits_).memory();
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
