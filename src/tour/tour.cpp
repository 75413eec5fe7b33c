// find_tour(): walks by Warnsdorff's rule, then rotations that repair them, and on small boards a
// complete search.
#include "nqueens/tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

/// On boards of this many squares walks take so long that only the best of a few is repaired.
constexpr std::uint64_t kLarge = 100'000;
constexpr int kWalksOnLarge = 3;
constexpr int kWalksOnSmall = 200;  ///< on others each is repaired until one becomes a tour
/// A repair may move this many squares for each square of the board. On 1000 x 1000 squares some
/// hundred rotations of half a path bring the end anywhere.
constexpr std::uint64_t kMovedPerSquare = 2000;
/// One rotation in this many is random, since always taking the nearest may go in circles.
constexpr std::uint32_t kStray = 6;
constexpr std::uint64_t kMaxSearchedSquares = 64;  ///< the complete search has them in one word
constexpr std::uint64_t kMaxBacktracks = 200'000'000;
constexpr std::uint64_t kBacktracksPerPoll = 1 << 14;
constexpr std::uint64_t kMovesPerPoll = 1 << 16;

using Index = std::uint32_t;

/// A board with a border of two squares on every side, so that a knight's move from any square
/// stays in the array. An Index is a place in this array.
class KnightBoard {
 public:
  KnightBoard(std::uint64_t rows, std::uint64_t columns)
      : rows_(static_cast<std::int64_t>(rows)),
        columns_(static_cast<std::int64_t>(columns)),
        width_(columns_ + 2 * kBorder),
        moves_{1 - 2 * width_, 2 - width_, 2 + width_,  1 + 2 * width_,
               2 * width_ - 1, width_ - 2, -width_ - 2, -2 * width_ - 1} {}

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::uint64_t squares() const { return static_cast<std::uint64_t>(rows_ * columns_); }
  /// Counts squares with the border.
  std::size_t array_size() const {
    return static_cast<std::size_t>(width_ * (rows_ + 2 * kBorder));
  }
  Index index(std::int64_t row, std::int64_t column) const {
    return static_cast<Index>((row + kBorder) * width_ + column + kBorder);
  }
  std::int64_t row(Index square) const { return square / width_ - kBorder; }
  std::int64_t column(Index square) const { return square % width_ - kBorder; }

  /// Calls visit(square) for the eight squares a knight's move away, which may be on the border.
  template <typename Visit>
  void for_moves(Index from, Visit&& visit) const {
    for (const std::int64_t move : moves_) visit(static_cast<Index>(from + move));
  }
  template <typename Visit>
  void for_squares(Visit&& visit) const {
    for (std::int64_t r = 0; r < rows_; ++r) {
      for (std::int64_t c = 0; c < columns_; ++c) visit(index(r, c));
    }
  }
  bool is_move(Index from, Index to) const {
    return std::abs(row(from) - row(to)) * std::abs(column(from) - column(to)) == 2;
  }

 private:
  static constexpr std::int64_t kBorder = 2;

  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t width_;
  std::array<std::int64_t, 8> moves_;
};

