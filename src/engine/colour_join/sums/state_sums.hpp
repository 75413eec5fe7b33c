// Takes the factors of a unit (R_e, C_e) or (R_e, C_o) and gives its sum: every pair of the colour
// with more queens counts its factor. Second placements of all row sets are made row by row, each
// part of one with every first placement that it does not attack: a list of states (proofs.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/placements/first_placements.hpp"

namespace nqueens::engine::colour_join {

/// Factors of a unit: a row for each row set of second placements, a column for each of their
/// column sets. Several planes add up to a factor, base 65,536.
struct StateFactors {
  std::span<const std::uint16_t> planes;
  std::size_t stride = 0;  ///< numbers in a row
  std::size_t rows = 0;
};

/// Owns the lists of one colour on one thread. Lanes are those that the colour has at that time.
class StateSums {
 public:
  /// The colour must outlive it.
  StateSums(const Colour& colour, const Kernels& kernels) : colour_(colour), kernels_(kernels) {}

  /// Tells what rows and columns of factors stand for. The last column of factors is 0: that of
  /// sets without a weight. All row sets and column sets have the same number of queens.
  void set_factors(std::span<const LineSet> row_sets, std::span<const std::uint16_t> row_weights,
                   std::span<const LineSet> column_sets, std::size_t stride);

  /// Sums factor times row weight over all pairs with a first placement of the lane. Throws
  /// StopAsked; Error if 64 bits do not hold it.
  std::uint64_t sum(std::size_t lane, const StateFactors& factors, const std::stop_token& stop);
  /// Counts these pairs whose sets have a row and a column. Takes as much memory as factors.
  std::uint64_t count(std::size_t lane, const std::stop_token& stop);

 private:
  std::uint64_t sum(const StateTree& tree, std::size_t lane, const StateFactors& factors,
                    const std::stop_token& stop);
  std::uint64_t sum_plane(const StateTree& tree, const FirstSpan& firsts,
                          const std::uint16_t* factors, const std::stop_token& stop);
  void block(const FirstSpan& firsts);

  const Colour& colour_;
  const Kernels& kernels_;
  StateTree tree_;
  std::vector<std::uint16_t> rows_after_;
  std::vector<std::int32_t> row_of_rows_;
  std::vector<std::uint16_t> row_weights_;
  std::vector<std::uint16_t> lane_of_set_;
  std::size_t lanes_ = 0;
  base::AlignedVector<std::uint16_t> blocked_;  ///< [row][first placement]
  std::optional<base::ScratchMemory> room_;     ///< pages are touched as lists grow
  std::size_t room_size_ = 0;
};

}  // namespace nqueens::engine::colour_join
