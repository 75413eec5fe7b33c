// Where the windowed fill puts the queens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nqueens::search {

/// The column from `first_column` on, less than 2^32 behind it, of which these are the low bits.
constexpr std::uint64_t column_in(std::uint64_t first_column, std::uint32_t low) {
  return first_column + (low - static_cast<std::uint32_t>(first_column));
}

/// A row whose column may lie outside the window.
struct MovedRow {
  std::uint32_t distance = 0;  ///< from the first row of its visit
  std::uint64_t column = 0;
};

/// Consecutive rows of one visit.
struct FilledRows {
  std::uint64_t visit = 0;  ///< visits before it
  std::uint64_t first_row = 0;
  std::uint64_t first_column = 0;              ///< of the window
  std::span<const std::uint32_t> low_columns;  ///< modulo 2^32
  std::span<const MovedRow> moved;             ///< rows with another column than that

  std::uint64_t column(std::size_t i) const { return column_in(first_column, low_columns[i]); }
};

/// Gets every row once in a start, with its final column.
class FillOutput {
 public:
  virtual ~FillOutput() = default;

  /// True: it gets whole visits, in the order of rows but for some twenty for each thread. That
  /// takes a second fill, because the last repair may change the first row.
  virtual bool is_ordered() const = 0;
  /// Where the fill may write the low columns of the rows from `first_row` on; null: anywhere.
  virtual std::uint32_t* room_for(std::uint64_t /*first_row*/) { return nullptr; }

  /// Before the first rows of a start. What a start before it has put is void.
  virtual void begin() = 0;
  /// From any thread. Meanwhile no other thread puts rows that share a column, a diagonal or an
  /// antidiagonal, nor lines less than a cache line away. May throw.
  virtual void put(const FilledRows& rows) = 0;
  /// Unless is_ordered(): rows that the repair could change, after all others, from one thread.
  virtual void put_repaired(std::uint64_t first_row, std::span<const std::uint64_t> columns) = 0;
  /// No more rows come in this start: something went wrong, or it was stopped. Whoever waits in
  /// put() returns.
  virtual void close() {}
};

}  // namespace nqueens::search
