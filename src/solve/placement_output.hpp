// Placements that go out while the board is filled: to a file, a pipe, or a receiver of the caller.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/solve.hpp"
#include "run/executor.hpp"
#include "verify/marks.hpp"

namespace nqueens::solving {

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

/// What goes out is verified on its way, unless that is not wanted.
class PlacementOutput : public FillOutput {
 public:
  PlacementOutput(std::uint64_t board_size, bool verify) : size_(board_size), verify_(verify) {}

  void begin() override;
  /// After the last row: whether they are a solution; true where that is not verified. False also
  /// when stopped.
  bool is_solution(run::Executor& workers, const std::stop_token& stop);
  /// Brings out what is still missing, so that nobody takes for whole what is not verified.
  virtual void finish() = 0;
  /// Of all threads together.
  double marking_seconds() const { return static_cast<double>(marking_ticks_) * 1e-9; }

 protected:
  /// Marks what goes out.
  template <typename Number>
  void mark(std::uint64_t first_row, std::span<const Number> columns);
  /// Marks a visit. Rows that have moved are marked after all others: another thread may be marking
  /// lines near theirs now.
  template <typename Number>
  void mark_columns(const FilledRows& rows, std::span<const Number> columns);

  const std::uint64_t size_;

 private:
  std::mutex mutex_of_moved_;
  std::vector<Square> moved_;
  const bool verify_;
  std::optional<verifying::StreamVerifier> verifier_;
  std::atomic<std::uint64_t> marking_ticks_{0};  ///< nanoseconds
};

/// An array of numbers of 4 or 8 bytes in a file, from `position` on: visits are written where they
/// belong. The header comes last.
std::unique_ptr<PlacementOutput> output_to_seekable(int descriptor, const std::string& name,
                                                    std::uint64_t position,
                                                    std::uint64_t board_size, int column_bytes,
                                                    bool verify);

/// An array, or where `column_bytes` is 0 text, to a descriptor that is written from front to end.
std::unique_ptr<PlacementOutput> output_in_order(int descriptor, const std::string& name,
                                                 std::uint64_t board_size, int column_bytes,
                                                 bool verify);

/// The receiver gets all columns in the order of rows.
std::unique_ptr<PlacementOutput> output_to_receiver(const ColumnReceiver& receive,
                                                    std::uint64_t board_size, bool verify);

/// The columns are verified and dropped.
std::unique_ptr<PlacementOutput> output_to_nobody(std::uint64_t board_size, bool verify);

}  // namespace nqueens::solving
