// Predicts what each choice costs in each class, and takes the cheapest that fits the limits.
#include "engine/colour_join/model/model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "engine/colour_join/kernels/colour_kernels.hpp"

namespace nqueens::engine::colour_join {

namespace {

// These are core seconds of the steps of counting, for the choice of pivots: least squares over 75
// units of N = 22, 24, 26 with one to four pivots, by counted features (tiles x entries and so on),
// which gave 80 percent of them within 10 percent. Here the features themselves are estimated.
constexpr double kSecondsPerEntryAndTile = 2.45e-9;
constexpr double kSecondsPerSetAndTile = 1.5e-8;
constexpr double kSecondsPerMaskStep = 3e-9;
constexpr double kSecondsPerSquare = 1e-8;
constexpr double kSecondsPerFarTile = 2.5e-6;
constexpr double kSecondsPerListed = 1.3e-8;
constexpr double kSecondsPerListedPivot = 3e-7;
// Tables take this long per tile, and per placement filtered or entered on its twenty lines.
constexpr double kSecondsPerTileOfTable = 2.5e-6;
constexpr double kSecondsPerTableEntry = 2e-8;
// Shared lists take this long per byte, once per process: 0.24 s at N = 20, 1.5 s at 22.
constexpr double kSecondsPerListByte = 3.3e-9;

// A second placement in a list takes an entry, and its part of column sets and steps.
constexpr double kBytesPerSecond = 5.5;
constexpr double kBytesPerGroup = 600;
constexpr double kBytesPerFirst = 10;
constexpr double kMaxListed = 1e6;  ///< first placements of the units of a batch, about
constexpr double kMargin = 1.25;
constexpr double kRestrictedMargin = 3;  ///< their estimates are rougher
/// Smaller boards are counted in both colours, and so is the middle class of this one.
constexpr int kWalksFrom = 20;
// Where one colour has at most one queen more (23 to 25 and 27 queens), pairs are counted by walks:
// 0.5 to 0.8 of the time of tables with pivots (AVX2), 0.7 to 1.0 (AVX-512, a prototype). On
// smaller boards the rows of counts are too short, on larger ones the counts of a unit leave the
// cache (1.5 to 1.8 at N = 20 to 22, 1.0 at 28, with AVX-512).
constexpr int kCountingWalksFrom = 23;
constexpr int kCountingWalksTo = 27;
constexpr double kCountedPerLane = 30;
// Factors have two digits, except in single units.
constexpr double kBytesPerFactor = 2;
// If a number or a factor exceeds 16 bits, pairs and factors have 64 bits, then all digits.
constexpr double kBytesPerWideNumber = 24;
// This part of all column sets has a weight, in lanes and in rows of a matrix, for the units that
// make most of the work. On restricted boards all sets have one.
constexpr double kPart = 0.75;

/// The work of comparing the second placements of one colour of a unit with tables of first ones.
struct FillWork {
  double lanes = 0;     ///< of a table
  double per_lane = 0;  ///< first placements in it, on average
  int queens = 0;       ///< of a second placement
  int columns = 0;      ///< of its quarter
  int pivots = 0;
  double tables = 1;  ///< placements on the pivot rows
  double second = 0;  ///< second placements, all
  double used = 0;    ///< those on column sets that have a weight
  double sets = 0;    ///< column sets with a weight

