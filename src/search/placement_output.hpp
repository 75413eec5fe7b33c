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
#include "placements/stream_verifier.hpp"
#include "run/executor.hpp"
#include "search/fill_output.hpp"

namespace nqueens::search {

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
  /// Marks what goes out: arguments of StreamVerifier::mark().
  template <typename... Columns>
  void mark(std::uint64_t first_row, Columns&&... columns);
  /// Marks a visit whose rows `mark_rows(first, number)` marks. Rows that have moved are marked
  /// after all others: another thread may be marking lines near theirs now.
  template <typename MarkRows>
  void mark_visit(const FilledRows& rows, const MarkRows& mark_rows);

  const std::uint64_t size_;

 private:
  std::mutex mutex_of_moved_;
  std::vector<Square> moved_;
  const bool verify_;
  std::optional<placements::StreamVerifier> verifier_;
  std::atomic<std::uint64_t> marking_ticks_{0};  ///< nanoseconds
};

/// A binary placement in a file, from `position` on: visits are written where they belong. The
/// header comes last.
std::unique_ptr<PlacementOutput> output_to_seekable(int descriptor, const std::string& name,
                                                    std::uint64_t position,
                                                    std::uint64_t board_size, int width,
                                                    bool verify);

/// Binary, or where the width is 0 text, to a descriptor that is written from front to end.
std::unique_ptr<PlacementOutput> output_in_order(int descriptor, const std::string& name,
                                                 std::uint64_t board_size, int width, bool verify);

/// The receiver gets all columns in the order of rows.
std::unique_ptr<PlacementOutput> output_to_receiver(const ColumnReceiver& receive,
                                                    std::uint64_t board_size, bool verify);

/// The columns are verified and dropped.
std::unique_ptr<PlacementOutput> output_to_nobody(std::uint64_t board_size, bool verify);

}  // namespace nqueens::search
