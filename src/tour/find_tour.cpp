// find_tour(): Warnsdorff's rule with changing ties, the repair of what it leaves over, and on
// small boards a complete search, in this order.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/tour.hpp"
#include "run/limits.hpp"
#include "tour/steps.hpp"

namespace nqueens {

namespace {

using tour::Index;
using tour::KnightBoard;

/// From here on a walk takes so long that the repair of the best of a few is the better way.
constexpr std::uint64_t kLarge = 100'000;
constexpr int kWalksOnLarge = 3;
/// On smaller boards every walk is repaired, until one ends in a tour.
constexpr int kWalksOnSmall = 200;
/// Squares that a repair may move, for each square of the board: some hundred rotations of half a
/// path lead from anywhere to anywhere on a board of 1000 x 1000.
constexpr std::uint64_t kMovedPerSquare = 2000;
constexpr std::uint64_t kMaxBacktracks = 200'000'000;

std::optional<std::string> why_no_closed_tour(std::uint64_t rows, std::uint64_t columns) {
  const auto [few, many] = std::minmax(rows, columns);
  if (rows % 2 == 1 && columns % 2 == 1) {
    return "a closed tour changes colour with every move, and the number of squares is odd";
  }
  if (few == 1 || few == 2 || few == 4) {
    return fmt::format("no board with a side of {} has a closed tour (Schwenk 1991)", few);
  }
  if (few == 3 && (many == 4 || many == 6 || many == 8)) {
    return "boards of 3 x 4, 3 x 6 and 3 x 8 have no closed tour (Schwenk 1991)";
  }
  return std::nullopt;
}

std::optional<std::string> why_no_open_tour(std::uint64_t rows, std::uint64_t columns) {
  const auto [few, many] = std::minmax(rows, columns);
  if (few == 1 || few == 2) {
    return fmt::format("no board with a side of {} but a single square has a tour", few);
  }
  if (few == 3 && (many == 3 || many == 5 || many == 6)) {
    return "boards of 3 x 3, 3 x 5 and 3 x 6 have no tour";
  }
  if (few == 4 && many == 4) return "the board of 4 x 4 has no tour";
  return std::nullopt;
}

/// On a board of four rows an outer square has moves to inner ones only, and there are as many of
/// one kind as of the other. A tour that began on an inner square would go inner, outer, inner,
/// outer to its end, or it would have too many inner ones; but then all inner squares would be of
/// one colour.
bool begins_inside_of_four(std::uint64_t rows, std::uint64_t columns, const Square& start) {
  return (rows == 4 && (start.row == 1 || start.row == 2)) ||
         (columns == 4 && (start.column == 1 || start.column == 2));
}

void check_arguments(std::uint64_t rows, std::uint64_t columns, const TourOptions& options) {
  if (rows == 0 || columns == 0 || rows > kMaxTourSquares || columns > kMaxTourSquares ||
      rows * columns > kMaxTourSquares) {
    throw InvalidArgument(fmt::format("board out of range: {} x {}; valid are 1 to {} squares",
                                      rows, columns, kMaxTourSquares));
  }
  if (options.start.row >= rows || options.start.column >= columns) {
    throw InvalidArgument(
        fmt::format("start outside of the board: row {}, column {}; rows are 0 to "
                    "{}, columns 0 to {}",
                    options.start.row, options.start.column, rows - 1, columns - 1));
  }
  if (const auto why = why_no_tour(rows, columns, options)) {
    throw NoSolution(fmt::format("no {} tour: {} x {} from row {}, column {}; {}",
                                 options.closed ? "closed" : "open", rows, columns,
                                 options.start.row, options.start.column, *why));
  }
}

class Search {
 public:
  Search(std::uint64_t rows, std::uint64_t columns, const TourOptions& options,
         TourStatistics& statistics)
      : board_(rows, columns),
        options_(options),
        start_(board_.index(static_cast<std::int64_t>(options.start.row),
                            static_cast<std::int64_t>(options.start.column))),
        random_(options.seed),
        statistics_(statistics) {}

  /// The squares of a tour in the numbers of the board's array; empty when the search gave up.
  std::vector<Index> run() {
    std::vector<Index> path = board_.squares() >= kLarge ? repair_best_walk() : repair_every_walk();
    if (!path.empty() || board_.squares() > tour::kMaxSearchedSquares) return path;
    tour::CompleteSearch search =
        tour::search_completely(board_, start_, options_.closed, kMaxBacktracks, options_.stop);
    statistics_.backtracks = search.backtracks;
    if (search.found == tour::Found::none) {
      throw NoSolution(
          fmt::format("no {} tour: {} x {} from row {}, column {}; every possibility was tried",
                      options_.closed ? "closed" : "open", board_.rows(), board_.columns(),
                      options_.start.row, options_.start.column));
    }
    return std::move(search.path);
  }

  const KnightBoard& board() const { return board_; }

 private:
  /// The first walk follows Roth's rule; then the point that ties are measured from wanders over
  /// the middle of the board, and every fourth walk decides them at random.
  std::vector<Index> walk(int number) {
    tour::TieRule rule = tour::roths_rule(board_);
    if (number > 0) {
      rule.is_random = number % 4 == 0;
      rule.row += offset(board_.rows());
      rule.column += offset(board_.columns());
    }
    ++statistics_.walks;
    return tour::walk_by_warnsdorff(board_, start_, rule, random_, options_.stop);
  }
  std::int64_t offset(std::int64_t side) {
    const std::int64_t half = side / 2 + 1;
    return static_cast<std::int64_t>(random_.below(static_cast<std::uint32_t>(2 * half))) - half;
  }

