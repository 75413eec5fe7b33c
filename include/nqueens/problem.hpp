// What to count: a board size, and for each row the columns that its queen may take.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "nqueens/placement.hpp"

namespace nqueens {

/// Largest board that the exact counters accept: a row is one 32-bit mask.
inline constexpr int kMaxCountSize = 32;
/// Largest board whose number of solutions has ever been computed (2016, A000170).
inline constexpr int kLargestComputedSize = 27;

/// A counting problem: bit c of allowed(r) says that the queen of row r may stand in column c.
/// The plain problem allows every square; completion problems and blocked squares clear bits.
class Problem {
 public:
  /// The plain problem of the board size, 0 to kMaxCountSize; throws InvalidArgument outside.
  explicit Problem(int board_size);

  int board_size() const { return board_size_; }
  std::uint32_t allowed(int row) const { return allowed_[static_cast<std::size_t>(row)]; }
  const std::array<std::uint32_t, kMaxCountSize>& rows() const { return allowed_; }
  /// The mask of all columns of this board.
  std::uint32_t full_row() const;

  /// Requires a queen on the square; throws InvalidArgument when it lies outside the board.
  void require(Square square);
  /// Forbids a queen on the square; throws InvalidArgument when it lies outside the board.
  void block(Square square);
  /// Keeps only the columns of `mask` in the row. Precondition: 0 <= row < board_size().
  void restrict_row(int row, std::uint32_t mask);

  /// True when every square is allowed.
  bool is_plain() const;
  /// True when the allowed squares are equal to their left-right mirror image.
  bool is_mirror_symmetric() const;

  /// The masks of all rows in hexadecimal, joined by '-': "ff-ff-..."; "plain" for the plain
  /// problem. Two problems of one board size are equal if and only if their descriptions are.
  std::string description() const;

  friend bool operator==(const Problem&, const Problem&) = default;

 private:
  int board_size_;
  std::array<std::uint32_t, kMaxCountSize> allowed_{};
};

}  // namespace nqueens