  /// Returns the tiles of a table, whose bytes are as many as the fullest of 16 lanes needs.
  double tiles() const {
    const double bytes = (per_lane + 2.2 * std::sqrt(per_lane)) / 8 + 0.5;
    return lanes * std::min(bytes, std::max(1.0, 16 * per_lane)) / kTileBytes + 0.5;
  }
  double list_seconds() const {
    return second * kSecondsPerListed + tables * kSecondsPerListedPivot;
  }
  double fill_seconds() const {
    const double of_group = used / tables;
    // Column sets of a group have the columns of its pivots.
    double group_sets = sets;
    for (int i = 0; i < pivots; ++i) group_sets *= (queens - i) / static_cast<double>(columns - i);
    const double used_sets = group_sets > 0 ? group_sets * (1 - decay(of_group / group_sets)) : 0;
    const double root = std::sqrt(of_group);
    const double steps = 0.8 * root * std::sqrt(root);
    const double squares = 0.8 * (queens - pivots) * (columns - pivots);
    return tables * tiles() *
           (of_group * kSecondsPerEntryAndTile + used_sets * kSecondsPerSetAndTile +
            steps * kSecondsPerMaskStep + squares * kSecondsPerSquare +
            (pivots > 0 ? kSecondsPerFarTile : 0));
  }
};

/// Bounds the numbers in a unit's matrix: all column sets, rounded up to whole blocks.
double matrix_numbers(const QuarteredBoard& board, int even_queens) {
  return (binomial(board.even(), even_queens) + 63) *
         (binomial(board.odd(), board.odd_queens(even_queens)) + 63);
}

}  // namespace

struct Model::Placements {
  double first = 0;  ///< of an R_e
  double first_sets = 0;
  double left = 0;  ///< part of the first ones that one queen of a second one leaves
  int rows = 0;     ///< of the quarter of second ones
  int columns = 0;
  double second = 0;
  double second_sets = 0;
  int queens = 0;  ///< of a second one
};

struct Model::ColourSizes {
  CountChoice choice;
  double left = 1;         ///< part of the first placements that the pivots leave
  double tables = 1;       ///< placements on the pivot rows
  double made = 0;         ///< per first placement: filtered and entered while tables are made
  double units = 1;        ///< that use the same tables
  double table_bytes = 0;  ///< in memory at a time
  double first_bytes = 0;  ///< first placements, and those left on the way to a table
  double list_bytes = 0;   ///< second placements of all row sets of the class
};

struct Model::ClassSizes {
  bool sums_white = false;
  ColourSizes counted;
  ColourSizes summed;  ///< if it is counted
  bool counts_both = false;
  bool counts_by_walks = false;
  bool shares_lists = false;
  double summed_first = 0;  ///< placements
  int max_listed = 1;
};

Model::Model(const QuarteredBoard& board, const BoardEstimate& estimate, const Limits& limits)
    : board_(board), limits_(limits) {
  std::vector<ClassSizes> classes;
  for (int queens = 0; queens <= board_.even(); ++queens) {
    classes.push_back(decide(estimate, queens));
  }
  // Frozen like plan_costs.hpp: this counts the lists of classes that no longer need any.
  std::vector<ClassSizes> as_before = classes;
  list_seconds_ = std::min(share_lists(as_before), limits_.max_shared_bytes) * kSecondsPerListByte;
  for (ClassSizes& one : classes) {
    if (one.counts_by_walks) one.counted.table_bytes = one.counted.list_bytes = 0;
  }
  memory_ = memory_of(classes, share_lists(classes));
  for (int queens = 0; queens <= board_.even(); ++queens) {
    const ClassSizes& one = classes[static_cast<std::size_t>(queens)];
    choices_.push_back({.sums_white = one.sums_white,
                        .counted = one.counted.choice,
                        .summed = {.counts = one.counts_both, .counted = one.summed.choice},
                        .shares_lists = one.shares_lists,
                        .max_listed = one.max_listed});
    if (one.counts_by_walks) choices_.back().counting_walks = {.per_lane = kCountedPerLane};
  }
}

double Model::weighted_part() const {
  return board_.is_restricted() ? 1 : kPart;
}

bool Model::has_class(int even_queens) const {
  const int odd_queens = board_.odd_queens(even_queens);
  return odd_queens >= 0 && odd_queens <= board_.odd();
}

/// The colour with more queens has fewer pairs, but takes more time: it is summed up.
Model::ClassSizes Model::decide(const BoardEstimate& estimate, int even_queens) const {
  ClassSizes result;
  if (!has_class(even_queens)) return result;
  const int odd_queens = board_.odd_queens(even_queens);
  const int black_queens = board_.odd() - odd_queens;  // of f, and of g
  const int white = even_queens + odd_queens;
  const int black = 2 * black_queens;
  result.sums_white = white > black;
  const bool by_columns = board_.unit_kind(even_queens) != UnitKind::odd_rows;
  const double odd_sets = binomial(board_.odd(), odd_queens) * weighted_part();
  const double even_sets = binomial(board_.even(), even_queens) * weighted_part();
  const auto placements = [&](bool is_white) -> Placements {
    const QuarterEstimate& first = is_white ? estimate.white_first : estimate.black_first;
    const QuarterEstimate& second =
        by_columns ? is_white ? estimate.white_second_columns : estimate.black_second_columns
        : is_white ? estimate.white_second
                   : estimate.black_second;
    const int first_queens = is_white ? even_queens : black_queens;
    const int second_queens = is_white ? odd_queens : black_queens;
    const int columns = is_white ? board_.odd() : board_.even();
    return {.first = first.mean(first_queens) * weighted_part(),
            .first_sets = is_white ? even_sets : odd_sets,
            .left = estimate.left_by_one_queen(first_queens),
            .rows = by_columns ? columns : board_.odd(),
            .columns = by_columns ? board_.odd() : columns,
            .second = second.mean(second_queens),
            .second_sets = is_white || by_columns ? odd_sets : even_sets,
            .queens = second_queens};
  };
  result.counted = decide(placements(!result.sums_white));
  const Placements summed = placements(result.sums_white);
  result.summed = decide(summed);
  // Measured for N = 14 to 21: second placements are few, and walks work little on masks.
  result.counts_both = !by_columns && (board_.board_size() < kWalksFrom ||
                                       (board_.board_size() == kWalksFrom && white == black));
  result.counts_by_walks = !by_columns && std::abs(white - black) <= 1 &&
                           board_.board_size() >= kCountingWalksFrom &&
                           board_.board_size() <= kCountingWalksTo;
  result.summed_first = summed.first;
  if (by_columns) {
    result.max_listed = static_cast<int>(
        std::clamp(kMaxListed * summed.first_sets / std::max(1.0, summed.first), 1.0, 64.0));
  }
  return result;
}

/// Chooses the number of pivots with which a unit takes the least time.
Model::ColourSizes Model::decide(const Placements& placements) const {
  FillWork work{.lanes = placements.first_sets,
                .per_lane = placements.first / placements.first_sets,
                .queens = placements.queens,
                .columns = placements.columns,
                .second = placements.second,
                .used = placements.second * weighted_part(),
                .sets = placements.second_sets};
  constexpr double masks = kLineMasks;
  // A unit takes the time of its second placements, and its part of that of the tables.
  const auto seconds_with = [&](ColourSizes& sizes) {
    work.tables = sizes.tables;
    work.pivots = sizes.choice.pivots;
    work.per_lane = sizes.left * placements.first / placements.first_sets;
    const double one = work.tiles() * kTileBytes * masks;
    sizes.choice.keeps_tables = sizes.tables * one <= limits_.max_table_bytes;
    sizes.table_bytes = sizes.choice.keeps_tables ? sizes.tables * one : one;
    sizes.units = units_of_pivots(placements.rows, placements.queens, sizes.choice.pivots);
    if (!sizes.choice.keeps_tables)
      sizes.units = std::min(sizes.units, static_cast<double>(limits_.max_batch));
    const double tables = sizes.tables * work.tiles() * kSecondsPerTileOfTable +
                          sizes.made * placements.first * kSecondsPerTableEntry;
    return work.list_seconds() + work.fill_seconds() + tables / sizes.units;
  };
  ColourSizes best;
  ColourSizes next;
  double least = seconds_with(best);
  for (int pivots = 1; pivots <= std::min(limits_.max_pivots, placements.queens - 2); ++pivots) {
    next.choice.pivots = pivots;
    next.tables *= std::max(1.0, placements.columns - 2.7 * (pivots - 1));
    next.left *= placements.left;
    next.made += next.tables * next.left;
    const double seconds = seconds_with(next);
    if (seconds >= least && !limits_.uses_all_pivots) continue;
    least = seconds;
    best = next;
  }
  best.first_bytes = placements.first * kBytesPerFirst * 2 / (1 - std::min(0.5, placements.left));
  best.list_bytes = binomial(placements.rows, placements.queens) *
                    (placements.second * kBytesPerSecond + best.tables * kBytesPerGroup);
  return best;
}

/// Returns the mean number of units of one R_e with the same pivot rows in one colour.
double Model::units_of_pivots(int rows, int queens, int pivots) const {
  // The pivot rows are the first of the set in the order from the middle. The last one is in place
  // i of that order in C(i, pivots - 1) C(n - 1 - i, queens - pivots) sets; each of the
  // C(i, pivots - 1) choices of the others makes one stretch.
  if (pivots == 0) return std::max(1.0, binomial(rows, queens) * weighted_part());
  double sets = 0;
  double stretches = 0;
  for (int i = pivots - 1; i < rows; ++i) {
    const double after = binomial(rows - 1 - i, queens - pivots);
    if (after == 0) continue;
    const double choices = binomial(i, pivots - 1);
    stretches += choices;
    sets += choices * after;
  }
  return stretches > 0 ? std::max(1.0, sets / stretches * weighted_part()) : 1;
}

/// Marks the classes whose lists have room, first those that most R_e use. Returns their bytes.
double Model::share_lists(std::vector<ClassSizes>& classes) const {
  std::vector<int> order(classes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return binomial(board_.even(), a) > binomial(board_.even(), b);
  });
  double bytes = 0;
  for (const int queens : order) {
    if (bytes >= limits_.max_shared_bytes) break;
    ClassSizes& one = classes[static_cast<std::size_t>(queens)];
    bytes += one.counted.list_bytes + (one.counts_both ? one.summed.list_bytes : 0);
    one.shares_lists = true;
  }
  return bytes;
}

