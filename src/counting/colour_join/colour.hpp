// One colour: its quarters, the first placements of an R_e, and the shape of its matrices.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/colour_join/board.hpp"
#include "counting/colour_join/first_placements.hpp"

namespace nqueens::counting::colour_join {

/// The quarters of one colour.
struct ColourQuarters {
  ColourQuarters(const Quarter& of_first, const Quarter& of_second)
      : first(of_first), second(of_second), bits(of_first) {}

  Quarter first;
  Quarter second;
  LineBits bits;  ///< of first placements
};

/// Rows and columns of a matrix of pairs, or of factors.
struct MatrixShape {
  std::size_t rows = 0;    ///< column sets of second placements, to whole blocks
  std::size_t stride = 0;  ///< lanes, to whole blocks
  std::size_t size() const { return rows * stride; }
};

/// For each column set the columns with which it makes a set whose row is not -1. The span has an
/// entry for each set of at most 16 columns. Complexity: their number times the columns.
std::vector<std::uint16_t> columns_after(std::span<const std::int32_t> row_of_set);

class Colour {
 public:
  Colour(const Quarter& first, const Quarter& second) : quarters_(first, second) {}

  const ColourQuarters& quarters() const { return quarters_; }

  /// Lists the first placements on the rows whose column set `wants` accepts. False when stopped.
  bool list_first(LineSet rows, const std::function<bool(LineSet)>& wants,
                  const std::stop_token& stop) {
    return list_first_placements(quarters_.first, rows, wants, stop, first_);
  }
  const FirstPlacements& first() const { return first_; }

  /// Gives row i of matrices to second placements on column_sets[i]; no others are counted.
  /// `padded`: rows of a matrix, whole blocks. To be called after each list_first().
  void set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded);
  /// By column set: its row, or 0 where it is part of a set that has one; -1: neither.
  const std::vector<std::int32_t>& row_of_set() const { return row_of_set_; }
  /// The columns that lead to a row.
  const std::vector<std::uint16_t>& columns_after() const { return columns_after_; }
  const MatrixShape& shape() const { return shape_; }

 private:
  const ColourQuarters quarters_;
  FirstPlacements first_;
  std::vector<std::int32_t> row_of_set_;
  std::vector<std::uint16_t> columns_after_;
  MatrixShape shape_;
};

}  // namespace nqueens::counting::colour_join
