#include "engine/colour_join.hpp"

#include <array>
#include <bit>
#include <mutex>
#include <vector>

#include "engine/colour_estimate.hpp"
#include "engine/colour_unit.hpp"
#include "engine/colour_units.hpp"

namespace nqueens::engine {

namespace {

/// Second pieces by row set: kept for all threads where they are few enough, else made anew.
class SecondLists {
 public:
  SecondLists(const ColourBoard& board, const ColourJoinLimits& limits)
      : board_(board), limits_(limits) {
    constexpr double kBytesPerPiece = 5;
    if (ColourEstimate(board.board_size()).all_second_pieces() * kBytesPerPiece <=
        limits.most_shared_bytes) {
      white_ = std::vector<Slot>(std::size_t{1} << board.odd());
      black_ = std::vector<Slot>(std::size_t{1} << board.odd());
    }
  }

  /// The pieces on R_o; `own` holds them where they are not kept.
  const SecondPieces& white(LineSet odd_rows, SecondPieces& own) const {
    return find(white_, board_.white_second(), odd_rows, own);
  }
  const SecondPieces& black(LineSet other_rows, SecondPieces& own) const {
    return find(black_, board_.black_second(), other_rows, own);
  }

 private:
  struct Slot {
    std::once_flag once;
    SecondPieces pieces;
  };

  const SecondPieces& find(std::vector<Slot>& slots, const PieceBoard& board, LineSet rows,
                           SecondPieces& own) const {
    const auto list = [&] {
      // A pivot needs queens left for a head and a tail.
      const bool pivot = board_.board_size() >= limits_.pivot_from && std::popcount(rows) >= 3;
      return list_second_pieces(board, rows, {pivot, limits_.most_heads});
    };
    if (slots.empty()) {
      own = list();
      return own;
    }
    Slot& slot = slots[rows];
    std::call_once(slot.once, [&] { slot.pieces = list(); });
    return slot.pieces;
  }

  const ColourBoard board_;
  const ColourJoinLimits limits_;
  mutable std::vector<Slot> white_;
  mutable std::vector<Slot> black_;
};

class ColourWorker final : public Worker {
 public:
  ColourWorker(const ColourBoard& board, const ColourKernels& kernels,
               const ColourJoinLimits& limits, bool count_pairs, const SecondLists& lists)
      : board_(board), lists_(lists), counter_(board, kernels, limits, count_pairs) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    if (stop.stop_requested()) return false;
    const ColourTask range = ColourTask::from_code(task.code);
    if (range.even_rows != even_rows_) {
      even_rows_ = range.even_rows;
      units_ = units_of(board_, even_rows_);
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
      : board_(board_size), limits_(limits), options_(options), lists_(board_, limits) {}

  std::unique_ptr<Worker> make_worker() const override {
    return std::make_unique<ColourWorker>(board_, colour_kernels_for(options_.instruction_set),
                                          limits_, options_.count_nodes, lists_);
  }

 private:
  const ColourBoard board_;
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

  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    return std::make_unique<PreparedColourJoin>(problem.board_size(), limits_, options);
  }

 private:
  const ColourJoinLimits limits_;
};

double ColourJoin::predicted_seconds(const Problem& problem, base::InstructionSet) const {
  double seconds = 10;
  for (int n = 20; n < problem.board_size(); ++n) seconds *= 5.7;
  for (int n = problem.board_size(); n < 20; ++n) seconds /= 5.7;
  return seconds + 0.001;
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