/// How ties between squares with equally many onward moves are broken: at random, or for the square
/// farthest from this point (in half squares).
struct TieRule {
  bool is_random = false;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

/// Warnsdorff's rule (1823): from `start` always go to the square with the fewest onward moves,
/// until no move is left. Visits all squares if the rule succeeds. O(squares), since the numbers of
/// onward moves are kept up to date. Ends early when stopped.
std::vector<Index> walk_by_warnsdorff(const KnightBoard& board, Index start, const TieRule& rule,
                                      base::Random& random, const std::stop_token& stop) {
  constexpr std::uint8_t kClosed = 0xFF;  // visited, or on the border
  std::vector<std::uint8_t> onward(board.array_size(), kClosed);
  board.for_squares([&](Index square) { onward[square] = 0; });
  for (std::int64_t row = 0; row < board.rows(); ++row) {
    if (stop.stop_requested()) return {start};  // all rows take 2 s on the largest board
    for (std::int64_t column = 0; column < board.columns(); ++column) {
      const Index square = board.index(row, column);
      board.for_moves(square, [&](Index next) { onward[square] += onward[next] != kClosed; });
    }
  }

  std::vector<Index> path;
  path.reserve(board.squares());
  Index here = start;
  for (;;) {
    path.push_back(here);
    if (path.size() % kMovesPerPoll == 0 && stop.stop_requested()) return path;
    onward[here] = kClosed;
    Index best = here;
    std::uint8_t fewest = kClosed;
    std::int64_t farthest = -1;
    std::uint32_t equal = 0;
    board.for_moves(here, [&](Index next) {
      if (onward[next] == kClosed) return;
      const std::uint8_t ways = --onward[next];
      if (ways > fewest) return;
      std::int64_t distance = 0;
      if (rule.is_random) {
        equal = ways < fewest ? 1 : equal + 1;
        distance = ways < fewest || random.below(equal) == 0 ? farthest + 1 : farthest;
      } else {
        const std::int64_t rows = 2 * board.row(next) - rule.row;
        const std::int64_t columns = 2 * board.column(next) - rule.column;
        distance = rows * rows + columns * columns;
      }
      if (ways < fewest || distance > farthest) {
        best = next;
        fewest = ways;
        farthest = distance;
      }
    });
    if (best == here) return path;
    here = best;
  }
}

/// Extends a path, or closes it, by rotations (Posa 1976): where a knight's move leads from the
/// last square to another square of the path, the part after that square is reversed, so that its
/// first square becomes the last. Rotations are chosen to bring the end to the target.
class PathRepair {
 public:
  /// The path must outlive the repair, and keeps its first square.
  PathRepair(const KnightBoard& board, std::vector<Index>& path)
      : board_(board), path_(path), position_(board.array_size(), kOffBoard) {
    board.for_squares([&](Index square) { position_[square] = kOff; });
    for (std::size_t i = 0; i < path.size(); ++i) position_[path[i]] = static_cast<Index>(i);
    board.for_squares([&](Index square) {
      if (position_[square] == kOff) unvisited_.push_back(square);
    });
  }

  /// Extends the path to all squares. Returns false when stopped, or after moving `budget` squares.
  bool extend(std::uint64_t budget, base::Random& random, const std::stop_token& stop) {
    moved_ = 0;
    while (path_.size() < board_.squares()) {
      if (moved_ > budget || stop.stop_requested()) return false;
      if (append_neighbour()) continue;
      if (!rotate_towards(nearest_unvisited(), random)) return false;
    }
    return true;
  }
  /// Closes the tour. Precondition: all squares are on the path. Returns false as extend() does.
  bool close(std::uint64_t budget, base::Random& random, const std::stop_token& stop) {
    moved_ = 0;
    while (!board_.is_move(path_.back(), path_.front())) {
      if (moved_ > budget || stop.stop_requested()) return false;
      if (!rotate_towards(path_.front(), random)) return false;
    }
    return true;
  }

  std::uint64_t rotations() const { return rotations_; }

 private:
  static constexpr Index kOff = 0xFFFFFFFF;       ///< not on the path
  static constexpr Index kOffBoard = 0xFFFFFFFE;  ///< on the border

  bool append_neighbour() {
    Index chosen = kOff;
    board_.for_moves(path_.back(), [&](Index next) {
      if (position_[next] == kOff) chosen = next;
    });
    if (chosen == kOff) return false;
    position_[chosen] = static_cast<Index>(path_.size());
    path_.push_back(chosen);
    return true;
  }

