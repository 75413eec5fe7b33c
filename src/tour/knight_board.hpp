// A board with two rows and columns of border on every side, so that a knight's move from any
// square stays in the array. Squares are numbers in that array. Knows no tour.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace nqueens::tour {

using Index = std::uint32_t;

class KnightBoard {
 public:
  KnightBoard(std::uint64_t rows, std::uint64_t columns)
      : rows_(static_cast<std::int64_t>(rows)),
        columns_(static_cast<std::int64_t>(columns)),
        width_(columns_ + 2 * kBorder) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      moves_[i] = kSteps[i].row * width_ + kSteps[i].column;
    }
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::uint64_t squares() const { return static_cast<std::uint64_t>(rows_ * columns_); }
  /// With the border.
  std::size_t array_size() const {
    return static_cast<std::size_t>(width_ * (rows_ + 2 * kBorder));
  }
  Index index(std::int64_t row, std::int64_t column) const {
    return static_cast<Index>((row + kBorder) * width_ + column + kBorder);
  }
  std::int64_t row(Index square) const { return square / width_ - kBorder; }
  std::int64_t column(Index square) const { return square % width_ - kBorder; }

  /// Calls visit(square) for the eight squares a knight's move away, border included.
  template <typename Visit>
  void for_moves(Index from, Visit&& visit) const {
    for (const std::int64_t move : moves_) visit(static_cast<Index>(from + move));
  }
  bool is_move(Index from, Index to) const {
    const std::int64_t rows = std::abs(row(from) - row(to));
    const std::int64_t columns = std::abs(column(from) - column(to));
    return rows * columns == 2;
  }
  template <typename Visit>
  void for_squares(Visit&& visit) const {
    for (std::int64_t r = 0; r < rows_; ++r) {
      for (std::int64_t c = 0; c < columns_; ++c) visit(index(r, c));
    }
  }

 private:
  static constexpr std::int64_t kBorder = 2;
  struct Step {
    std::int64_t row;
    std::int64_t column;
  };
  static constexpr std::array<Step, 8> kSteps = {
      {{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}}};

  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t width_;
  std::array<std::int64_t, 8> moves_{};
};

}  // namespace nqueens::tour
