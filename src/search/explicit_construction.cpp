#include "search/explicit_construction.hpp"

#include <algorithm>
#include <atomic>

#include "run/executor.hpp"
#include "search/start_and_repair.hpp"

namespace nqueens::search {

namespace {

constexpr std::uint64_t kRowsPerPiece = kNumbersPerPoll;

/// Even boards. With n = N / 2: the first n rows take the odd columns in order, the others the even
/// ones. Two queens of one half differ by two columns for a row, queens of different halves by
/// 2 (row - other row) +- (N - 1) columns, which is the distance of their rows (either sign) only
/// where N leaves 2 modulo 6. There, both halves are turned: row i takes column n + 2 i - 1 modulo
/// N, and the second half is the first one turned by 180 degrees.
std::uint64_t column_of_even_board(std::uint64_t size, std::uint64_t row) {
  const std::uint64_t half = size / 2;
  if (size % 6 != 2) return row < half ? 2 * row + 1 : 2 * (row - half);
  if (row >= half) return size - 1 - column_of_even_board(size, size - 1 - row);
  return (half - 1 + 2 * row) % size;
}

/// Where the columns cease to rise by two from row to row, for the first time after `row`.
std::uint64_t next_turn(std::uint64_t board_size, std::uint64_t row) {
  const std::uint64_t size = board_size / 2 * 2;
  const std::uint64_t half = size / 2;
  // The first row whose column is taken modulo the size, or one half alone.
  const std::uint64_t wrapped = size % 6 == 2 ? half / 2 + 1 : half;
  for (const std::uint64_t turn : {wrapped, half, size - wrapped, size}) {
    if (row < turn) return turn;
  }
  return board_size;
}

class ExplicitConstruction final : public StartAndRepair {
 public:
  ExplicitConstruction(std::uint64_t board_size, const SearchTools& tools)
      : StartAndRepair(board_size, tools) {}

 private:
  bool clear_counts(const StopSignal&) override { return true; }

  bool fill(base::Random&, const StopSignal& stop, SolveStatistics&) override {
    columns_.resize(size_);
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> stopped{false};
    const auto work = [&](int /*worker*/) {
      for (std::uint64_t begin; (begin = next.fetch_add(kRowsPerPiece)) < size_;) {
        if (stop.requested()) {
          stopped = true;
          return;
        }
        const std::uint64_t end = std::min(size_, begin + kRowsPerPiece);
        for (std::uint64_t row = begin; row < end;) {
          const std::uint64_t turn = std::min(end, next_turn(size_, row));
          Column column = explicit_column(size_, row);
          for (; row < turn; ++row, column += 2) columns_[row] = column;
        }
        tools_.count_rows(end - begin);
      }
    };
    if (tools_.executor == nullptr) {
      work(0);
    } else {
      tools_.executor->run(work);
    }
    return !stopped;
  }

  bool repair(base::Random&, const StopSignal&, SolveStatistics&) override { return true; }
};

std::uint64_t memory_bytes(std::uint64_t board_size) {
  return board_size * sizeof(Column);
}

}  // namespace

Column explicit_column(std::uint64_t board_size, std::uint64_t row) {
  // The solutions of even boards leave the main diagonal free, so that one more row and column take
  // a queen in the corner.
  if (board_size % 2 != 0) {
    if (row == board_size - 1) return static_cast<Column>(row);
    return static_cast<Column>(column_of_even_board(board_size - 1, row));
  }
  return static_cast<Column>(column_of_even_board(board_size, row));
}

const Solver& explicit_solver() {
  static constexpr Solver solver = {.name = "explicit",
                                    .summary = "a formula, no search: the same solution every time",
                                    .memory_bytes = memory_bytes,
                                    .make_search = make_search<ExplicitConstruction>,
                                    .threads_share_board = true,
                                    .searches = false};
  return solver;
}

}  // namespace nqueens::search
