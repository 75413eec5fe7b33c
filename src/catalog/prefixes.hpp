// The tasks of a list; and which solutions are the least of their orbit under the eight symmetries
// of the square, as a test of whole solutions and as columns that such a solution cannot use.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "domain/problem.hpp"

namespace nqueens::catalog {

using RowMask = std::uint32_t;  ///< columns of a row; bit c is column c
using RowMasks = std::array<RowMask, kMaxCountSize>;

/// The depth-first walk over placements row by row, least column first, which meets them in
/// lexicographic order. It begins and ends at given rows, so that the same code walks over prefixes
/// and over the completions of one.
class LexicographicWalk {
 public:
  enum class Step {
    found,      ///< columns() is the next placement
    exhausted,  ///< there is none left
    spent,      ///< nothing yet; call again
  };

  /// Over the columns of rows 0 to `rows` - 1.
  explicit LexicographicWalk(int rows) : last_row_(rows) {}

  /// Starts again: the first `prefix.size()` rows are given, the others may use the columns of
  /// their mask. The masks outlive the walk; the prefix has no attacking pair.
  void start(std::span<const std::uint8_t> prefix, const RowMasks& allowed) {
    allowed_ = &allowed;
    first_row_ = static_cast<int>(prefix.size());
    State state;
    for (int row = 0; row < first_row_; ++row) {
      columns_[index(row)] = prefix[index(row)];
      state = state.below(RowMask{1} << prefix[index(row)]);
    }
    row_ = first_row_;
    ended_ = false;
    if (row_ == last_row_) return;
    states_[index(row_)] = state;
    free_[index(row_)] = free_columns(row_, state);
  }

  /// The next placement. Every square tried takes one from the budget; `spent` when it is 0.
  Step next(std::uint64_t& budget) {
    if (ended_) return Step::exhausted;
    if (row_ == last_row_) {
      if (first_row_ == last_row_) {  // the prefix is the only placement
        ended_ = true;
        return Step::found;
      }
      --row_;
    }
    // Local variables: members would be written back at every step.
    int row = row_;
    State state = states_[index(row)];
    RowMask free = free_[index(row)];
    const auto leave = [&](Step step) {
      row_ = row;
      states_[index(row)] = state;
      free_[index(row)] = free;
      return step;
    };
    for (;;) {
      if (free == 0) {
        if (row == first_row_) break;
        --row;
        state = states_[index(row)];
        free = free_[index(row)];
        continue;
      }
      if (budget == 0) return leave(Step::spent);
      --budget;
      const RowMask queen = free & (~free + 1);
      free ^= queen;
      const State below = state.below(queen);
      if (row + 1 == last_row_) {
        columns_[index(row)] = static_cast<std::uint8_t>(std::countr_zero(queen));
        leave(Step::found);
        ++row_;
        return Step::found;
      }
      // Most squares leave none for the row below.
      const RowMask free_below = free_columns(row + 1, below);
      if (free_below == 0) continue;
      columns_[index(row)] = static_cast<std::uint8_t>(std::countr_zero(queen));
      states_[index(row)] = state;
      free_[index(row)] = free;
      ++row;
      state = below;
      free = free_below;
    }
    ended_ = true;
    return Step::exhausted;
  }

  /// Of the rows from 0.
  std::span<const std::uint8_t> columns() const { return {columns_.data(), index(last_row_)}; }

 private:
  /// The columns of a row that the queens above attack.
  struct State {
    RowMask columns = 0;
    RowMask diagonals = 0;
    RowMask antidiagonals = 0;
    State below(RowMask queen) const {
      return {columns | queen, (diagonals | queen) << 1, (antidiagonals | queen) >> 1};
    }
  };

  static std::size_t index(int row) { return static_cast<std::size_t>(row); }

  RowMask free_columns(int row, const State& state) const {
    return (*allowed_)[index(row)] & ~(state.columns | state.diagonals | state.antidiagonals);
  }

  int last_row_;
  int first_row_ = 0;
  int row_ = 0;
  bool ended_ = true;
  const RowMasks* allowed_ = nullptr;
  std::array<State, kMaxCountSize> states_{};
  std::array<RowMask, kMaxCountSize> free_{};
  std::array<std::uint8_t, kMaxCountSize> columns_{};
};

/// True when none of the eight images is lexicographically less. Precondition: a permutation of at
/// most kMaxCountSize columns. O(N), nearly always a few comparisons.
bool is_least_of_orbit(std::span<const std::uint8_t> columns);

/// The columns that each row may use: all.
RowMasks all_columns(int board_size);

/// The columns that each row below row 0 may use in a solution that is the least of its orbit and
/// begins with `first_column`. Every image begins with the distance of a queen on the edge of the
/// board from one of its corners, and none may be less than `first_column`: no queen on the edge is
/// nearer to a corner. (Where distances are equal, is_least_of_orbit() decides.)
RowMasks columns_of_least(int board_size, int first_column);

/// The tasks of a list in lexicographic order: prefixes of queens, each with the columns that the
/// rows below may use. They are made one at a time, for there are millions on large boards.
class PrefixSource {
 public:
  /// Precondition: board_size >= 1. With `unique` only prefixes, and below them only columns, that
  /// a solution which is the least of its orbit can have.
  PrefixSource(int board_size, bool unique);

  /// Makes the next prefix; false when there is none left.
  bool next();
  std::span<const std::uint8_t> columns() const { return walk_.columns(); }
  /// Outlives the prefix: as long as the source.
  const RowMasks& allowed() const { return masks_[static_cast<std::size_t>(first_column_)]; }

 private:
  std::vector<RowMasks> masks_;  ///< by the column of row 0
  LexicographicWalk walk_;
  int first_column_ = -1;
};

}  // namespace nqueens::catalog
