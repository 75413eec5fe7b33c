// A placement: the column of the queen in each row. Attacking pairs, and whether it is a solution.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nqueens {

/// A column, counted from 0. Row r of a placement holds the column of the queen in row r.
using Column = std::uint32_t;

/// The standard allocator, except that it leaves new elements unset: zeroing a placement of 10^9
/// queens is a pass over four gigabytes.
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

/// One column for every row, row 0 on top. Its size is the board size. resize() leaves new columns
/// unset.
using Placement = std::vector<Column, UnsetAllocator<Column>>;

/// Largest board of a placement: columns and rows are 32 bits wide.
inline constexpr std::uint64_t kMaxPlacementSize = 0xFFFFFFFFull;

/// Largest board of a placement that is not held in memory: in a file, or of solve_to().
inline constexpr std::uint64_t kMaxStreamedSize = 100'000'000'000;

/// A square of the board, row and column counted from 0.
struct Square {
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

/// The line that two queens share.
enum class Line {
  column,
  diagonal,      ///< row - column is equal
  antidiagonal,  ///< row + column is equal
};
std::string_view to_string(Line line);

/// Two queens that attack each other; first.row < second.row.
struct AttackingPair {
  Square first;
  Square second;
  Line line = Line::column;
  friend bool operator==(const AttackingPair&, const AttackingPair&) = default;
};

/// The first attacking pair of a placement: that with the least later row, and among those the
/// least earlier row. nullopt for a solution; the empty placement is one.
/// Throws InvalidPlacement when a column is not below the board size.
/// O(N) time, 5 N bits of memory.
std::optional<AttackingPair> find_attacking_pair(std::span<const Column> columns);

/// True when no two queens attack each other. Same cost and errors as find_attacking_pair.
bool is_solution(std::span<const Column> columns);

/// "row 0, column 3 and row 4, column 7 share a diagonal"
std::string to_string(const AttackingPair& pair);

}  // namespace nqueens
