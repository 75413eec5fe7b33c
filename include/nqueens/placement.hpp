// Placements, squares, and pairs of queens that attack each other.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if __cplusplus <= 201703L
#error nqueens needs C++20; compile with -std=c++20
#include <end_of_compilation>  // a missing file ends the compiler before eighty more errors
#endif

namespace nqueens {

/// A column, counted from 0. Row r of a placement holds the column of the queen in row r.
using Column = std::uint32_t;

/// The standard allocator, but it leaves new elements unset: to zero a placement of 10^9 queens is
/// a pass over four gigabytes.
template <typename T>
struct UnsetAllocator : std::allocator<T> {
  template <typename U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };
  using std::allocator<T>::allocator;
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

/// One column for each row, from the top: its size is the board size. resize() adds unset columns.
using Placement = std::vector<Column, UnsetAllocator<Column>>;

/// Largest board of a placement: columns and rows are 32 bits wide.
inline constexpr std::uint64_t kMaxPlacementSize = 0xFFFFFFFFull;
/// Largest board of a placement that is not held in memory: in a file, or from solve_to().
inline constexpr std::uint64_t kMaxStreamedSize = 100'000'000'000;

/// A square of the board, row and column counted from 0.
struct Square {
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  friend auto operator<=>(const Square&, const Square&) = default;
};

/// How two queens attack each other: the line that they share, or a knight's move.
enum class Line {
  column,
  diagonal,      ///< row - column is equal
  antidiagonal,  ///< row + column is equal
  row,
  knights_move,  ///< superqueens only
};
std::string_view to_string(Line line);  ///< for example "column", "knight's move"

struct AttackingPair {
  Square first;  ///< in the upper row
  Square second;
  Line line = Line::column;
  friend bool operator==(const AttackingPair&, const AttackingPair&) = default;
};

/// Says "row 0, column 3 and row 4, column 7 share a diagonal" or "... are a knight's move apart".
std::string to_string(const AttackingPair& pair);

}  // namespace nqueens
