// A board: its size, what a queen attacks, the queens that are given, and where none may stand.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens {

inline constexpr int kMaxCountSize = 32;  ///< largest plain board that is counted
/// Largest number of rows and columns of a board with a variant, excluded diagonals or unequal
/// sides, of any board that is listed, and of any restricted one that is counted.
inline constexpr int kMaxProblemSize = 64;
inline constexpr int kLargestComputedSize = 27;  ///< nobody has counted more (2016, OEIS A000170)

/// What a queen attacks besides its row and its column.
enum class Variant {
  queens,       ///< both diagonals through its square
  torus,        ///< both diagonals, continued at the opposite edge; square boards only
  superqueens,  ///< both diagonals, and the squares a knight's move away
  semi,         ///< the diagonal of equal column - row only
};
std::string_view to_string(Variant variant);
/// Reads "queens", "torus", "superqueens" or "semi"; else throws InvalidArgument, which names them.
Variant parse_variant(std::string_view name);

/// The squares with row + column = number (anti), or column - row = number. On a torus they
/// continue at the opposite edge.
struct Diagonal {
  bool anti = false;
  int number = 0;
  friend auto operator<=>(const Diagonal&, const Diagonal&) = default;
};

/// The board of a problem: each row must get a queen, and no queen may attack another. A board with
/// more rows than columns has no solution. Boards of more than kMaxProblemSize rows or columns are
/// square, of variant queens, and have no excluded diagonals.
///
/// A number converts to the plain square board of that size, as in count(8). Functions that count,
/// search or verify a board throw InvalidArgument if given queens attack each other or stand on a
/// blocked square or an excluded diagonal.
class Board {
 public:
  /// Makes a square board of 0 to kMaxStreamedSize rows; throws InvalidArgument otherwise.
  template <std::integral Size>
  Board(Size size, Variant variant = Variant::queens)  // NOLINT(google-explicit-constructor)
      : Board(Sides{whole(size), whole(size)}, variant) {}
  /// Rows and columns may differ; then each is 1 to kMaxProblemSize, and a torus is refused.
  template <std::integral Rows, std::integral Columns>
  Board(Rows rows, Columns columns, Variant variant = Variant::queens)
      : Board(Sides{whole(rows), whole(columns)}, variant) {}

  std::uint64_t rows() const { return rows_; }
  std::uint64_t columns() const { return columns_; }
  Variant variant() const { return variant_; }
  bool is_square() const { return rows_ == columns_; }
  bool is_large() const;          ///< whether it has more rows or columns than kMaxProblemSize
  bool has_only_squares() const;  ///< a plain board but for given queens and blocked squares
  bool is_plain() const;          ///< a square board of queens without any restriction

  // Each throws InvalidArgument for what is not on the board.
  void place(const Square& square);        ///< a queen must stand there
  void block(const Square& square);        ///< no queen may stand there
  void exclude(const Diagonal& diagonal);  ///< no queen may stand on it; not on large boards

  // They come in the order in which they were added.
  const std::vector<Square>& given() const { return given_; }
  const std::vector<Square>& blocked() const { return blocked_; }
  const std::vector<Diagonal>& excluded() const { return excluded_; }
  bool excludes(const Square& square) const;  ///< it lies on an excluded diagonal

  /// Whether sides, variant and sets of restrictions are equal.
  friend bool operator==(const Board& a, const Board& b);

 private:
  struct Sides {
    std::int64_t rows;
    std::int64_t columns;
  };
  Board(Sides sides, Variant variant);
  static constexpr std::int64_t whole(std::integral auto number) {
    return std::in_range<std::int64_t>(number) ? static_cast<std::int64_t>(number)
                                               : std::numeric_limits<std::int64_t>::max();
  }
  void require_on_board(const Square& square) const;

  std::uint64_t rows_;
  std::uint64_t columns_;
  Variant variant_;
  std::vector<Square> given_;
  std::vector<Square> blocked_;
  std::vector<Diagonal> excluded_;
};

/// How queens on two squares attack each other: the first line that they share, in the order of
/// Line. Returns nullopt if they do not, and for a square and itself.
std::optional<Line> attack(const Board& board, const Square& a, const Square& b);

}  // namespace nqueens
