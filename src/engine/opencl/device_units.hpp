// Counts units of the colour join on a device, for one thread: lists first placements, cuts units
// into batches, and keeps two batches with the device (README.md).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/board/unit.hpp"
#include "engine/colour_join/colour_join.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/opencl/device.hpp"
#include "engine/opencl/opencl.hpp"

namespace nqueens::engine::opencl {

using colour_join::Colour;
using colour_join::LineSet;
using colour_join::Unit;
using colour_join::UnitKind;

class DeviceUnits {
 public:
  DeviceUnits(const Device& device, const RowSets& sets, const DeviceLimits& limits);

  /// Gets the solutions, with all weights, of the units from `first` on; nothing if a number of the
  /// unit might not fit the device's.
  using Sums = std::vector<std::optional<std::uint64_t>>;
  using Visit = std::function<void(std::size_t first, const Sums& sums)>;
  /// Counts these units of an R_e; may leave out units without a pair. Throws StopAsked.
  void count(LineSet even_rows, std::span<const LineSet> units, const std::stop_token& stop,
             const Visit& visit);
  /// Waits for the device. If that fails, it may still write to this object.
  bool ends() { return queue_.ends(); }

 private:
  struct DeviceColour {
    std::optional<Colour> colour;
    int queens = 0;               ///< those of second placements
    Array<cl_uint2> firsts;       ///< diagonals and antidiagonals
    Array<cl_uint> lanes;         ///< where each begins, and the end of the last
    Array<cl_ushort> after;       ///< Colour::columns_after()
    Array<cl_ushort> set_number;  ///< Colour::row_of_set()

    std::size_t lane_count() const { return colour->first().column_sets.size(); }
    std::size_t largest_lane() const { return colour->first().of_lane(0).size; }
  };
  /// The row sets of the summed colour's second placements, in units of column sets (kernels.cl).
  struct Tree {
    std::vector<LineSet> row_sets;
    int forced = 0;        ///< rows of a prefix
    std::size_t part = 0;  ///< first placements of a group
    Array<cl_uint> rows;
    Array<cl_ushort> choices;
    Array<cl_ushort> row_set_number;
    Array<cl_ushort> prefixes;
  };
  /// Factors are multiplied by these; see kernels.cl.
  struct Weights {
    Array<cl_uint> sets;
    Array<cl_uint> lanes;
  };
  struct Batch {
    std::size_t first = 0;
    std::span<const LineSet> units;
    Array<cl_uint> counted_rows;  ///< of each unit
    Array<cl_uint> summed_rows;
    Array<cl_uint> weights;  ///< of each unit
    Array<cl_uint4> parts;
    Array<cl_uint> largest;   ///< the largest factor of each unit
    Array<cl_uint> finished;  ///< those of each unit that have counted
    Array<cl_ulong> sums;     ///< of each group
    Owned<cl_event> done;
  };

  bool is_by_rows() const { return kind_ == UnitKind::odd_rows; }
  void list(std::span<const LineSet> units, const std::stop_token& stop);
  void number_sets(const Unit& any);
  bool fits() const;
  double most_pairs() const;
  Unit unit(LineSet set) const { return {sets_.board, even_rows_, set, sums_white_}; }
  void upload();
  void upload_tree();
  std::size_t batch_size(std::span<const LineSet> units) const;
  void begin(Batch& batch);
  void count_pairs(Batch& batch);
  void sum_by_rows(Batch& batch);
  void sum_by_tree(Batch& batch);
  void finish(Batch& batch, const Visit& visit);

  const Device& device_;
  const RowSets& sets_;
  const DeviceLimits limits_;
  const double batch_seconds_;
  const double batch_bytes_;
  LineSet even_rows_ = 0;
  UnitKind kind_ = UnitKind::odd_rows;
  bool sums_white_ = false;
  DeviceColour counted_;
  DeviceColour summed_;
  Tree tree_;
  Weights weights_;
  Memory factors_;
  std::array<Batch, 2> batches_;
  Kernel count_pairs_;
  Kernel sum_rows_;
  Kernel sum_tree_;
  Queue queue_;  ///< the last member: it waits before the others are gone
};

}  // namespace nqueens::engine::opencl
