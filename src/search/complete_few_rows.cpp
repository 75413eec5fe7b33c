// A queen is placed next in the free row or column with the fewest free squares, and the search
// goes back where a row or column has none. The free squares are kept in linked lists, one for each
// line, from which what a queen attacks is unlinked and linked again on the way back (Knuth,
// "Dancing links", 2000): a queen costs time only for the free squares that it attacks, however far
// apart the free rows are.
//
// Why both this and the local search: where so many queens stand that completions are rare, a tree
// of 50 to 100 queens decides (1000 queens of which 930 to 960 are given at random), and the local
// search would never prove that there is none; where completions abound, 60 of 65 rows free, the
// tree may take millions, and the local search 20 us.
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "search/given_queens.hpp"

namespace nqueens::search {

namespace {

class FewRowsSearch {
  static constexpr std::uint32_t kLinesOfSquare = 4;
  static constexpr std::uint64_t kPlacedPerPoll = 64;

  using Index = std::uint32_t;
  /// The head of a line, or a square on it.
  struct Node {
    Index up;
    Index down;
    Index line;
    Index size;  ///< of a head: free squares
  };

 public:
  FewRowsSearch(const GivenQueens& given, std::uint64_t max_placed, const std::stop_token& stop)
      : max_placed_(max_placed), stop_(stop) {
    const auto free = static_cast<Index>(given.free_rows());
    const auto append_to = [](std::vector<std::uint64_t>& numbers) {
      return [&numbers](std::uint64_t begin, std::uint64_t end) {
        for (; begin < end; ++begin) numbers.push_back(begin);
      };
    };
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> columns;
    given.for_free_rows({}, append_to(rows));
    given.for_free_columns({}, append_to(columns));
    DiagonalCounters<SparseStorage> taken(given.board_size());
    given.mark(taken);

    // Rows and columns come first: each must get a queen. Diagonals may stay empty.
    lines_ = 2 * free;
    for (Index i = 0; i <= lines_; ++i) add_line();
    for (Index i = 0; i <= lines_; ++i) {
      next_[i] = i == lines_ ? 0 : i + 1;
      before_[i] = i == 0 ? lines_ : i - 1;
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
        if (taken.queens(rows[r], columns[c]) != 0 || given.is_blocked(rows[r], columns[c])) {
          continue;
        }
        squares_.push_back({rows[r], columns[c]});
        lines_of_squares.push_back(
            {1 + r, 1 + free + c, line_of(diagonals, taken.diagonal_of(rows[r], columns[c])),
             line_of(antidiagonals, taken.antidiagonal_of(rows[r], columns[c]))});
      }
    }
    first_node_ = static_cast<Index>(nodes_.size());
    for (const auto& lines : lines_of_squares) {
      for (const Index line : lines) add_node(line);
    }
  }

  /// True when every free row has its queen; they are in queens().
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

  /// Takes all squares of a line from the other lines.
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
  /// The same backwards.
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
  Index lines_ = 0;  ///< rows and columns
  Index first_node_ = 0;
  std::vector<Node> nodes_;  ///< heads, then the squares, kLinesOfSquare nodes each
  /// Rows and columns without a queen, linked in a ring through 0.
  std::vector<Index> next_;
  std::vector<Index> before_;
  std::vector<Square> squares_;
  std::vector<Square> queens_;
  std::uint64_t placed_ = 0;
  bool gave_up_ = false;
};

}  // namespace

FewRowsResult complete_few_rows(const GivenQueens& given, std::uint64_t max_placed,
                                const std::stop_token& stop, Placement& placement) {
  if (given.free_rows() > kFewRows) return FewRowsResult::undecided;
  FewRowsSearch search(given, max_placed, stop);
  const bool found = search.complete();
  if (!found) return search.gave_up() ? FewRowsResult::undecided : FewRowsResult::none;
  placement.resize(given.board_size());
  for (const auto& queen : given.queens()) placement[queen.row] = queen.column;
  for (const Square& queen : search.queens()) {
    placement[queen.row] = static_cast<Column>(queen.column);
  }
  return FewRowsResult::found;
}

}  // namespace nqueens::search