MemoryNeed Model::memory_of(const std::vector<ClassSizes>& classes, double shared_bytes) const {
  // Lists are never given back: each kind of units has its own, for each colour.
  double matrices = 0;
  double factors = 0;
  double wide = 0;
  double tables = 0;
  double firsts[3][2] = {};
  const auto raise = [](double& most, double bytes) { most = std::max(most, bytes); };
  for (int queens = 0; queens <= board_.even(); ++queens) {
    if (!has_class(queens)) continue;
    const ClassSizes& one = classes[static_cast<std::size_t>(queens)];
    const double numbers = matrix_numbers(board_, queens);
    const double batch = limits_.batch(numbers);
    const UnitKind kind = board_.unit_kind(queens);
    double(&lists)[2] = firsts[static_cast<int>(kind)];
    const bool counted = one.sums_white;  // black
    const double together = one.counts_by_walks               ? batch + 1
                            : one.counted.choice.keeps_tables ? 1
                                                              : batch;
    raise(matrices, numbers * 2 * together);
    raise(wide, numbers * kBytesPerWideNumber);
    raise(tables, one.counted.table_bytes + (one.counts_both ? one.summed.table_bytes : 0));
    raise(lists[counted], one.counted.first_bytes);
    double summed_first = one.summed_first * kBytesPerFirst * 3;
    if (kind != UnitKind::odd_rows) {  // those of a batch
      const double sets = one.sums_white ? binomial(board_.even(), queens)
                                         : binomial(board_.odd(), board_.odd_queens(queens));
      summed_first *= std::min(1.0, one.max_listed / sets);
    } else {
      raise(factors, numbers * kBytesPerFactor * batch);
    }
    raise(lists[!counted], summed_first);
  }
  double estimated = tables;
  for (const auto& lists : firsts) estimated += lists[0] + lists[1];
  // Masks of heads and tails take a tile each; every thread has the rest on any board.
  const double masks = 2.0 * limits_.max_heads * kTileBytes;
  const double lane_tables = 2.0 * static_cast<double>(limits_.max_table_blocks) * kLineMasks * 64;
  // Both colours have their states, of 16 bits each.
  const double states = 2.0 * 2.0 * static_cast<double>(state_room(board_.odd()));
  const double tables_of_sets = 64.0 * (1u << board_.even());
  const double margin = board_.is_restricted() ? kRestrictedMargin : kMargin;
  MemoryNeed need;
  need.per_thread = static_cast<std::uint64_t>(
      margin * estimated + matrices + factors + wide + std::min(masks, estimated + wide) +
      std::min(lane_tables, 100 * (estimated + wide)) + states + tables_of_sets + 2e6);
  need.shared = static_cast<std::uint64_t>(
      std::min(margin * shared_bytes, limits_.max_shared_bytes) + 4 * tables_of_sets);
  return need;
}

}  // namespace nqueens::engine::colour_join
