// Every solution of a board in lexicographic order, streamed: what is held in memory does not grow
// with their number.
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

#include "nqueens/execution.hpp"

namespace nqueens {

/// Solutions that follow one another in the list, all of one board.
class SolutionBlock {
 public:
  explicit SolutionBlock(int board_size) : board_size_(board_size) {}

  int board_size() const { return board_size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The columns of one solution, row by row.
  std::span<const std::uint8_t> operator[](std::size_t index) const {
    const auto width = static_cast<std::size_t>(board_size_);
    return std::span(columns_).subspan(index * width, width);
  }
  /// Adds one behind the last.
  void add(std::span<const std::uint8_t> columns) {
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    ++size_;
  }
  void clear() {
    columns_.clear();
    size_ = 0;
  }

 private:
  int board_size_;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> columns_;
};

struct ListOptions {
  /// 1 to kMaxThreads; 0 takes the processors that this process may use, and one on boards that are
  /// listed before a second thread has started.
  int threads = 0;
  Pinning pinning = Pinning::automatic;
  /// Of every orbit under the eight symmetries of the square only the least solution.
  bool unique = false;
  /// Ends after so many solutions; no limit where absent.
  std::optional<std::uint64_t> limit{};
  /// Ends the list within about 100 ms; it throws Stopped. What was handed over until then is the
  /// beginning of the list, without gaps.
  std::stop_token stop{};
};

struct ListResult {
  int board_size = 0;
  std::uint64_t solutions = 0;  ///< handed over
  bool complete = false;        ///< false: the limit ended the list, there may be more
  int threads = 0;
  double seconds = 0;  ///< of the call, the receiver's time included
};

/// Hands every solution of an N x N board, N = 0 (one empty placement) to kMaxCountSize, to `take`,
/// block after block in lexicographic order, never two at once, from the library's threads. Holds
/// some megabytes on any board. Throws InvalidArgument for a bad size or option, Stopped, and what
/// `take` throws.
ListResult list(int board_size, const std::function<void(const SolutionBlock&)>& take,
                const ListOptions& options = {});

/// The same for texts: `render` adds the text of a block, on all threads at once, and `write` is
/// given the texts in order, never two at once, with the number of solutions in each. A block that
/// the limit cuts is rendered again, so the text must depend on the block alone.
ListResult list_text(
    int board_size, const std::function<void(const SolutionBlock&, std::string&)>& render,
    const std::function<void(std::string_view text, std::uint64_t solutions)>& write,
    const ListOptions& options = {});

}  // namespace nqueens
