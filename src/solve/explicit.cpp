// Makes a solution by a formula, to compare searches with: Pauls, "Das Maximalproblem der Damen auf
// dem Schachbrete", Deutsche Schachzeitung 29, 1874.
#include <algorithm>
#include <atomic>

#include "solve/search.hpp"

namespace nqueens::solving {

namespace {

/// On even boards, n = N / 2, the first n rows take the odd columns in order, the others the even
/// ones. Queens of the same half differ by two columns for each row. Queens of different halves
/// differ by 2 (row - other row) +- (N - 1) columns, which equals the distance of their rows (with
/// either sign) only if N = 2 modulo 6. For such N row i takes column n + 2 i - 1 modulo N, and the
/// second half is the first one turned by 180 degrees.
std::uint64_t column_of_even_board(std::uint64_t size, std::uint64_t row) {
  const std::uint64_t half = size / 2;
  if (size % 6 != 2) return row < half ? 2 * row + 1 : 2 * (row - half);
  if (row >= half) return size - 1 - column_of_even_board(size, size - 1 - row);
  return (half - 1 + 2 * row) % size;
}

/// Preconditions: row < size; size is 1 or at least 4.
Column column_of(std::uint64_t size, std::uint64_t row) {
  // Its solutions of even boards leave the main diagonal free; an odd board adds a corner queen.
  if (size % 2 == 0) return static_cast<Column>(column_of_even_board(size, row));
  if (row == size - 1) return static_cast<Column>(row);
  return static_cast<Column>(column_of_even_board(size - 1, row));
}

/// Returns the first row after `row` whose column is not two more than that of the row before.
std::uint64_t next_turn(std::uint64_t board_size, std::uint64_t row) {
  const std::uint64_t size = board_size / 2 * 2;
  const std::uint64_t half = size / 2;
  // It is the first row whose column wraps around, else the first row of the second half.
  const std::uint64_t wrapped = size % 6 == 2 ? half / 2 + 1 : half;
  for (const std::uint64_t turn : {wrapped, half, size - wrapped, size}) {
    if (row < turn) return turn;
  }
  return board_size;
}

class ExplicitConstruction final : public Search {
 public:
  ExplicitConstruction(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools) {}

  static std::uint64_t memory_bytes(std::uint64_t n) { return n * sizeof(Column); }

 private:
  bool clear_counts(const std::stop_token&) override { return true; }

  bool fill(base::Random&, const std::stop_token& stop, SolveStatistics&) override {
    constexpr std::uint64_t kRowsPerPiece = kNumbersPerPoll;
    columns_.resize(size_);
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> stopped{false};
    tools_.run([&](int /*worker*/) {
      for (std::uint64_t begin; (begin = next.fetch_add(kRowsPerPiece)) < size_;) {
        if (stop.stop_requested()) {
          stopped = true;
          return;
        }
        const std::uint64_t end = std::min(size_, begin + kRowsPerPiece);
        for (std::uint64_t row = begin; row < end;) {
          const std::uint64_t turn = std::min(end, next_turn(size_, row));
          Column column = column_of(size_, row);
          for (; row < turn; ++row, column += 2) columns_[row] = column;
        }
        tools_.count_rows(end - begin);
      }
    });
    return !stopped;
  }

  bool repair(base::Random&, const std::stop_token&, SolveStatistics&) override { return true; }
};

}  // namespace

extern const SearchMaker kExplicit = search_maker<ExplicitConstruction>();

}  // namespace nqueens::solving
