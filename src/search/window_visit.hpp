// One visit: finds columns of one window for some consecutive rows. Owns the scratch of one thread.
// Knows nothing of plans and threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "nqueens/placement.hpp"
#include "search/line_counters.hpp"
#include "search/line_storage.hpp"
#include "search/window_kernels.hpp"
#include "search/window_plan.hpp"

namespace nqueens::search {

/// The lines of a board as bits, and its placement. Columns are bits only; rows without a queen
/// have the column kNoColumn.
struct WindowBoard {
  DiagonalCounters<SparseStorage>& diagonals;
  std::uint64_t* columns;
  Placement& placement;
};
inline constexpr Column kNoColumn = 0xFFFFFFFF;

/// A row that a visit found no place for, and a column of the window that is kept for it.
struct RowLeft {
  std::uint32_t visit = 0;
  Column row = 0;
  Column column = 0;
};

class VisitFiller {
 public:
  VisitFiller(const WindowBoard& board, const WindowKernels& kernels)
      : board_(board), kernels_(kernels) {}

  /// Makes one visit. Depends on the lines of its window and diagonals, and on `random`, alone.
  void fill(const Window& window, const Visit& visit, std::uint32_t number, base::Random random);

  const std::vector<RowLeft>& rows_left() const { return rows_left_; }
  std::uint64_t probes() const { return probes_; }

 private:
  void fill_by_probes(const Window& window, const Visit& visit, base::Random& random);
  void fill_by_list(const Window& window, const Visit& visit, base::Random& random);
  void collect_free_columns(const Window& window, std::size_t most, base::Random& random);
  bool place_on_free_column(std::uint64_t row, base::Random& random);
  bool exchange(const Visit& visit, std::uint64_t row, std::uint64_t column, base::Random& random);
  void put(std::uint64_t row, std::uint64_t column);

  WindowBoard board_;
  const WindowKernels& kernels_;
  std::vector<std::uint32_t> rows_;  ///< without a queen, as distances from the first of the visit
  std::vector<Column> free_;         ///< columns of the window
  std::vector<RowLeft> rows_left_;
  std::uint64_t probes_ = 0;
};

}  // namespace nqueens::search
