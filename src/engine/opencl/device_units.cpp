#include "engine/opencl/device_units.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <numeric>
#include <set>
#include <utility>

#include "engine/colour_join/stop.hpp"
#include "engine/colour_join/unit_tools.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::opencl {

using colour_join::check_stop;
using colour_join::complement;
using colour_join::complements;
using colour_join::FirstPlacements;
using colour_join::FirstSpan;
using colour_join::Quarter;
using colour_join::QuarteredBoard;

namespace {

/// Lines are bits of 32-bit numbers, counted from 0 to N.
constexpr int kLargestBoard = 31;
/// A row weight times a column weight is at most this.
constexpr double kLargestWeight = 16;

/// A sum has this value before it is written.
constexpr std::uint64_t kUnwritten = ~std::uint64_t{0};

cl_uint number_of(std::integral auto number) {
  return static_cast<cl_uint>(number);
}

/// Returns n! / (n - k)!.
double falling(int n, int k) {
  double product = 1;
  for (int i = 0; i < k; ++i) product *= n - i;
  return product;
}

cl_uint row_word(const Quarter& quarter, int row) {
  return static_cast<cl_uint>(quarter.allowed(row)) << 16 |
         static_cast<cl_uint>(quarter.antidiagonal(row, 0)) << 8 |
         static_cast<cl_uint>(quarter.diagonal(row, 0));
}

/// Adds the rows of a set, from the middle outwards.
void add_rows(const Quarter& quarter, LineSet set, std::vector<cl_uint>& words) {
  for (const int row : colour_join::rows_from_the_middle(quarter.rows())) {
    if ((set >> row & 1u) != 0) words.push_back(row_word(quarter, row));
  }
}

std::vector<cl_uint2> lines_of(const Colour& colour) {
  const auto& bits = colour.quarters().bits;
  const FirstPlacements& first = colour.first();
  std::vector<cl_uint2> lines(first.size);
  for (std::size_t i = 0; i < first.size; ++i) {
    lines[i].s[0] = static_cast<cl_uint>(bits.diagonals(first.list.lines[i]));
    lines[i].s[1] = static_cast<cl_uint>(bits.antidiagonals(first.list.lines[i]));
  }
  return lines;
}

/// Returns where each lane begins, and the end of the last.
std::vector<cl_uint> begins_of(const FirstPlacements& first) {
  std::vector<cl_uint> begins(first.column_sets.size() + 1);
  for (std::size_t i = 0; i < first.size; ++i) ++begins[first.list.lanes[i] + std::size_t{1}];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

/// A state waits for its other squares below each queen but the last.
LocalBytes stack_of(int queens) {
  return {static_cast<std::size_t>(std::max(queens - 1, 1)) * kGroup * sizeof(cl_uint4)};
}

}  // namespace

DeviceUnits::DeviceUnits(const Device& device, const RowSets& sets, const DeviceLimits& limits)
    : device_(device),
      sets_(sets),
      limits_(limits),
      batch_seconds_(limits.batch_seconds * (device.about().is_processor() ? 0.01 : 1)),
      batch_bytes_(
          std::min(limits.batch_bytes, static_cast<double>(device.about().memory_bytes) / 128)),
      count_pairs_(device, "count_pairs"),
      sum_rows_(device, "sum_rows"),
      sum_tree_(device, "sum_tree"),
      queue_(device) {}

void DeviceUnits::count(LineSet even_rows, std::span<const LineSet> units,
                        const std::stop_token& stop, const Visit& visit) {
  queue_.finish();  // what a call that did not end, or had no batch, has written
  for (Batch& batch : batches_) batch.done = {};
  even_rows_ = even_rows;
  kind_ = sets_.board.unit_kind(std::popcount(even_rows));
  sums_white_ = sets_.model.of_queens(std::popcount(even_rows)).sums_white;
  list(units, stop);
  if (counted_.lane_count() == 0 || summed_.lane_count() == 0) return;
  number_sets(unit(units.front()));
  if (!fits()) {
    visit(0, Sums(units.size()));
    check_stop(stop);
    return;
  }
  upload();
  std::size_t number = 0;
  for (std::size_t done = 0; done < units.size(); ++number) {
    check_stop(stop);
    Batch& batch = batches_[number % batches_.size()];
    finish(batch, visit);
    batch.first = done;
    batch.units = units.subspan(done, batch_size(units.subspan(done)));
    begin(batch);
    done += batch.units.size();
  }
  for (Batch& batch : batches_) finish(batch, visit);
  check_stop(stop);
}

/// Lists the first placements of both colours; in units of column sets those of these units.
void DeviceUnits::list(std::span<const LineSet> units, const std::stop_token& stop) {
  const QuarteredBoard& board = sets_.board;
  const auto counted = colour_join::quarters_of(board, !sums_white_);
  counted_.colour.emplace(is_by_rows() ? counted : counted.transposed(board.board_size()));
  summed_.colour.emplace(colour_join::quarters_of(board, sums_white_));
  std::vector<bool> wanted(std::size_t{1} << summed_.colour->quarters().first.columns(),
                           is_by_rows());
  if (!is_by_rows()) {
    for (const LineSet set : units) wanted[unit(set).summed_columns()] = true;
  }
  const auto list_of = [&](DeviceColour& side, bool of_white, const auto& wants) {
    side.colour->list_first(
        board.first_rows(of_white, even_rows_),
        [&](LineSet set) {
          return wants(set) && board.first_weight(of_white, even_rows_, set) > 0;
        },
        stop);
  };
  list_of(counted_, !sums_white_, [](LineSet) { return true; });
  list_of(summed_, sums_white_, [&](LineSet set) { return wanted[set]; });
}

/// Numbers the sets of second placements, with their weights: where f has no queen o has one,
/// likewise e and g.
void DeviceUnits::number_sets(const Unit& any) {
  const QuarteredBoard& board = sets_.board;
  const auto number = [](DeviceColour& side, std::span<const LineSet> sets) {
    side.colour->set_matrix_rows(sets, sets.size());
  };
  const auto weights_of = [&](const DeviceColour& side, bool of_white) {
    std::vector<cl_uint> weights;
    for (const LineSet set : side.colour->first().column_sets) {
      weights.push_back(board.first_weight(of_white, even_rows_, set));
    }
    return weights;
  };
  const auto& counted_sets = counted_.colour->first().column_sets;
  number(summed_, complements(counted_sets, counted_.colour->quarters().first.columns()));
  counted_.queens = std::popcount(any.counted_lines());
  weights_.lanes.put(queue_, weights_of(counted_, !sums_white_));
  if (is_by_rows()) {
    number(counted_, complements(summed_.colour->first().column_sets,
                                 summed_.colour->quarters().first.columns()));
    summed_.queens = std::popcount(any.summed_rows());
    weights_.sets.put(queue_, weights_of(summed_, sums_white_));
    return;
  }
  tree_.row_sets.clear();
  std::vector<cl_uint> weights;
  sets_.units.for_each_odd_rows(even_rows_, [&](LineSet odd_rows) {
    tree_.row_sets.push_back(board.second_rows(sums_white_, odd_rows));
    weights.push_back(board.row_weight(even_rows_, odd_rows));
  });
  number(counted_, complements(tree_.row_sets, board.odd()));
  summed_.queens = tree_.row_sets.empty() ? 0 : std::popcount(tree_.row_sets.front());
  weights_.sets.put(queue_, std::move(weights));
}

/// Tells whether local memory suffices and no number can wrap but sums, which finish() checks.
bool DeviceUnits::fits() const {
  const double factor = static_cast<double>(counted_.largest_lane()) *
                        falling(counted_.queens, counted_.queens) * kLargestWeight;
  const std::size_t bytes = stack_of(std::max(counted_.queens, summed_.queens)).bytes +
                            weights_.sets.size() * sizeof(cl_uint) + kGroup * sizeof(cl_ulong) +
                            128;
  return counted_.queens > 0 && summed_.queens > 0 && factor < limits_.largest_factor &&
         sets_.board.board_size() <= kLargestBoard &&
         bytes <= std::min<std::uint64_t>(limits_.local_bytes, device_.about().local_memory);
}

/// No group of the summed colour has more.
double DeviceUnits::most_pairs() const {
  const Quarter& second = summed_.colour->quarters().second;
  const int queens = summed_.queens;
  const double of_rows = falling(second.columns(), queens);  // of one first placement
  if (is_by_rows()) return of_rows * static_cast<double>(summed_.largest_lane());
  return of_rows * falling(second.rows(), queens) / falling(queens, queens) *
         static_cast<double>(tree_.part);
}

void DeviceUnits::upload() {
  for (DeviceColour* side : {&counted_, &summed_}) {
    const Colour& colour = *side->colour;
    const auto& rows = colour.row_of_set();
    side->firsts.put(queue_, lines_of(colour));
    side->lanes.put(queue_, begins_of(colour.first()));
    side->after.put(queue_, colour.columns_after());
    side->set_number.put(queue_, {rows.begin(), rows.end()});
  }
  if (!is_by_rows()) upload_tree();
}

void DeviceUnits::upload_tree() {
  const Quarter& second = summed_.colour->quarters().second;
  tree_.forced = second.rows() / 2;
  std::vector<cl_uint> rows;
  for (int row = 0; row < second.rows(); ++row) rows.push_back(row_word(second, row));
  std::vector<cl_ushort> choices(std::size_t{1} << second.rows());
  std::vector<cl_ushort> numbers(2 * choices.size());
  std::set<cl_ushort> prefixes;
  cl_ushort number = 0;
  for (const LineSet set : tree_.row_sets) {
    std::size_t beginning = 1;
    std::size_t prefix = 1;
    for (int row = 0; row < second.rows(); ++row) {
      const LineSet bit = set >> row & 1u;
      if (set >> row != 0) {
        choices[beginning] |= bit != 0 ? 1 : 2;
        beginning = 2 * beginning + bit;
      }
      if (row < tree_.forced) prefix = 2 * prefix + bit;
    }
    numbers[beginning] = number++;
    prefixes.insert(static_cast<cl_ushort>(prefix));
  }
  tree_.rows.put(queue_, std::move(rows));
  tree_.choices.put(queue_, std::move(choices));
  tree_.row_set_number.put(queue_, std::move(numbers));
  tree_.prefixes.put(queue_, {prefixes.begin(), prefixes.end()});
  tree_.part = std::max<std::size_t>(1, limits_.items * kGroup / prefixes.size());
}

/// Chooses how many of the units make a batch: at least one.
std::size_t DeviceUnits::batch_size(std::span<const LineSet> units) const {
  const double bytes =
      static_cast<double>(weights_.sets.size() * weights_.lanes.size() * sizeof(cl_uint));
  double seconds = 0;
  std::size_t size = 0;
  for (const LineSet unit : units) {
    seconds += sets_.costs.unit_seconds(even_rows_, unit);
    const bool is_full =
        seconds > batch_seconds_ || static_cast<double>(size + 1) * bytes > batch_bytes_;
    if (size > 0 && is_full) break;
    ++size;
  }
  return size;
}

void DeviceUnits::begin(Batch& batch) {
  count_pairs(batch);
  if (is_by_rows()) {
    sum_by_rows(batch);
  } else {
    sum_by_tree(batch);
  }
  batch.largest.get(queue_);
  batch.finished.get(queue_);
  batch.sums.get(queue_);
  batch.done = queue_.begin();
}

void DeviceUnits::count_pairs(Batch& batch) {
  const std::size_t units = batch.units.size();
  std::vector<cl_uint> rows;
  std::vector<cl_uint> weights;
  for (const LineSet set : batch.units) {
    add_rows(counted_.colour->quarters().second, unit(set).counted_lines(), rows);
    weights.push_back(is_by_rows() ? 1 : unit(set).first_weight());
  }
  const int even_queens = std::popcount(even_rows_);
  const cl_uint weighing = is_by_rows() ? 0 : sets_.board.mirrors_odd_columns(even_queens) ? 2 : 1;
  const std::size_t sets = weights_.sets.size();
  batch.counted_rows.put(queue_, std::move(rows));
  batch.weights.put(queue_, std::move(weights));
  batch.largest.fill(queue_, units, 0);
  batch.finished.fill(queue_, units, 0);
  factors_.make_room(device_, units * sets * counted_.lane_count() * sizeof(cl_uint));
  count_pairs_.set(counted_.firsts, counted_.lanes, counted_.after, counted_.set_number,
                   batch.counted_rows, number_of(counted_.queens), number_of(sets), weighing,
                   weights_.sets, weights_.lanes, batch.weights, factors_, batch.largest,
                   batch.finished, stack_of(counted_.queens), LocalBytes{sets * sizeof(cl_uint)});
  queue_.run(count_pairs_, counted_.lane_count(), units);
}

void DeviceUnits::sum_by_rows(Batch& batch) {
  std::vector<cl_uint> rows;
  for (const LineSet set : batch.units) {
    add_rows(summed_.colour->quarters().second, unit(set).summed_rows(), rows);
  }
  batch.summed_rows.put(queue_, std::move(rows));
  batch.sums.fill(queue_, batch.units.size() * summed_.lane_count(), 0xFF);
  sum_rows_.set(summed_.firsts, summed_.lanes, summed_.after, summed_.set_number, batch.summed_rows,
                number_of(summed_.queens), number_of(counted_.lane_count()), factors_,
                batch.largest, batch.sums, stack_of(summed_.queens));
  queue_.run(sum_rows_, summed_.lane_count(), batch.units.size());
}

void DeviceUnits::sum_by_tree(Batch& batch) {
  const FirstPlacements& first = summed_.colour->first();
  std::vector<cl_uint4> parts;
  for (std::size_t i = 0; i < batch.units.size(); ++i) {
    const std::ptrdiff_t lane = first.lane_of(unit(batch.units[i]).summed_columns());
    if (lane < 0) continue;
    const FirstSpan all = first.of_lane(static_cast<std::size_t>(lane));
    const auto begin = static_cast<std::size_t>(all.lines - first.list.lines.data());
    for (std::size_t at = 0; at < all.size; at += tree_.part) {
      const std::size_t end = std::min(all.size, at + tree_.part);
      parts.push_back({{number_of(i), number_of(begin + at), number_of(begin + end), 0}});
    }
  }
  batch.sums.fill(queue_, parts.size(), 0xFF);
  batch.parts.put(queue_, std::move(parts));
  if (batch.parts.size() == 0) return;
  const int rows = summed_.colour->quarters().second.rows();
  sum_tree_.set(summed_.firsts, batch.parts, summed_.after, summed_.set_number, tree_.rows,
                number_of(rows), tree_.choices, tree_.row_set_number, tree_.prefixes,
                number_of(tree_.prefixes.size()), number_of(tree_.forced),
                number_of(summed_.queens), number_of(weights_.sets.size()),
                number_of(counted_.lane_count()), factors_, batch.largest, batch.sums,
                stack_of(summed_.queens));
  queue_.run(sum_tree_, batch.parts.size(), 1);
}

/// Waits for the batch, if the device has it.
void DeviceUnits::finish(Batch& batch, const Visit& visit) {
  if (batch.done.get() == nullptr) return;
  queue_.wait(std::exchange(batch.done, {}));
  Sums sums(batch.units.size(), 0);
  for (std::size_t group = 0; group < batch.sums.size(); ++group) {
    const std::uint64_t of_group = batch.sums.here()[group];
    if (of_group == kUnwritten) throw Error("OpenCL device failed: a group of it wrote no sum");
    auto& sum = sums[is_by_rows() ? group / summed_.lane_count() : batch.parts.here()[group].s[0]];
    if (sum && __builtin_add_overflow(*sum, of_group, &*sum)) sum.reset();
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    auto& sum = sums[i];
    if (batch.finished.here()[i] != counted_.lane_count() * kGroup) {
      throw Error("OpenCL device failed: a group of it did not count to its end");
    }
    if (most_pairs() * batch.largest.here()[i] >= limits_.largest_sum) sum.reset();
    const std::uint64_t row_weight = unit(batch.units[i]).row_weight();
    if (sum && __builtin_mul_overflow(*sum, row_weight, &*sum)) sum.reset();
  }
  visit(batch.first, sums);
}

}  // namespace nqueens::engine::opencl
