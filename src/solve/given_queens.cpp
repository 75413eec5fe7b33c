#include "solve/given_queens.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <map>

#include "domain/attacks.hpp"
#include "nqueens/error.hpp"

namespace nqueens::solving {

GivenQueens::GivenQueens(const Board& board) : board_size_(board.rows()) {
  if (!board.blocked().empty()) has_blocked_.resize(board_size_);
  blocked_.reserve(board.blocked().size());
  for (const Square& square : board.blocked()) {
    blocked_.push_back(square.row * board_size_ + square.column);
    has_blocked_[square.row] = true;
  }
  std::sort(blocked_.begin(), blocked_.end());
  queens_.reserve(board.given().size());
  columns_.reserve(board.given().size());
  for (const Square& square : checked_queens(board)) {
    queens_.push_back({static_cast<Column>(square.row), static_cast<Column>(square.column)});
    columns_.push_back(queens_.back().column);
  }
  std::sort(columns_.begin(), columns_.end());
}

namespace {

class FreeLines {
 public:
  explicit FreeLines(const GivenQueens& given, const std::stop_token& stop = {})
      : given_(given), taken_(given.board_size()) {
    was_stopped = !given.append_free_rows(rows, stop) || !given.append_free_columns(columns, stop);
    given.mark(taken_);
  }
  std::uint64_t diagonal(std::size_t i, std::size_t j) const {
    return taken_.diagonal_of(rows[i], columns[j]);
  }
  std::uint64_t antidiagonal(std::size_t i, std::size_t j) const {
    return taken_.antidiagonal_of(rows[i], columns[j]);
  }
  /// Tells whether the square of the i-th row and the j-th column is free.
  bool is_free(std::size_t i, std::size_t j) const {
    return taken_.occupied(rows[i], columns[j]) == 0 && !given_.is_blocked(rows[i], columns[j]);
  }

  std::vector<Column> rows;
  std::vector<Column> columns;
  bool was_stopped = false;

 private:
  const GivenQueens& given_;
  DiagonalCounters<SparseStorage> taken_;
};

/// Searches exhaustively by minimum remaining values: the row or column with the fewest free
/// squares comes next. Linked lists (Knuth, "Dancing links", 2000) make a queen cost time only for
/// the free squares it attacks, however far apart the free rows are.
///
/// Both this and the local search are needed: with 930 to 960 of 1000 queens given at random, a
/// tree of 50 to 100 queens decides, but the local search could never prove that there is no
/// completion. With many completions (60 of 65 rows free) the tree may take millions of queens, the
/// local search 20 us.
class FewRowsSearch {
  static constexpr std::uint32_t kLinesOfSquare = 4;
  static constexpr std::uint64_t kPlacedPerPoll = 64;

  using Index = std::uint32_t;
  /// The head of a line, or a square on it.
  struct Node {
    Index up;
    Index down;
    Index line;
    Index size;  ///< the free squares of a head
  };

 public:
  FewRowsSearch(const GivenQueens& given, std::uint64_t max_placed, const std::stop_token& stop)
      : max_placed_(max_placed), stop_(stop) {
    const FreeLines free_lines(given);
    const auto free = static_cast<Index>(given.free_rows());

    // Rows and columns come first: each needs a queen. Diagonals may stay empty.
    const Index lines = 2 * free;
    for (Index i = 0; i <= lines; ++i) add_line();
    for (Index i = 0; i <= lines; ++i) {
      next_[i] = i == lines ? 0 : i + 1;
      before_[i] = i == 0 ? lines : i - 1;
    }
    std::map<std::uint64_t, Index> diagonals;
    std::map<std::uint64_t, Index> antidiagonals;
    const auto line_of = [&](std::map<std::uint64_t, Index>& family, std::uint64_t number) {
      const auto [entry, is_new] = family.try_emplace(number, static_cast<Index>(nodes_.size()));
      if (is_new) add_line();
      return entry->second;
    };
    std::vector<std::array<Index, kLinesOfSquare>> lines_of_squares;
    for (Index r = 0; r < free; ++r) {
      for (Index c = 0; c < free; ++c) {
        if (!free_lines.is_free(r, c)) continue;
        squares_.push_back({free_lines.rows[r], free_lines.columns[c]});
        lines_of_squares.push_back({1 + r, 1 + free + c,
                                    line_of(diagonals, free_lines.diagonal(r, c)),
                                    line_of(antidiagonals, free_lines.antidiagonal(r, c))});
      }
    }
    first_node_ = static_cast<Index>(nodes_.size());
    for (const auto& lines_of_square : lines_of_squares) {
      for (const Index line : lines_of_square) add_node(line);
    }
  }