  /// Makes a rotation, usually the best to bring the end to the target; false if none is possible.
  bool rotate_towards(Index target, base::Random& random) {
    const auto last = static_cast<Index>(path_.size() - 1);
    std::array<Index, 8> places{};  // the part after each may be reversed
    std::uint32_t number = 0;
    board_.for_moves(path_.back(), [&](Index next) {
      const Index place = position_[next];
      if (place < last - 1) places[number++] = place;  // neither border nor off the path
    });
    if (number == 0) return false;
    Index chosen = places[random.below(number)];
    if (random.below(kStray) != 0) {
      std::int64_t min = std::numeric_limits<std::int64_t>::max();
      for (std::uint32_t i = 0; i < number; ++i) {
        const std::int64_t left = distance(path_[places[i] + 1], target);
        if (left < min) {
          min = left;
          chosen = places[i];
        }
      }
    }
    std::reverse(path_.begin() + chosen + 1, path_.end());
    for (Index i = chosen + 1; i <= last; ++i) position_[path_[i]] = i;
    moved_ += last - chosen + 64;  // even a short rotation is some work
    ++rotations_;
    return true;
  }

  Index nearest_unvisited() {
    std::erase_if(unvisited_, [this](Index square) { return position_[square] != kOff; });
    return *std::min_element(unvisited_.begin(), unvisited_.end(), [this](Index one, Index two) {
      return distance(path_.back(), one) < distance(path_.back(), two);
    });
  }

  /// Returns roughly the distance to the squares from which a knight reaches the other one.
  std::int64_t distance(Index one, Index two) const {
    const std::int64_t rows = std::abs(board_.row(one) - board_.row(two));
    const std::int64_t columns = std::abs(board_.column(one) - board_.column(two));
    return rows * columns == 2 ? 0 : rows * rows + columns * columns;
  }

  const KnightBoard& board_;
  std::vector<Index>& path_;
  std::vector<Index> position_;   ///< on the path, by square
  std::vector<Index> unvisited_;  ///< and some visited since
  std::uint64_t rotations_ = 0;
  std::uint64_t moved_ = 0;
};

/// Backtracking over all tours of a board of at most kMaxSearchedSquares. Moves are tried in
/// Warnsdorff's order. A position is given up when an unvisited square can no longer be entered and
/// left (one such square may be the end of an open tour), or when the unvisited squares are not
/// connected.
class CompleteSearch {
 public:
  CompleteSearch(const KnightBoard& board, bool closed, const std::stop_token& stop)
      : closed_(closed), stop_(stop) {
    board.for_squares([&](Index square) { squares_.push_back(square); });
    for (std::size_t a = 0; a < squares_.size(); ++a) {
      for (std::size_t b = 0; b < squares_.size(); ++b) {
        if (board.is_move(squares_[a], squares_[b])) moves_[a] |= bit(static_cast<int>(b));
      }
    }
  }

  /// Finds a tour; returns nothing when there is none, after kMaxBacktracks, or when stopped.
  std::vector<Index> run(Index start) {
    first_ =
        static_cast<int>(std::find(squares_.begin(), squares_.end(), start) - squares_.begin());
    const std::uint64_t all = ~std::uint64_t{0} >> (kMaxSearchedSquares - squares_.size());
    path_ = {first_};
    std::vector<Index> tour;
    if (!extend_path(first_, all & ~bit(first_))) return tour;
    for (const int square : path_) tour.push_back(squares_[static_cast<std::size_t>(square)]);
    return tour;
  }
  bool gave_up() const { return gave_up_; }
  std::uint64_t backtracks() const { return backtracks_; }

 private:
  static std::uint64_t bit(int square) { return std::uint64_t{1} << square; }
  std::uint64_t moves(int square) const { return moves_[static_cast<std::size_t>(square)]; }

  bool extend_path(int here, std::uint64_t unvisited) {
    if (unvisited == 0) return !closed_ || (moves(here) & bit(first_)) != 0;
    if (!can_be_finished(here, unvisited)) return false;
    std::array<int, 8> order{};
    std::size_t number = 0;
    for (std::uint64_t next = moves(here) & unvisited; next != 0; next &= next - 1) {
      order[number++] = std::countr_zero(next);
    }
    std::sort(order.begin(), order.begin() + number, [&](int one, int two) {
      return std::popcount(moves(one) & unvisited) < std::popcount(moves(two) & unvisited);
    });
    for (std::size_t i = 0; i < number; ++i) {
      path_.push_back(order[i]);
      if (extend_path(order[i], unvisited & ~bit(order[i]))) return true;
      path_.pop_back();
      if (gave_up_) return false;
      if (++backtracks_ >= kMaxBacktracks ||
          (backtracks_ % kBacktracksPerPoll == 0 && stop_.stop_requested())) {
        gave_up_ = true;
        return false;
      }
    }
    return false;
  }

