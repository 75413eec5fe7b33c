// The steps of find_tour(): a walk by Warnsdorff's rule, its repair by rotations, and the complete
// search of small boards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stop_token>
#include <vector>

#include "base/random.hpp"

namespace nqueens::tour {

using Index = std::uint32_t;

/// A board with a border of two rows and columns on every side, so that a knight's move from any
/// square stays in the array. Squares are numbers in that array.
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

/// What decides between squares from which equally many moves lead on.
struct TieRule {
  bool is_random = false;
  /// Otherwise the square farthest from this point, in half squares.
  std::int64_t row = 0;
  std::int64_t column = 0;
};

/// Roth's rule: farthest from the centre of the board.
TieRule roths_rule(const KnightBoard& board);

/// Warnsdorff's rule (1823): from `start` always to the square from which the fewest moves lead on,
/// until no move is left. All squares if the rule succeeds. O(squares). Ends early when stopped.
std::vector<Index> walk_by_warnsdorff(const KnightBoard& board, Index start, const TieRule& rule,
                                      base::Random& random, const std::stop_token& stop);

/// Makes a path longer, or closes it, by rotations (Posa 1976): a knight's move leads from the last
/// square back to some square of the path; the part behind that is reversed, and its first square
/// becomes the last. Rotations are chosen to bring the end to where it should be.
class PathRepair {
 public:
  /// The path outlives the repair; its first square stays the first.
  PathRepair(const KnightBoard& board, std::vector<Index>& path);

  /// Until all squares are on the path. False when stopped, or after moving about so many squares.
  bool extend(std::uint64_t budget, base::Random& random, const std::stop_token& stop);
  /// Until the last square is a knight's move from the first. Precondition: all are on the path.
  bool close(std::uint64_t budget, base::Random& random, const std::stop_token& stop);

  std::uint64_t rotations() const { return rotations_; }

 private:
  static constexpr Index kOff = 0xFFFFFFFF;     ///< not on the path
  static constexpr Index kBorder = 0xFFFFFFFE;  ///< no square

  bool append_neighbour();
  /// One rotation, usually one that brings the end nearer to the target. False when there is none.
  bool rotate_towards(Index target, base::Random& random);
  Index nearest_unvisited();
  std::int64_t distance(Index one, Index two) const;

  const KnightBoard& board_;
  std::vector<Index>& path_;
  std::vector<Index> position_;   ///< of each square on the path
  std::vector<Index> unvisited_;  ///< and some that were visited since
  std::uint64_t rotations_ = 0;
  std::uint64_t moved_ = 0;
};

inline constexpr std::uint64_t kMaxSearchedSquares = 64;

enum class Found { tour, none, nothing_yet };

struct CompleteSearch {
  Found found = Found::nothing_yet;
  std::vector<Index> path;  ///< of the board given, where there is a tour
  std::uint64_t backtracks = 0;
};

/// Backtracking over all tours of a board of at most kMaxSearchedSquares, the squares as bits of
/// one word: finds a tour or shows that there is none. `nothing_yet` after so many backtracks, or
/// when stopped.
CompleteSearch search_completely(const KnightBoard& board, Index start, bool closed,
                                 std::uint64_t max_backtracks, const std::stop_token& stop);

}  // namespace nqueens::tour
