// Takes a quarter and a set of its rows, and gives the first placements, e or f: queens of the even
// rows, listed in lanes by column set.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"

namespace nqueens::engine::colour_join {

/// The diagonals of a quarter as bits of one word: 31 of each direction at most, since a quarter
/// has at most 16 rows and columns. Bit 0 stands for all placements, the last bit for none.
class LineBits {
 public:
  explicit LineBits(const Quarter& quarter);
  /// Returns the same with diagonal N - d instead of d.
  LineBits mirrored(int board_size) const;

  /// Returns the bit of a diagonal or antidiagonal by its number; kNone outside the quarter.
  int diagonal(int number) const { return bit(number - first_diagonal_, 1); }
  int antidiagonal(int number) const { return bit(number - first_antidiagonal_, 32); }
  /// Returns the squares of a row that queens with these lines attack, as columns; given the
  /// numbers of the diagonals of its column 0.
  LineSet attacked(std::uint64_t word, int diagonal, int antidiagonal) const {
    const auto from = [](std::uint64_t lines, int first) {
      return static_cast<LineSet>(first >= 0 ? lines >> first : lines << -first);
    };
    return from(word >> 1 & kLines, diagonal - first_diagonal_) |
           from(word >> 32 & kLines, antidiagonal - first_antidiagonal_);
  }
  /// Give the diagonals, and the antidiagonals, of a word by their numbers in Quarter.
  std::uint64_t diagonals(std::uint64_t word) const {
    return (word >> 1 & kLines) << first_diagonal_;
  }
  std::uint64_t antidiagonals(std::uint64_t word) const {
    return (word >> 32 & kLines) << first_antidiagonal_;
  }
  /// Gives all lines of some queens that are in the quarter.
  std::uint64_t of(const QueenLines& lines) const {
    return (lines.diagonals >> first_diagonal_ & kLines) << 1 |
           (lines.antidiagonals >> first_antidiagonal_ & kLines) << 32;
  }

  static constexpr int kAll = 0;
  static constexpr int kNone = 63;

 private:
  static constexpr std::uint64_t kLines = 0x7FFFFFFF;
  int bit(int line, int first) const { return line < 0 || line >= lines_ ? kNone : first + line; }

  int lines_;
  int first_diagonal_;
  int first_antidiagonal_;
};

/// Some first placements, ordered by lane.
struct FirstSpan {
  const std::uint64_t* lines = nullptr;  ///< of each placement; LineBits
  const std::uint16_t* lanes = nullptr;
  std::size_t size = 0;

  FirstSpan part(std::size_t first, std::size_t max) const {
    return {lines + first, lanes + first, size - first < max ? size - first : max};
  }
};

/// Owns placements. Kernels may read and write room after the last one.
struct FirstList {
  base::AlignedVector<std::uint64_t> lines;
  base::AlignedVector<std::uint16_t> lanes;

  void make_room(std::size_t placements);  ///< frees the old memory before it takes more
};

struct FirstPlacements {
  /// By lane; lanes with most placements come first.
  std::vector<LineSet> column_sets;
  FirstList list;
  std::size_t size = 0;

  FirstSpan all() const { return {list.lines.data(), list.lanes.data(), size}; }
  FirstSpan of_lane(std::size_t lane) const;
  std::ptrdiff_t lane_of(LineSet column_set) const;  ///< -1 without placements; O(lanes)
  /// The number of lanes, rounded up to whole blocks, with at least one lane that is empty.
  std::size_t padded_lanes() const { return (column_sets.size() / kBlockBytes + 1) * kBlockBytes; }
};

/// Gives the placements that a queen on the lines does not attack, in `room`, which only grows.
FirstSpan left_by_queen(const Kernels& kernels, const FirstSpan& placements, std::uint64_t attacked,
                        FirstList& room);

/// The quarters of one colour. Both number their diagonals alike.
struct ColourQuarters {
  ColourQuarters(const Quarter& of_first, const Quarter& of_second)
      : first(of_first), second(of_second), bits(of_first) {}
  /// The same colour with the second quarter transposed: second placements have a queen in each
  /// line of a set of columns, and any rows.
  ColourQuarters transposed(int board_size) const;

  /// Gives the lines of a first placement.
  std::uint64_t word_of(const QueenLines& lines) const;

  Quarter first;
  Quarter second;
  LineBits bits;       ///< of both
  int board_size = 0;  ///< of transposed ones
};

ColourQuarters quarters_of(const QuarteredBoard& board, bool of_white);

/// Rows and columns of a matrix of pairs, or of factors.
struct MatrixShape {
  std::size_t rows = 0;    ///< column sets of second placements, rounded up to whole blocks
  std::size_t stride = 0;  ///< lanes, rounded up to whole blocks
  std::size_t size() const { return rows * stride; }
};

/// The pairs of one colour of one unit.
struct PairCounts {
  PairMatrix matrix;
  std::uint16_t largest = 0;  ///< the largest number of the matrix
};

/// Gives for each column set the columns that extend it to a set whose row is not -1. The span has
/// an entry for each set of at most 16 columns. Its time grows with entries times columns.
std::vector<std::uint16_t> columns_after(std::span<const std::int32_t> row_of_set);

class Colour {
 public:
  explicit Colour(const ColourQuarters& quarters) : quarters_(quarters) {}

  const ColourQuarters& quarters() const { return quarters_; }

  /// Lists the first placements, one queen in each of the rows, whose column set `wants` accepts.
  /// Throws StopAsked; Error if there are 2^32 or more.
  void list_first(LineSet rows, const std::function<bool(LineSet)>& wants,
                  const std::stop_token& stop);
  const FirstPlacements& first() const { return first_; }

  /// Gives row i of matrices to second placements on column_sets[i]; no others are counted.
  /// A matrix has `padded` rows, whole blocks. Must be called after each list_first().
  void set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded);
  /// Gives by column set its row, or 0 if it is part of a set that has one; else -1.
  const std::vector<std::int32_t>& row_of_set() const { return row_of_set_; }
  /// Gives columns_after() by column set.
  const std::vector<std::uint16_t>& columns_after() const { return columns_after_; }
  const MatrixShape& shape() const { return shape_; }

 private:
  const ColourQuarters quarters_;
  FirstPlacements first_;
  std::vector<std::int32_t> row_of_set_;
  std::vector<std::uint16_t> columns_after_;
  MatrixShape shape_;
};

}  // namespace nqueens::engine::colour_join
