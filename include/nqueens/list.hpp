// Lists every solution of a board in lexicographic order. Memory does not grow with their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"

namespace nqueens {

/// Consecutive solutions of the list, each with as many queens as the board has rows.
class SolutionBlock {
 public:
  explicit SolutionBlock(int rows) : rows_(rows) {}

  int rows() const { return rows_; }  ///< of the board
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The columns of a solution, row by row.
  std::span<const std::uint8_t> operator[](std::size_t index) const {
    const auto width = static_cast<std::size_t>(rows_);
    return std::span(columns_).subspan(index * width, width);
  }
  void add(std::span<const std::uint8_t> columns) {
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    ++size_;
  }
  void clear() {
    columns_.clear();
    size_ = 0;
  }

 private:
  int rows_;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> columns_;
};

struct ListOptions {
  /// 1 to kMaxThreads; 0 takes the processors that this process may use, but one thread on boards
  /// too small to gain from more.
  int threads = 0;
  Pinning pinning = Pinning::automatic;
  /// Lists only fundamental solutions: the least of each orbit under the symmetries of the board
  /// (symmetries_of()).
  bool fundamental = false;
  std::optional<std::uint64_t> limit{};  ///< ends after this many solutions
  /// Ends the list within about 100 ms by the exception Stopped. What was handed over by then is
  /// the beginning of the list, without gaps.
  std::stop_token stop{};
};

struct ListResult {
  int rows = 0;                 ///< of the board
  std::uint64_t solutions = 0;  ///< handed over
  bool complete = false;        ///< if false, the limit ended the list, and there may be more
  int threads = 0;
  double seconds = 0;  ///< of the call, including the receiver's time
};

/// Calls `take` with every solution of a board of up to kMaxProblemSize rows and columns (of an
/// empty board: one empty placement), in blocks, in lexicographic order, by one library thread at a
/// time. It needs some megabytes on any board. Throws InvalidArgument for a bad size or option,
/// Stopped, and what `take` throws.
///
/// Beyond 30 rows with few restrictions, the first solution in lexicographic order can be out of
/// reach, although solve() finds some solution at once.
ListResult list(const Board& board, const std::function<void(const SolutionBlock&)>& take,
                const ListOptions& options = {});

/// Does the same with text. `render` appends the text of a block, on all threads at once. `write`
/// gets the texts in order, one call at a time, each with its number of solutions. A block that the
/// limit cuts is rendered again, so the text must depend on the block alone.
ListResult list_text(
    const Board& board, const std::function<void(const SolutionBlock&, std::string&)>& render,
    const std::function<void(std::string_view text, std::uint64_t solutions)>& write,
    const ListOptions& options = {});

}  // namespace nqueens
