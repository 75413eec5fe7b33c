#include "engine/opencl/device_units.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/colour_join/unit_tools.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::opencl {

using colour_join::complement;
using colour_join::complements;
using colour_join::FirstPlacements;
using colour_join::Quarter;
using colour_join::QuarteredBoard;

namespace {

/// Lines are bits of 32-bit numbers, counted from 0 to N.
constexpr int kLargestBoard = 31;
/// Of a row weight times a column weight.
constexpr double kLargestWeight = 16;

/// n! / (n - k)!
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

/// The rows of a set, from the middle outwards.
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

/// Where each lane begins, and the end of the last.
std::vector<cl_uint> begins_of(const FirstPlacements& first) {
  std::vector<cl_uint> begins(first.column_sets.size() + 1);
  for (std::size_t i = 0; i < first.size; ++i) ++begins[first.list.lanes[i] + std::size_t{1}];
  for (std::size_t lane = 1; lane < begins.size(); ++lane) begins[lane] += begins[lane - 1];
  return begins;
}

LocalBytes stack_of(int rows) {
  return {static_cast<std::size_t>(std::max(1, rows)) * kGroup * sizeof(cl_uint4)};
}

}  // namespace

DeviceUnits::DeviceUnits(const Device& device, const RowSets& sets, const Limits& limits)
    : device_(device),
      sets_(sets),
      limits_(limits),
      batch_seconds_(limits.batch_seconds * (device.about().is_processor() ? 0.01 : 1)),
      count_pairs_(device, "count_pairs"),
      sum_rows_(device, "sum_rows"),
      sum_tree_(device, "sum_tree"),
      queue_(device) {}

bool DeviceUnits::count(LineSet even_rows, std::span<const LineSet> units,
                        const std::stop_token& stop, const Visit& visit) {
  even_rows_ = even_rows;
  kind_ = sets_.board.unit_kind(std::popcount(even_rows));
  if (!list(units, stop)) return false;
  if (counted_.colour->first().size == 0 || summed_.colour->first().size == 0) return true;
  number_sets();
  if (!fits()) {
    for (std::size_t unit = 0; unit < units.size(); ++unit) visit(unit, std::nullopt);
    return true;
  }
  upload(counted_);
  upload(summed_);
  for (std::size_t done = 0, turn = 0; done < units.size() && !stop.stop_requested(); ++turn) {
    Batch& batch = batches_[turn % 2];
    finish(batch, units, visit);
    const std::size_t size = batch_size(units.subspan(done));
    batch.units.clear();
    for (std::size_t unit = done; unit < done + size; ++unit) batch.units.push_back(unit);
    begin(batch, units);
    done += size;
  }
  for (Batch& batch : batches_) finish(batch, units, visit);
  return !stop.stop_requested();
}
