#include "counting/colour_join/plan.hpp"

#include <algorithm>
#include <numeric>

#include "counting/colour_join/first.hpp"
#include "counting/colour_join/work.hpp"

namespace nqueens::counting {

namespace {

// An entry, and its part of column sets and steps; of what a group has besides.
constexpr double kBytesPerSecondPiece = 5.5;
constexpr double kBytesPerGroup = 600;
constexpr double kMargin = 1.5;
// Of all column sets those that have a weight, in lanes and in rows of a matrix: of the units that
// make most of the work.
constexpr double kPart = 0.75;

/// Both matrices of a unit whose R_e has all lanes.
double matrix_bytes(const ColourBoard& board, int even_queens) {
  return 2.0 * 2 * (binomial(board.even(), even_queens) + 16) *
         (binomial(board.odd(), board.odd_queens(even_queens)) + 16);
}

double lines_of(const ColourBoard& board) {
  return 1 + 2.0 * (board.board_size() + 1);
}

}  // namespace

ColourPlan::ColourPlan(const ColourBoard& board, const ColourEstimate& estimate,
                       const ColourJoinLimits& limits)
    : board_(board), limits_(limits), classes_(static_cast<std::size_t>(board.even()) + 1) {
  for (int queens = 0; queens <= board.even(); ++queens) {
    const int odd_queens = board.odd_queens(queens);
    if (odd_queens < 0 || odd_queens > board.odd()) continue;
    const int black = board.odd() - odd_queens;  // of both black pieces
    ColourClass& one = classes_[static_cast<std::size_t>(queens)];
    const double odd_sets = binomial(board.odd(), odd_queens);
    const double even_sets = binomial(board.even(), queens);
    const double most_batch =
        std::clamp(limits.most_batch_bytes / (matrix_bytes(board, queens) * kPart * kPart), 1.0,
                   static_cast<double>(limits.most_batch));
    one.white = decide({estimate.mean_white_first(queens) * kPart, even_sets * kPart,
                        estimate.left_by_one_queen(queens), board.odd(),
                        estimate.mean_white_second(odd_queens), odd_sets * kPart, odd_queens},
                       most_batch);
    one.black = decide({estimate.mean_black_first(black) * kPart, odd_sets * kPart,
                        estimate.left_by_one_queen(black), board.even(),
                        estimate.mean_black_second(black), even_sets * kPart, black},
                       most_batch);
    one.is_batched = !one.white.options.keeps_tables || !one.black.options.keeps_tables;
  }
  share_lists();
}

ColourSide ColourPlan::decide(const Sizes& sizes, double most_batch) const {
  const double lines = lines_of(board_);
  FillWork work{.lanes = sizes.first_sets,
                .per_lane = sizes.first / sizes.first_sets,
                .queens = sizes.queens,
                .columns = sizes.columns,
                .pivots = 0,
                .placements = 1,
                .second = sizes.second,
                .taken = sizes.second * kPart,
                .sets = sizes.second_sets};
  // Of one unit: its second pieces, and its part of the tables.
  const auto set = [&](ColourSide& side) {
    work.placements = side.placements;
    work.pivots = side.options.pivots;
    work.per_lane = side.left * sizes.first / sizes.first_sets;
    const double one = work.tiles() * kTileBytes * lines;
    side.options.keeps_tables = side.placements * one <= limits_.most_table_bytes;
    side.table_bytes = side.options.keeps_tables ? side.placements * one : one;
    side.units = units_of_pivots(sizes.queens, side.options.pivots);
    if (!side.options.keeps_tables) side.units = std::min(side.units, most_batch);
    const double tables = side.placements * work.tiles() * kSecondsPerTileOfTable +
                          side.made * sizes.first * kSecondsPerPieceOfTable;
    return work.list_seconds() + work.fill_seconds() + tables / side.units;
  };
  ColourSide best;
  ColourSide next;
  double least = set(best);
  for (int pivots = 1; pivots <= std::min(limits_.most_pivots, sizes.queens - 2); ++pivots) {
    next.options.pivots = pivots;
    next.placements *= std::max(1.0, sizes.columns - 2.7 * (pivots - 1));
    next.left *= sizes.left;
    next.made += next.placements * next.left;
    const double needed = set(next);
    if (needed >= least && !limits_.takes_all_pivots) continue;
    least = needed;
    best = next;
  }
  best.first_bytes = sizes.first * sizeof(FirstPiece) * 2 / (1 - std::min(0.5, sizes.left));
  best.list_bytes = binomial(board_.odd(), sizes.queens) *
                    (sizes.second * kBytesPerSecondPiece + best.placements * kBytesPerGroup);
  return best;
}

/// Units of one R_e with the same pivot rows in one colour, on average.
double ColourPlan::units_of_pivots(int queens, int pivots) const {
  // The pivot rows are the first of the set in the order from the middle. Their last one is in
  // place i of that order in C(i, pivots - 1) C(n - 1 - i, queens - pivots) sets, each of the
  // C(i, pivots - 1) choices of the others makes one run.
  if (pivots == 0) return std::max(1.0, binomial(board_.odd(), queens) * kPart);
  double sets = 0;
  double runs = 0;
  for (int i = pivots - 1; i < board_.odd(); ++i) {
    const double behind = binomial(board_.odd() - 1 - i, queens - pivots);
    if (behind == 0) continue;
    const double choices = binomial(i, pivots - 1);
    runs += choices;
    sets += choices * behind;
  }
  return runs > 0 ? std::max(1.0, sets / runs * kPart) : 1;
}

void ColourPlan::share_lists() {
  // The lists of a class are used by all its row sets R_e; those of most use first.
  std::vector<int> order(classes_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return binomial(board_.even(), a) > binomial(board_.even(), b);
  });
  for (const int queens : order) {
    if (shared_bytes_ >= limits_.most_shared_bytes) break;
    ColourClass& one = classes_[static_cast<std::size_t>(queens)];
    shared_bytes_ += one.white.list_bytes + one.black.list_bytes;
    one.shares_lists = true;
  }
}

double ColourPlan::list_seconds() const {
  return std::min(shared_bytes_, limits_.most_shared_bytes) * kSecondsPerListByte;
}

MemoryNeed ColourPlan::memory() const {
  double most = 0;
  for (int queens = 0; queens <= board_.even(); ++queens) {
    const ColourClass& one = classes_[static_cast<std::size_t>(queens)];
    const double matrices = matrix_bytes(board_, queens);
    const double batch =
        one.is_batched
            ? std::max(matrices, std::min(limits_.most_batch_bytes, limits_.most_batch * matrices))
            : matrices;
    most = std::max(most, batch + one.white.table_bytes + one.black.table_bytes +
                              one.white.first_bytes + one.black.first_bytes);
  }
  // Masks of heads and tails, a tile each, and what every thread has whatever the board.
  const double masks = 2.0 * limits_.most_heads * kTileBytes;
  const double tables_of_sets = 64.0 * (1u << board_.even());
  MemoryNeed need;
  need.per_thread =
      static_cast<std::uint64_t>(kMargin * most + std::min(masks, most) + tables_of_sets + 2e6);
  need.shared = static_cast<std::uint64_t>(
      std::min(kMargin * shared_bytes_, limits_.most_shared_bytes) + 4 * tables_of_sets);
  return need;
}

}  // namespace nqueens::counting
