// A board on which queens are placed: its shape, what a queen attacks, and for each row the columns
// that its queen may take.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens {

/// Largest plain board that is counted or listed whole.
inline constexpr int kMaxCountSize = 32;
/// Largest number of rows and of columns of a Problem: a row is one 64-bit mask.
inline constexpr int kMaxProblemSize = 64;
/// Largest board whose number of solutions has ever been computed (2016, A000170).
inline constexpr int kLargestComputedSize = 27;

/// What a queen attacks besides its row and its column.
enum class Variant {
  queens,       ///< both diagonals through its square
  torus,        ///< both diagonals, which go on at the opposite edge; square boards only
  superqueens,  ///< both diagonals, and the squares a knight's move away
  semi,         ///< the diagonal of equal column - row only
};
/// "queens", "torus", "superqueens", "semi".
std::string_view to_string(Variant variant);
/// Throws InvalidArgument naming the variants.
Variant parse_variant(std::string_view name);

/// A problem: one queen in each of the rows, none attacking another. Bit c of allowed(r) says that
/// the queen of row r may stand in column c. A plain problem allows every square; given queens,
/// blocked squares and excluded diagonals clear bits. A problem with more rows than columns has no
/// solution.
class Problem {
 public:
  /// The plain problem of the board size, 0 to kMaxProblemSize; throws InvalidArgument outside.
  explicit Problem(int board_size, Variant variant = Variant::queens);
  /// Any board of 1 to kMaxProblemSize rows and as many columns; throws InvalidArgument outside,
  /// and for a torus that is not square.
  Problem(int rows, int columns, Variant variant);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Variant variant() const { return variant_; }
  bool is_square() const { return rows_ == columns_; }
  /// Rows and columns of a square board. Precondition: is_square().
  int board_size() const { return columns_; }

  std::uint64_t allowed(int row) const { return allowed_[static_cast<std::size_t>(row)]; }
  /// The mask of all columns of this board.
  std::uint64_t full_row() const;

  /// Requires a queen on the square; throws InvalidArgument when it lies outside the board.
  void require(Square square);
  /// Forbids a queen on the square; throws InvalidArgument when it lies outside the board.
  void block(Square square);
  /// Forbids queens on the squares with column - row = `difference`, on a torus with all whose
  /// column - row differs from it by a multiple of the board size; throws InvalidArgument when the
  /// board has none.
  void block_diagonal(int difference);
  /// Forbids queens on the squares with row + column = `sum`; otherwise like block_diagonal().
  void block_antidiagonal(int sum);
  /// Keeps only the columns of `mask` in the row. Precondition: 0 <= row < rows().
  void restrict_row(int row, std::uint64_t mask);

  /// The columns of `other_row` that a queen on (row, column) attacks. O(1).
  std::uint64_t attacked(int row, int column, int other_row) const;

  /// True for a square board of queens that allows every square.
  bool is_plain() const;
  /// True when the left-right mirror image is the same problem.
  bool is_mirror_symmetric() const;

  /// "plain" for the plain problem; else the masks of all rows in hexadecimal, joined by '-', after
  /// the variant: "ff-ff-...", "torus:1f-1f-...". Two problems with as many columns are equal if
  /// and only if their descriptions are.
  std::string description() const;

  friend bool operator==(const Problem&, const Problem&) = default;

 private:
  /// The mask of `column`, on a torus of the one that is as far behind the opposite edge.
  std::uint64_t line_bits(int column) const;

  int rows_;
  int columns_;
  Variant variant_;
  std::array<std::uint64_t, kMaxProblemSize> allowed_{};
};

/// By row the column of the queen that is given there, or -1: a row with one square left has a
/// queen, unless it attacks one above.
std::vector<int> given_columns(const Problem& problem);

}  // namespace nqueens
