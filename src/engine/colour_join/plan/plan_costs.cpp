// The cost of a unit of mean size, fitted to measured batches of its class, times the unit's size.
#include "engine/colour_join/plan/plan_costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nqueens::engine::colour_join {

namespace {

constexpr int kFirstUnitCosts = 12;
constexpr int kLastUnitCosts = 28;

// clang-format off
/// Microseconds on one core with AVX-512 of a unit of size 1 (PlanCosts::unit_size), by board size
/// and queens in even rows; from batches that bench/measure units timed.
constexpr UnitWork kUnitCosts[][15] = {
  {{0, 0}, {39.7, 0}, {3.21, 3.62}, {3.47, 2.28}, {3.11, 1.44}, {4.47, 1.09}, {5.37, 0.972}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 12
  {{0, 0}, {16.2, 1.17}, {6.6, 0.988}, {5.55, 1.46}, {8.46, 4.26}, {3.1, 1.24}, {3.74, 0.915}, {8.14, 1.86}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 13
  {{0, 0}, {42.7, 0}, {3.03, 3.39}, {3.66, 3.74}, {4.56, 3.11}, {3.16, 1.94}, {3.07, 1.08}, {6.86, 1.1}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 14
  {{0, 0}, {12.8, 1.58}, {7.82, 1.25}, {6.08, 2.27}, {8.89, 7.49}, {3.59, 3.07}, {3.24, 2.17}, {3.51, 1.15}, {9.67, 2.73}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 15
  {{0, 0}, {42.2, 0}, {3.16, 4.6}, {3.72, 10.1}, {7.52, 6.53}, {4.53, 6.08}, {3.34, 2.72}, {4.02, 1.57}, {6.6, 1.7}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 16
  {{0, 0}, {12.9, 2.13}, {6.13, 2.25}, {6.42, 4.63}, {8.9, 10.7}, {15.7, 12.2}, {4.26, 6.38}, {3.36, 4.37}, {3.76, 2.67}, {8.11, 5.95}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 17
  {{0, 0}, {41, 0}, {3.46, 9.15}, {5.55, 19.3}, {12.8, 33.9}, {15.2, 30.1}, {6.38, 14}, {3.46, 6.03}, {3.24, 3.12}, {4.81, 3.17}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 18
  {{0, 0}, {11.2, 4.25}, {6, 6.96}, {6.81, 13.5}, {14.2, 28.7}, {35, 74}, {11.3, 35.1}, {6.52, 32.2}, {3.37, 17.2}, {3.51, 8.44}, {7.51, 11}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 19
  {{0, 0}, {47.2, 0}, {3.53, 26.7}, {8.08, 53.3}, {26.2, 98.3}, {134, 128}, {29.3, 106}, {8.86, 46.8}, {3.59, 18.4}, {3.51, 9.47}, {5.13, 6.12}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},  // N = 20
  {{0, 0}, {12, 15.7}, {7.68, 27.5}, {8.23, 68}, {23.4, 126}, {98, 338}, {298, 251}, {31.1, 168}, {8.52, 115}, {4.21, 63.2}, {4.56, 35.6}, {8.53, 39.7}, {0, 0}, {0, 0}, {0, 0}},  // N = 21
  {{0, 0}, {69.7, 0}, {4.35, 90}, {13, 205}, {61.4, 413}, {522, 1.27e+03}, {503, 1.15e+03}, {64.7, 410}, {13.9, 179}, {4.47, 77.8}, {4.01, 39.8}, {6.27, 24.3}, {0, 0}, {0, 0}, {0, 0}},  // N = 22
  {{0, 0}, {16, 63.7}, {7.97, 126}, {11.4, 292}, {42.4, 668}, {263, 1.83e+03}, {2.03e+03, 3.05e+03}, {550, 2.13e+03}, {69.9, 938}, {13.9, 659}, {5.93, 330}, {6.96, 182}, {17.5, 244}, {0, 0}, {0, 0}},  // N = 23
  {{0, 0}, {78.7, 0}, {7, 409}, {30.1, 917}, {159, 2.12e+03}, {1.53e+03, 6.28e+03}, {1.41e+04, 6.06e+03}, {1.53e+03, 7.53e+03}, {175, 2.2e+03}, {32.1, 834}, {6.68, 349}, {5.81, 182}, {15.8, 137}, {0, 0}, {0, 0}},  // N = 24
  {{0, 0}, {30.2, 312}, {13, 653}, {22.3, 1.65e+03}, {116, 4.05e+03}, {847, 9.59e+03}, {9.58e+03, 2.84e+04}, {3.4e+04, 1.14e+04}, {1.95e+03, 1.29e+04}, {211, 5.3e+03}, {37.4, 4.03e+03}, {8.81, 1.73e+03}, {9.79, 1.04e+03}, {35.4, 1.43e+03}, {0, 0}},  // N = 25
  {{0, 0}, {224, 0}, {10, 1.92e+03}, {47.4, 4.98e+03}, {321, 1.22e+04}, {4.28e+03, 4.05e+04}, {6.81e+04, 1.14e+05}, {6.31e+04, 1.2e+05}, {4.49e+03, 4.48e+04}, {376, 1.09e+04}, {55.8, 4.35e+03}, {10.6, 1.9e+03}, {8.27, 1.01e+03}, {24.3, 799}, {0, 0}},  // N = 26
  {{0, 0}, {46.2, 1.93e+03}, {28.1, 4.54e+03}, {50, 9.43e+03}, {241, 2.16e+04}, {1.94e+03, 6.88e+04}, {3.69e+04, 2.24e+05}, {2.07e+05, 3.16e+05}, {8.01e+04, 1.79e+05}, {6.59e+03, 7.92e+04}, {469, 3.23e+04}, {74.8, 1.71e+04}, {21, 1.19e+04}, {18.7, 7e+03}, {44.5, 7.57e+03}},  // N = 27
  {{0, 0}, {280, 0}, {19.6, 9.55e+03}, {93, 2.79e+04}, {626, 7.17e+04}, {1.25e+04, 2.36e+05}, {2.02e+05, 9.77e+05}, {1.79e+06, 7.26e+05}, {2.11e+05, 1.01e+06}, {1.45e+04, 2.53e+05}, {731, 6.3e+04}, {97.5, 2.91e+04}, {24.4, 1.15e+04}, {10.2, 6.19e+03}, {23.8, 4.12e+03}},  // N = 28
};
// clang-format on

// On restricted boards units take this part of the time of plain ones with as many placements,
// since more units share tables and lists. Measured for N = 15 to 19.
constexpr double kRestrictedPart = 0.7;

/// Raises to the power of 3/4 without std::pow, whose last digit differs between machines.
double three_quarters(double x) {
  return x > 0 ? std::sqrt(x) * std::sqrt(std::sqrt(x)) : 0;
}

/// Predicts the work of state lists, given relative numbers of placements. Lines with many
/// placements of one colour have few of the other, so their estimate tells more about the first.
double by_states(double counted, double summed) {
  return counted > 0 ? summed * summed / three_quarters(counted) : 0;
}

/// Returns placements on a row set, relative to the plain mean; 0 if there is no mean.
double relative(const QuarterEstimate& estimate, LineSet rows) {
  const double mean = estimate.plain_mean(std::popcount(rows));
  return mean > 0 ? estimate.of_rows(rows) / mean : 0;
}

/// Goes beyond what was measured: small boards take an eighth of those two sizes larger; large ones
/// grow as from 26 to 28, or from 25 to 27.
UnitWork unit_cost(int board_size, int even_queens) {
  if (even_queens < 0) return {};
  if (board_size < kFirstUnitCosts) {
    const UnitWork above = unit_cost(board_size + 2, even_queens + 1);
    return {above.counted / 8, above.summed / 8};
  }
  if (board_size <= kLastUnitCosts) return kUnitCosts[board_size - kFirstUnitCosts][even_queens];
  const UnitWork last = unit_cost(board_size - 2, even_queens - 1);
  const UnitWork before = unit_cost(board_size - 4, even_queens - 2);
  const auto next = [](double now, double then) {
    return then > 0 ? now * std::min(30.0, now / then) : now * 8;
  };
  return {next(last.counted, before.counted), next(last.summed, before.summed)};
}

}  // namespace

PlanCosts::PlanCosts(const QuarteredBoard& board, const BoardEstimate& estimate)
    : board_(board), estimate_(estimate) {
  const double part = board_.is_restricted() ? kRestrictedPart : 1;
  for (int queens = 0; queens <= board_.even(); ++queens) {
    const UnitWork cost = has_class(queens) ? unit_cost(board_.board_size(), queens) : UnitWork{};
    costs_.push_back({part * cost.counted, part * cost.summed});
  }
  const LineSet end = LineSet{1} << board_.even();
  first_sizes_.reserve(end);
  row_seconds_.reserve(end);
  for (LineSet rows = 0; rows < end; ++rows) {
    const UnitWork& size = first_sizes_.emplace_back(first_size(rows));
    const UnitWork& cost = costs_[static_cast<std::size_t>(std::popcount(rows))];
    row_seconds_.push_back({1e-6 * cost.counted * size.counted, 1e-6 * cost.summed * size.summed});
  }
  for (const UnitKind kind : {UnitKind::odd_rows, UnitKind::even_columns, UnitKind::odd_columns}) {
    std::vector<UnitWork>& sizes = second_sizes_[static_cast<std::size_t>(kind)];
    const int lines = kind == UnitKind::even_columns ? board_.even() : board_.odd();
    for (LineSet unit = 0; unit <= all_lines(lines); ++unit) {
      sizes.push_back(second_size(kind, unit));
    }
  }
}

bool PlanCosts::has_class(int even_queens) const {
  const int odd_queens = board_.odd_queens(even_queens);
  return odd_queens >= 0 && odd_queens <= board_.odd();
}

// 1.1.0 chose so in its model; now the choice is frozen here.

bool PlanCosts::sums_white(int even_queens) const {
  const int odd_queens = board_.odd_queens(even_queens);
  return even_queens + odd_queens > 2 * (board_.odd() - odd_queens);
}

bool PlanCosts::counts_both(int even_queens) const {
  constexpr int kWalksFrom = 20;
  const int odd_queens = board_.odd_queens(even_queens);
  const bool is_balanced = even_queens + odd_queens == 2 * (board_.odd() - odd_queens);
  return board_.unit_kind(even_queens) == UnitKind::odd_rows &&
         (board_.board_size() < kWalksFrom || (board_.board_size() == kWalksFrom && is_balanced));
}

double PlanCosts::start_seconds(LineSet even_rows) const {
  const LineSet others = complement(even_rows, board_.even());
  const double white = estimate_.white_first.of_rows(even_rows) * estimate_.even_part[even_rows];
  const double black = estimate_.black_first.of_rows(others) * estimate_.odd_part[even_rows];
  // If units are column sets, the summed colour lists only those of a batch.
  const UnitKind kind = board_.unit_kind(std::popcount(even_rows));
  const double first = kind == UnitKind::odd_rows       ? white + black
                       : kind == UnitKind::even_columns ? black
                                                        : white;
  // Listing takes 3e-8 s per first placement. The rest is what the first unit of a task makes and
  // later ones share: without it, tasks of one unit took 1.2 to 1.6 times the prediction.
  return 2e-5 + 5e-8 * first;
}

UnitWork PlanCosts::by_colour(int even_queens, double white, double black) const {
  return sums_white(even_queens) ? UnitWork{black, white} : UnitWork{white, black};
}

// The work of a unit grows with powers of its placements and of the part of the sets that has a
// weight. Second placements that walks sum up count squared, and so do first ones that state lists
// sum up: lines that attack few others have more of them, and each has more pairs. In batches of N
// = 20 to 28 that predicts 91 percent of the work within 20 percent; the power of 3/4 for both
// colours predicted 62. On restricted boards they are square roots of both.

UnitWork PlanCosts::first_size(LineSet even_rows) const {
  const int even_queens = std::popcount(even_rows);
  if (!has_class(even_queens)) return {};
  const LineSet others = complement(even_rows, board_.even());
  const double white = relative(estimate_.white_first, even_rows);
  const double black = relative(estimate_.black_first, others);
  const auto [counted, summed] = by_colour(even_queens, white, black);
  if (board_.is_restricted()) return {std::sqrt(counted), std::sqrt(summed)};
  const double even = estimate_.even_part[even_rows];
  const double odd = estimate_.odd_part[even_rows];
  const UnitKind kind = board_.unit_kind(even_queens);
  if (kind == UnitKind::odd_rows) {
    const double part = even * odd;
    return {three_quarters(part * counted),
            counts_both(even_queens) ? three_quarters(part * summed) : std::sqrt(part) * summed};
  }
  const double rows = estimate_.row_part[even_rows];
  const double lanes = kind == UnitKind::even_columns ? odd : even;
  return {std::sqrt(rows * lanes) * three_quarters(counted), rows * by_states(counted, summed)};
}

UnitWork PlanCosts::second_size(UnitKind kind, LineSet unit) const {
  const bool is_even = kind == UnitKind::even_columns;
  const int even_queens = std::popcount(unit) + (is_even ? 0 : board_.even() - board_.odd());
  if (!has_class(even_queens) || board_.unit_kind(even_queens) != kind) return {};
  const LineSet others = complement(unit, is_even ? board_.even() : board_.odd());
  if (kind == UnitKind::odd_rows) {
    const double white = relative(estimate_.white_second, unit);
    const double black = relative(estimate_.black_second, others);
    const auto [counted, summed] = by_colour(even_queens, white, black);
    if (board_.is_restricted()) return {std::sqrt(counted), std::sqrt(summed)};
    return {three_quarters(counted),
            counts_both(even_queens) ? three_quarters(summed) : summed * summed};
  }
  const double counted = is_even ? relative(estimate_.black_second_columns, others)
                                 : relative(estimate_.white_second_columns, unit);
  const double summed = is_even ? relative(estimate_.white_first_columns, unit)
                                : relative(estimate_.black_first_columns, others);
  if (board_.is_restricted()) return {std::sqrt(counted), std::sqrt(summed)};
  return {three_quarters(counted), by_states(counted, summed)};
}

UnitWork PlanCosts::unit_size(LineSet even_rows, LineSet unit) const {
  const UnitWork& first = first_sizes_[even_rows];
  const UnitWork& second = second_sizes_of(even_rows)[unit];
  return {first.counted * second.counted, first.summed * second.summed};
}

double PlanCosts::restricted_seconds() const {
  // unit_seconds() is a sum of products, and every R_e goes with every unit of its class, so sums
  // of both factors by queens are enough.
  std::vector<UnitWork> sums;  // by |R_e|
  for (int queens = 0; queens <= board_.even(); ++queens) sums.push_back(sum_of_units(queens));
  double seconds = 0;
  const double units_of_each = 1.0 / board_.symmetries_of_rows();
  for (LineSet rows = 0; rows <= all_lines(board_.even()); ++rows) {
    const auto queens = static_cast<std::size_t>(std::popcount(rows));
    const auto [counted, summed] = sums[queens];
    if (counted + summed == 0 || !board_.allows_even_rows(rows)) continue;
    const double of_units = costs_[queens].counted * first_sizes_[rows].counted * counted +
                            costs_[queens].summed * first_sizes_[rows].summed * summed;
    seconds += start_seconds(rows) + units_of_each * 1e-6 * of_units;
  }
  return seconds;
}

/// Sums the second factors of unit_size() of all units of a class on a restricted board.
UnitWork PlanCosts::sum_of_units(int even_queens) const {
  UnitWork sum;
  if (!has_class(even_queens)) return sum;
  const UnitKind kind = board_.unit_kind(even_queens);
  const std::vector<UnitWork>& sizes = second_sizes_[static_cast<std::size_t>(kind)];
  const int queens = kind == UnitKind::even_columns ? even_queens : board_.odd_queens(even_queens);
  for (LineSet unit = 0; unit < sizes.size(); ++unit) {
    if (std::popcount(unit) != queens) continue;
    const bool is_allowed = kind == UnitKind::odd_rows ? board_.allows_odd_rows(unit)
                            : kind == UnitKind::even_columns
                                ? board_.even_column_weight(0, unit) > 0
                                : board_.odd_column_weight(0, unit) > 0;
    if (!is_allowed) continue;
    sum.counted += sizes[unit].counted;
    sum.summed += sizes[unit].summed;
  }
  return sum;
}

}  // namespace nqueens::engine::colour_join