  std::vector<Index> repair_best_walk() {
    std::vector<Index> best;
    for (int number = 0; number < kWalksOnLarge && best.size() < board_.squares(); ++number) {
      std::vector<Index> path = walk(number);
      if (options_.stop.stop_requested()) return {};
      if (path.size() > best.size()) best = std::move(path);
    }
    statistics_.left_over = board_.squares() - best.size();
    return repair(best) ? best : std::vector<Index>();
  }

  std::vector<Index> repair_every_walk() {
    statistics_.left_over = board_.squares();
    for (int number = 0; number < kWalksOnSmall && !options_.stop.stop_requested(); ++number) {
      std::vector<Index> path = walk(number);
      statistics_.left_over = std::min(statistics_.left_over, board_.squares() - path.size());
      if (repair(path)) return path;
    }
    return {};
  }

  bool repair(std::vector<Index>& path) {
    const bool is_done = path.size() == board_.squares() &&
                         (!options_.closed || board_.is_move(path.back(), path.front()));
    if (is_done) return true;
    tour::PathRepair repair(board_, path);
    const std::uint64_t budget = kMovedPerSquare * board_.squares();
    const bool done = repair.extend(budget, random_, options_.stop) &&
                      (!options_.closed || repair.close(budget, random_, options_.stop));
    statistics_.rotations += repair.rotations();
    return done;
  }

  const KnightBoard board_;
  const TourOptions& options_;
  const Index start_;
  base::Random random_;
  TourStatistics& statistics_;
};

}  // namespace

std::optional<std::string> why_no_tour(std::uint64_t rows, std::uint64_t columns,
                                       const TourOptions& options) {
  if (options.closed) return why_no_closed_tour(rows, columns);
  if (rows == 1 && columns == 1) return std::nullopt;
  if (auto why = why_no_open_tour(rows, columns)) return why;
  if (rows % 2 == 1 && columns % 2 == 1 && (options.start.row + options.start.column) % 2 == 1) {
    return "with an odd number of squares a tour begins on the colour of the corners";
  }
  if (begins_inside_of_four(rows, columns, options.start)) {
    return "on a board with a side of 4 a tour begins on an outer square of that side";
  }
  return std::nullopt;
}

namespace {

/// Fills in the squares, or throws.
void search_tour(const TourOptions& options, TourResult& result) {
  const std::uint64_t rows = result.rows;
  const std::uint64_t columns = result.columns;
  check_arguments(rows, columns, options);
  // Three paths at most, the positions, the onward moves.
  const std::uint64_t bytes = rows * columns * (3 * sizeof(Index) + 2 * sizeof(std::uint32_t));
  run::require_memory(bytes, fmt::format("a tour of {} x {} squares", rows, columns),
                      "take a smaller board or a machine with more");
  Search search(rows, columns, options, result.statistics);
  const std::vector<Index> path = search.run();
  if (options.stop.stop_requested() && path.empty()) {
    throw Stopped(
        fmt::format("stopped before a tour was found: {} x {} squares; run it again with "
                    "more time",
                    rows, columns));
  }
  if (path.empty()) {
    throw Stopped(
        fmt::format("no tour found, though there may be one: {} x {} from row {}, column "
                    "{}; take another start",
                    rows, columns, options.start.row, options.start.column));
  }
  result.squares.reserve(path.size());
  const KnightBoard& board = search.board();
  for (const Index square : path) {
    result.squares.push_back(
        static_cast<std::uint32_t>(board.row(square) * board.columns() + board.column(square)));
  }
  if (!is_tour(result) ||
      result.squares.front() != options.start.row * columns + options.start.column) {
    throw Error(
        fmt::format("internal error: a wrong tour of {} x {}; please report it", rows, columns));
  }
}

}  // namespace

TourResult find_tour(std::uint64_t rows, std::uint64_t columns, const TourOptions& options) {
  TourResult result;
  result.rows = rows;
  result.columns = columns;
  result.closed = options.closed;
  base::timed(result, result.statistics.seconds, [&] { search_tour(options, result); });
  return result;
}

bool is_tour(const TourResult& tour) {
  const std::uint64_t squares = tour.rows * tour.columns;
  if (tour.squares.size() != squares || squares == 0) return false;
  std::vector<bool> seen(squares);
  const auto is_move = [&](std::uint64_t one, std::uint64_t two) {
    const auto distance = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
    return distance(one / tour.columns, two / tour.columns) *
               distance(one % tour.columns, two % tour.columns) ==
           2;
  };
  for (std::size_t i = 0; i < tour.squares.size(); ++i) {
    if (tour.squares[i] >= squares || seen[tour.squares[i]]) return false;
    seen[tour.squares[i]] = true;
    if (i > 0 && !is_move(tour.squares[i - 1], tour.squares[i])) return false;
  }
  return !tour.closed || is_move(tour.squares.back(), tour.squares.front());
}

}  // namespace nqueens
