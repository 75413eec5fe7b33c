// Outputs of placements while the board is filled: a file, a pipe, or a receiver of the caller.
#pragma once

#include <atomic>
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

/// Returns the column in [first_column, first_column + 2^32) with these low bits.
constexpr std::uint64_t column_in(std::uint64_t first_column, std::uint32_t low) {
  return first_column + (low - static_cast<std::uint32_t>(first_column));
}

/// A row whose column may lie outside the window.
struct MovedRow {
  std::uint32_t distance = 0;  ///< from the first row of its visit
  std::uint64_t column = 0;
};

struct FilledRows {
  std::uint64_t visit = 0;  ///< visits before it
  std::uint64_t first_row = 0;
  std::uint64_t first_column = 0;              ///< of the window
  std::span<const std::uint32_t> low_columns;  ///< modulo 2^32
  std::span<const MovedRow> moved;             ///< rows whose column differs

  std::uint64_t column(std::size_t i) const { return column_in(first_column, low_columns[i]); }
};

/// Gets every row of a start once, with its final column.
class FillOutput {
 public:
  virtual ~FillOutput() = default;

  /// Tells whether it gets whole visits, nearly in the order of rows. This takes a second fill,
  /// since the repair may change the first row until its end.
  virtual bool is_ordered() const = 0;
  /// Says where the fill writes the low columns of the rows from `first_row` on; null for anywhere.
  virtual std::uint32_t* room_for(std::uint64_t /*first_row*/) { return nullptr; }

  virtual void begin() = 0;  ///< begins a start, and discards what an earlier one has put
  /// Any thread may call it. Meanwhile no other thread puts rows that share a column, diagonal or
  /// antidiagonal, or lines within a cache line of these. May throw.
  virtual void put(const FilledRows& rows) = 0;
  /// Gets, unless is_ordered(), the rows that the repair could change, last and from one thread.
  virtual void put_repaired(std::uint64_t first_row, std::span<const std::uint64_t> columns) = 0;
  /// Tells that no more rows come in this start. Threads that wait in put() return.
  virtual void close() {}
};

/// Also verifies what goes out, where asked to.
class PlacementOutput : public FillOutput {
 public:
  PlacementOutput(std::uint64_t board_size, bool verify) : size_(board_size), verify_(verify) {}

  void begin() override;
  /// Tells, after the last row, whether they are a solution; true unverified, false when stopped.
  bool is_solution(run::Executor& workers, const std::stop_token& stop);
  virtual void finish() = 0;  ///< writes what was held back until then
  double marking_seconds() const { return marking_seconds_; }  ///< of all threads

 protected:
  template <typename Number>
  void mark(std::uint64_t first_row, std::span<const Number> columns);
  /// Marks a visit. Moved rows are marked after all others, in is_solution(): another thread may be
  /// marking lines near theirs now.
  template <typename Number>
  void mark_columns(const FilledRows& rows, std::span<const Number> columns);

  const std::uint64_t size_;

 private:
  std::mutex mutex_of_moved_;
  std::vector<Square> moved_;
  const bool verify_;
  std::optional<verifying::StreamVerifier> verifier_;
  std::atomic<double> marking_seconds_{0};
};

/// Makes an array of 4- or 8-byte numbers, or text where `column_bytes` is 0. With a `position` in
/// the file the visits of an array are written to their places, the header last; else all is
/// written from front to end.
std::unique_ptr<PlacementOutput> output_to(int descriptor, const std::string& name,
                                           std::optional<std::uint64_t> position,
                                           std::uint64_t board_size, int column_bytes, bool verify);

/// Gives the receiver all columns in the order of rows; without one verifies and drops them.
std::unique_ptr<PlacementOutput> output_to(const ColumnReceiver& receive, std::uint64_t board_size,
                                           bool verify);

}  // namespace nqueens::solving