  bool can_be_finished(int here, std::uint64_t unvisited) const {
    // A tour joins an unvisited square to two of these: unvisited squares, the present end, and for
    // a closed tour the first square.
    const std::uint64_t open = unvisited | bit(here) | (closed_ ? bit(first_) : 0);
    int ends = 0;
    for (std::uint64_t left = unvisited; left != 0; left &= left - 1) {
      const int ways = std::popcount(moves(std::countr_zero(left)) & open);
      // At the start of a closed tour the first square is also the present end and counts as two.
      if (ways == 0) return false;
      if (ways == 1 && (closed_ ? here != first_ : ++ends > 1)) return false;
    }
    std::uint64_t reached = moves(here) & unvisited;
    for (std::uint64_t edge = reached; edge != 0;) {
      std::uint64_t next = 0;
      for (; edge != 0; edge &= edge - 1) next |= moves(std::countr_zero(edge));
      edge = next & unvisited & ~reached;
      reached |= edge;
    }
    return reached == unvisited;
  }

  bool closed_;
  const std::stop_token& stop_;
  std::vector<Index> squares_;
  std::array<std::uint64_t, kMaxSearchedSquares> moves_{};
  int first_ = 0;
  std::vector<int> path_;
  std::uint64_t backtracks_ = 0;
  bool gave_up_ = false;
};

class TourSearch {
 public:
  TourSearch(const TourOptions& options, TourResult& result)
      : board_(result.rows, result.columns),
        options_(options),
        start_(board_.index(static_cast<std::int64_t>(options.start.row),
                            static_cast<std::int64_t>(options.start.column))),
        random_(options.seed),
        result_(result),
        statistics_(result.statistics) {}

  /// Fills in the squares of a tour, or none when it gave up or was stopped. Throws NoSolution.
  void run() {
    std::vector<Index> path = board_.squares() >= kLarge ? repair_best_walk() : repair_every_walk();
    if (path.empty() && board_.squares() <= kMaxSearchedSquares) path = search_completely();
    result_.squares.reserve(path.size());
    for (const Index square : path) {
      result_.squares.push_back(static_cast<std::uint32_t>(board_.row(square) * board_.columns() +
                                                           board_.column(square)));
    }
  }

 private:
  /// The first walk follows Roth's rule: ties go to the square farthest from the centre of the
  /// board. Later walks measure from random points around it, and every fourth breaks ties at
  /// random.
  std::vector<Index> walk(int number) {
    TieRule rule{false, board_.rows() - 1, board_.columns() - 1};
    if (number > 0) {
      rule.is_random = number % 4 == 0;
      rule.row += offset(board_.rows());
      rule.column += offset(board_.columns());
    }
    ++statistics_.walks;
    return walk_by_warnsdorff(board_, start_, rule, random_, options_.stop);
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
    const bool is_done =
        path.size() == board_.squares() &&
        (!options_.closed || board_.squares() == 1 || board_.is_move(path.back(), path.front()));
    if (is_done) return true;
    PathRepair repair(board_, path);
    const std::uint64_t budget = kMovedPerSquare * board_.squares();
    const bool done = repair.extend(budget, random_, options_.stop) &&
                      (!options_.closed || repair.close(budget, random_, options_.stop));
    statistics_.rotations += repair.rotations();
    return done;
  }

  std::vector<Index> search_completely() {
    CompleteSearch search(board_, options_.closed, options_.stop);
    std::vector<Index> path = search.run(start_);
    statistics_.backtracks = search.backtracks();
    if (path.empty() && !search.gave_up()) {
      throw NoSolution(
          fmt::format("no {} tour: {} x {} from row {}, column {}; every possibility was tried",
                      options_.closed ? "closed" : "open", board_.rows(), board_.columns(),
                      options_.start.row, options_.start.column));
    }
    return path;
  }

