#include "engine/colour_join.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <vector>

#include "engine/colour_plan.hpp"
#include "engine/colour_unit.hpp"
#include "engine/colour_units.hpp"

namespace nqueens::engine {

namespace {

/// Second pieces by row set: kept for all threads where they are few enough, else made anew.
class SecondLists {
 public:
  SecondLists(const ColourBoard& board, const ColourJoinLimits& limits)
      : limits_(limits), plan_(board, limits) {
    white_.board = board.white_second();
    black_.board = board.black_second();
    for (int queens = 0; queens <= board.odd(); ++queens) {
      white_.classes.push_back({plan_.white_pivots(queens), plan_.keeps_white_tables(queens),
                                plan_.shares_white(queens)});
      black_.classes.push_back({plan_.black_pivots(queens), plan_.keeps_black_tables(queens),
                                plan_.shares_black(queens)});
    }
    white_.slots = std::vector<Slot>(std::size_t{1} << board.odd());
    black_.slots = std::vector<Slot>(std::size_t{1} << board.odd());
  }

  /// The pieces on R_o, and on the other odd rows; `own` holds them where they are not kept.
  const SecondPieces& white(LineSet odd_rows, SecondPieces& own) const {
    return find(white_, odd_rows, own);
  }
  const SecondPieces& black(LineSet other_rows, SecondPieces& own) const {
    return find(black_, other_rows, own);
  }

 private:
  struct Slot {
    std::once_flag once;
    SecondPieces pieces;
  };
  struct Class {
    int pivots;
    bool keeps_tables;
    bool is_shared;
  };
  struct Colour {
    PieceBoard board;
    std::vector<Class> classes;  ///< by number of queens
    mutable std::vector<Slot> slots;
  };

  const SecondPieces& find(const Colour& colour, LineSet rows, SecondPieces& own) const {
    const Class& kind = colour.classes[static_cast<std::size_t>(std::popcount(rows))];
    const auto list = [&] {
      return list_second_pieces(colour.board, rows,
                                {kind.pivots, kind.keeps_tables, limits_.most_heads});
    };
    if (!kind.is_shared) {
      own = list();
      return own;
    }
    Slot& slot = colour.slots[rows];
    std::call_once(slot.once, [&] { slot.pieces = list(); });
    return slot.pieces;
  }

  const ColourJoinLimits limits_;
  const ColourPlan plan_;
  Colour white_;
  Colour black_;
};

class ColourWorker final : public Worker {
 public:
  ColourWorker(const ColourBoard& board, const ColourUnits& units, const ColourKernels& kernels,
               const ColourJoinLimits& limits, bool count_pairs, const SecondLists& lists)
      : board_(board),
        all_units_(units),
        lists_(lists),
        counter_(board, kernels, limits, count_pairs) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    if (stop.stop_requested()) return false;
    const ColourTask range = ColourTask::from_code(task.code);
    if (range.even_rows != even_rows_) {
      even_rows_ = range.even_rows;
      units_ = all_units_.of(even_rows_);
    }
    if (!counter_.set_even_rows(even_rows_)) return true;
    const LineSet all_odd = all_lines(board_.odd());
    for (std::size_t i = range.first; i < range.first + std::size_t{range.count}; ++i) {
      const LineSet odd_rows = units_.at(i);
      const SecondPieces& white = lists_.white(odd_rows, white_);
      const SecondPieces& black = lists_.black(all_odd & ~odd_rows, black_);
      UnitCount unit;
      if (!counter_.count(white, black, stop, unit)) return false;
      tally.add(unit.solutions, board_.row_weight(even_rows_, odd_rows) * task.weight);
      tally.add_nodes(unit.pairs);
    }
    return true;
  }

 private:
  const ColourBoard board_;
  const ColourUnits& all_units_;
  const SecondLists& lists_;
  LineSet even_rows_ = ~LineSet{0};
  std::vector<LineSet> units_;
  UnitCounter counter_;
  SecondPieces white_;
  SecondPieces black_;
};

class PreparedColourJoin final : public PreparedEngine {
 public:
  PreparedColourJoin(int board_size, const ColourJoinLimits& limits, const EngineOptions& options)
      : board_(board_size),
        units_(board_),
        limits_(limits),
        options_(options),
        lists_(board_, limits) {}

  std::unique_ptr<Worker> make_worker() const override {
    return std::make_unique<ColourWorker>(board_, units_,
                                          colour_kernels_for(options_.instruction_set), limits_,
                                          options_.count_nodes, lists_);
  }

 private:
  const ColourBoard board_;
  const ColourUnits units_;
  const ColourJoinLimits limits_;
  const EngineOptions options_;
  const SecondLists lists_;
};

class ColourJoin final : public Engine {
 public:
  explicit ColourJoin(const ColourJoinLimits& limits) : limits_(limits) {}

  std::string_view name() const override { return "colour-join"; }
  std::string_view summary() const override {
    return "white and black squares counted apart and joined; fastest for large boards";
  }
  std::span<const std::string_view> decompositions() const override {
    static constexpr std::array<std::string_view, 1> kNames = {"row-sets"};
    return kNames;
  }
  base::InstructionSet instruction_set(base::InstructionSet most) const override {
    return colour_kernels_for(most).instruction_set;
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
  const ColourJoinLimits limits_;
};

double ColourJoin::predicted_seconds(const Problem& problem, base::InstructionSet most) const {
  // One thread with AVX-512, N = 10 to 22, on the machine of README.md; then by the steps of
  // sampled tasks: about 8 to odd and 4.2 to even boards.
  static constexpr double kSeconds[] = {0.0010, 0.0015, 0.0020, 0.0035, 0.0075, 0.015, 0.036,
                                        0.12,   0.38,   2.3,    9.0,    78,     340};
  constexpr int kFirst = 10;
  constexpr int kLast = 22;
  const int size = problem.board_size();
  double seconds = kSeconds[std::clamp(size, kFirst, kLast) - kFirst];
  for (int n = kLast + 1; n <= size; ++n) seconds *= n % 2 != 0 ? 8.0 : 4.2;
  const base::InstructionSet set = instruction_set(most);
  return seconds * (set == base::InstructionSet::avx512 ? 1.0
                    : set == base::InstructionSet::avx2 ? 1.3
                                                        : 3.0);
}

MemoryNeed ColourJoin::memory(const Problem& problem, const EngineOptions&) const {
  return ColourPlan(ColourBoard(problem.board_size()), limits_).memory();
}

}  // namespace

const Engine& colour_join_engine() {
  static const ColourJoin engine{ColourJoinLimits{}};
  return engine;
}

std::unique_ptr<Engine> make_colour_join(const ColourJoinLimits& limits) {
  return std::make_unique<ColourJoin>(limits);
}

}  // namespace nqueens::engine
