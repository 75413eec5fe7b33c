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

#include "engine/colour_join/colour_join.hpp"
#include "engine/colour_join/first_placements.hpp"
#include "engine/opencl/device.hpp"

namespace nqueens::engine::opencl {

using colour_join::Colour;
using colour_join::LineSet;
using colour_join::UnitKind;

/// Bounds of what is done at a time, and of numbers. Tests lower them.
struct Limits {
  double batch_bytes = 256e6;  ///< of the factors of a batch; a unit more than that is a batch
  /// Predicted work of a batch, in seconds of one core: a stop waits for two batches. A device that
  /// is a processor gets a hundredth.
  double batch_seconds = 1;
  std::size_t part = 64;  ///< first placements of a group in units of column sets
  double largest_factor = 0x1p31;
  double largest_sum = 0x1p62;  ///< of a group
};

class DeviceUnits {
 public:
  /// All must outlive it.
  DeviceUnits(const Device& device, const RowSets& sets, const Limits& limits);

  /// `solutions` with all weights; nothing if numbers of the unit might not fit the device's.
  using Visit = std::function<void(std::size_t unit, std::optional<std::uint64_t> solutions)>;
  /// Counts all of these units of an R_e, in any order. False when stopped.
  bool count(LineSet even_rows, std::span<const LineSet> units, const std::stop_token& stop,
             const Visit& visit);

 private:
  /// A colour, as the device has it.
  struct Side {
    std::optional<Colour> colour;
    std::vector<cl_uint2> firsts;    ///< diagonals and antidiagonals
    std::vector<cl_uint> lanes;      ///< where each begins, and the end of the last
    std::vector<cl_ushort> after;    ///< Colour::columns_after()
    std::vector<cl_ushort> number;   ///< Colour::row_of_set()
    Memory firsts_there, lanes_there, after_there, number_there;
    int queens = 0;                  ///< of second placements

    std::size_t lane_count() const { return lanes.size() - 1; }
    std::size_t largest_lane() const { return lanes[1]; }
  };
  /// Row sets of the summed colour's second placements.
  struct Tree {
    std::vector<cl_uint> rows;
    std::vector<cl_ushort> choices, number, prefixes;
    Memory rows_there, choices_there, number_there, prefixes_there;
  };
  struct Batch {
    std::vector<std::size_t> units;
    std::vector<cl_uint> counted_rows, summed_rows, unit_weights, largest;
    std::vector<cl_uint4> parts;
    std::vector<cl_ulong> sums;
    Memory counted_rows_there, summed_rows_there, unit_weights_there, largest_there, parts_there,
        sums_there;
    Owned<cl_event> done;
  };

  bool is_by_rows() const { return kind_ == UnitKind::odd_rows; }
  bool list(std::span<const LineSet> units, const std::stop_token& stop);
  void number_sets();
  bool fits() const;
  LineSet firsts_of(LineSet unit) const;
  LineSet second_rows(bool of_white, LineSet odd_rows) const;
  LineSet counted_lines(LineSet unit) const;
  void upload(Side& side);
  void upload_tree(std::span<const LineSet> row_sets);
  std::size_t batch_size(std::span<const LineSet> units) const;
  void begin(Batch& batch, std::span<const LineSet> units);
  void begin_sums(Batch& batch, std::span<const LineSet> units);
  void finish(Batch& batch, std::span<const LineSet> units, const Visit& visit);
  std::optional<std::uint64_t> solutions_of(LineSet unit, std::uint64_t sum) const;

  const Device& device_;
  const RowSets& sets_;
  const Limits limits_;
  const double batch_seconds_;
  LineSet even_rows_ = 0;
  UnitKind kind_ = UnitKind::odd_rows;
  bool sums_white_ = false;
  Side counted_;
  Side summed_;
  Tree tree_;
  std::vector<cl_uint> set_weights_, lane_weights_;  ///< of factors
  Memory set_weights_there_, lane_weights_there_, factors_;
  double pairs_of_group_ = 0;  ///< at most
  std::array<Batch, 2> batches_;
  Kernel count_pairs_;
  Kernel sum_rows_;
  Kernel sum_tree_;
  Queue queue_;  ///< the last member: it waits before the others are gone
};

}  // namespace nqueens::engine::opencl