  /// Tells whether every free row has a queen; queens() tells them.
  bool complete() {
    if (next_[0] == 0) return true;
    if (++placed_ % kPlacedPerPoll == 0 && stop_.stop_requested()) gave_up_ = true;
    if (placed_ > max_placed_) gave_up_ = true;
    if (gave_up_) return false;
    const Index line = shortest_line();
    if (nodes_[line].size == 0) return false;
    cover(line);
    for (Index node = nodes_[line].down; node != line; node = nodes_[node].down) {
      const Index first = first_of_square(node);
      for (Index i = 0; i < kLinesOfSquare; ++i) {
        if (first + i != node) cover(nodes_[first + i].line);
      }
      queens_.push_back(squares_[(first - first_node_) / kLinesOfSquare]);
      if (complete()) return true;
      queens_.pop_back();
      for (Index i = kLinesOfSquare; i-- > 0;) {
        if (first + i != node) uncover(nodes_[first + i].line);
      }
      if (gave_up_) return false;
    }
    uncover(line);
    return false;
  }

  bool gave_up() const { return gave_up_; }
  std::uint64_t placed() const { return placed_; }
  const std::vector<Square>& queens() const { return queens_; }

 private:
  void add_line() {
    const auto line = static_cast<Index>(nodes_.size());
    nodes_.push_back({line, line, line, 0});
    next_.push_back(line);
    before_.push_back(line);
  }
  void add_node(Index line) {
    const auto node = static_cast<Index>(nodes_.size());
    const Index up = nodes_[line].up;
    nodes_.push_back({up, line, line, 0});
    nodes_[up].down = node;
    nodes_[line].up = node;
    ++nodes_[line].size;
  }
  Index first_of_square(Index node) const { return node - (node - first_node_) % kLinesOfSquare; }

  Index shortest_line() const {
    Index best = next_[0];
    for (Index line = best; line != 0; line = next_[line]) {
      if (nodes_[line].size < nodes_[best].size) best = line;
    }
    return best;
  }

  /// Removes all squares of a line from the other lines.
  void cover(Index line) {
    next_[before_[line]] = next_[line];
    before_[next_[line]] = before_[line];
    for (Index node = nodes_[line].down; node != line; node = nodes_[node].down) {
      const Index first = first_of_square(node);
      for (Index other = first; other < first + kLinesOfSquare; ++other) {
        if (other == node) continue;
        nodes_[nodes_[other].up].down = nodes_[other].down;
        nodes_[nodes_[other].down].up = nodes_[other].up;
        --nodes_[nodes_[other].line].size;
      }
    }
  }
  void uncover(Index line) {
    for (Index node = nodes_[line].up; node != line; node = nodes_[node].up) {
      const Index first = first_of_square(node);
      for (Index other = first + kLinesOfSquare; other-- > first;) {
        if (other == node) continue;
        nodes_[nodes_[other].up].down = other;
        nodes_[nodes_[other].down].up = other;
        ++nodes_[nodes_[other].line].size;
      }
    }
    next_[before_[line]] = line;
    before_[next_[line]] = line;
  }

  std::uint64_t max_placed_;
  std::stop_token stop_;
  Index first_node_ = 0;
  std::vector<Node> nodes_;  ///< heads, then the squares, kLinesOfSquare nodes each
  std::vector<Index> next_;  ///< rows and columns without a queen, linked in a ring through 0
  std::vector<Index> before_;
  std::vector<Square> squares_;
  std::vector<Square> queens_;
  std::uint64_t placed_ = 0;
  bool gave_up_ = false;
};

}  // namespace

void GivenQueens::require_free_squares(const std::stop_token& stop) const {
  // A queen attacks at most three squares of a row that is not its own.
  if (free_rows() == 0 || 3 * size() + blocked_.size() < board_size_) return;
  const FreeLines lines(*this, stop);
  if (lines.was_stopped) return;
  // Tries the squares of line i, from the i-th on, until one is free or the search is stopped.
  const std::size_t free = lines.rows.size();
  const auto require_one = [&](std::size_t i, auto&& is_free_at, const char* kind, Column number) {
    for (std::size_t step = 0; step < free; ++step) {
      if (step % kSquaresPerPoll == 0 && stop.stop_requested()) return;
      if (is_free_at(i + step < free ? i + step : i + step - free)) return;
    }
    throw NoSolution(
        fmt::format("no {} exists: every square of {} {} is attacked by given queens or blocked",
                    goal(), kind, number));
  };
  for (std::size_t i = 0; i < free; ++i) {
    require_one(
        i, [&](std::size_t other) { return lines.is_free(i, other); }, "row", lines.rows[i]);
    require_one(
        i, [&](std::size_t other) { return lines.is_free(other, i); }, "column", lines.columns[i]);
  }
}

FewRowsResult complete_few_rows(const GivenQueens& given, std::uint64_t max_placed,
                                const std::stop_token& stop, Placement& placement,
                                std::uint64_t& placed) {
  if (given.free_rows() > kFewRows) return FewRowsResult::undecided;
  FewRowsSearch search(given, max_placed, stop);
  const bool found = search.complete();
  placed += search.placed();
  if (!found) return search.gave_up() ? FewRowsResult::undecided : FewRowsResult::none;
  placement.resize(given.board_size());
  for (const auto& queen : given.queens()) placement[queen.row] = queen.column;
  for (const Square& queen : search.queens()) {
    placement[queen.row] = static_cast<Column>(queen.column);
  }
  return FewRowsResult::found;
}

}  // namespace nqueens::solving