  const KnightBoard board_;
  const TourOptions& options_;
  const Index start_;
  base::Random random_;
  TourResult& result_;
  TourStatistics& statistics_;
};

/// Names the theorem that rules such a tour out; nullopt if none does. (Closed tours: Schwenk 1991.
/// Open tours from anywhere: Cull and De Curtins 1978.)
std::optional<std::string> why_no_tour(std::uint64_t rows, std::uint64_t columns,
                                       const TourOptions& options) {
  const auto [few, many] = std::minmax(rows, columns);
  if (many == 1) return std::nullopt;
  const bool is_odd = rows % 2 == 1 && columns % 2 == 1;
  if (options.closed) {
    if (is_odd) {
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
  if (few == 1 || few == 2) {
    return fmt::format("no board with a side of {} has a tour, except 1 x 1", few);
  }
  if (few == 3 && (many == 3 || many == 5 || many == 6)) {
    return "boards of 3 x 3, 3 x 5 and 3 x 6 have no tour";
  }
  if (few == 4 && many == 4) return "the board of 4 x 4 has no tour";
  const Square& start = options.start;
  if (is_odd && (start.row + start.column) % 2 == 1) {
    return "with an odd number of squares a tour begins on the colour of the corners";
  }
  // On a board of four rows an outer square has moves to inner ones only, and there are as many
  // outer as inner squares. A tour from an inner square would have to alternate between inner and
  // outer squares to its end, or it would visit too many inner ones. But then all inner squares
  // would have one colour.
  if ((rows == 4 && (start.row == 1 || start.row == 2)) ||
      (columns == 4 && (start.column == 1 || start.column == 2))) {
    return "on a board with a side of 4 a tour begins on an outer square of that side";
  }
  return std::nullopt;
}

void check_arguments(std::uint64_t rows, std::uint64_t columns, const TourOptions& options) {
  if (rows == 0 || columns == 0 || rows > kMaxTourSquares || columns > kMaxTourSquares ||
      rows * columns > kMaxTourSquares) {
    throw InvalidArgument(fmt::format("board out of range: {} x {}; valid are 1 to {} squares",
                                      rows, columns, kMaxTourSquares));
  }
  if (options.start.row >= rows || options.start.column >= columns) {
    throw InvalidArgument(fmt::format(
        "start outside of the board: row {}, column {}; rows are 0 to {}, columns 0 to {}",
        options.start.row, options.start.column, rows - 1, columns - 1));
  }
  if (const auto why = why_no_tour(rows, columns, options)) {
    throw NoSolution(fmt::format("no {} tour: {} x {} from row {}, column {}; {}",
                                 options.closed ? "closed" : "open", rows, columns,
                                 options.start.row, options.start.column, *why));
  }
}

void search_tour(const TourOptions& options, TourResult& result) {
  const std::uint64_t rows = result.rows;
  const std::uint64_t columns = result.columns;
  check_arguments(rows, columns, options);
  // A repair takes most: positions, also of the border, the path, and a growing list of the rest.
  const KnightBoard board(rows, columns);
  const std::uint64_t bytes = (board.array_size() + 3 * board.squares()) * sizeof(Index);
  run::require_memory(bytes, fmt::format("a tour of {} x {} squares", rows, columns),
                      "take a smaller board or a machine with more");
  TourSearch(options, result).run();
  if (result.squares.empty() && options.stop.stop_requested()) {
    throw Stopped(
        fmt::format("stopped before a tour was found: {} x {} squares; run it again with more time",
                    rows, columns));
  }
  if (result.squares.empty()) {
    throw Stopped(
        fmt::format("no tour found, though there may be one: {} x {} from row {}, column {}; take "
                    "another start",
                    rows, columns, options.start.row, options.start.column));
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
  return !tour.closed || squares == 1 || is_move(tour.squares.back(), tour.squares.front());
}

}  // namespace nqueens
