// make_puzzles(): threads make one puzzle each, from random numbers of its own, and hand them over
// in order. A queen can be spared when the others leave its row no other square in any completion.
#include "nqueens/puzzle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "search/complete_board.hpp"
#include "search/solver.hpp"
#include "verify/find_violation.hpp"

namespace nqueens {

namespace {

void check_arguments(const Board& board, const PuzzleOptions& options) {
  if (board.rows() < 1 || board.is_large()) {
    throw InvalidArgument(fmt::format("board size out of range: {}; valid are 1 to {}",
                                      board.rows(), kMaxProblemSize));
  }
  if (board != Board(board.rows(), board.variant())) {
    throw InvalidArgument("puzzles are made of square boards without restrictions");
  }
  const auto board_size = static_cast<int>(board.rows());
  if (options.given && (*options.given < 0 || *options.given > board_size)) {
    throw InvalidArgument(fmt::format("number of given queens out of range: {}; valid are 0 to {}",
                                      *options.given, board_size));
  }
  if (!options.given && !options.unique) {
    throw InvalidArgument(
        "number of given queens is missing; only unique puzzles have one of "
        "their own");
  }
  if (options.count < 1 || options.count > kMaxPuzzles) {
    throw InvalidArgument(fmt::format("number of puzzles out of range: {}; valid are 1 to {}",
                                      options.count, kMaxPuzzles));
  }
  if (options.max_attempts < 1) {
    throw InvalidArgument("number of attempts out of range: 0; take 1 or more");
  }
}

std::vector<int> random_order(int size, base::Random& random) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
  }
  return order;
}

class PuzzleMaker {
 public:
  PuzzleMaker(const Board& board, const std::function<void(const Puzzle&)>& take,
              const PuzzleOptions& options, std::uint64_t seed, int threads)
      : empty_(board),
        board_size_(empty_.rows()),
        take_(take),
        options_(options),
        seed_(seed),
        on_stop_(options.stop, [this] { stop_.request_stop(); }) {
    // Whether there is a completion does not depend on the threads that look for one.
    const auto workers =
        std::min<std::uint64_t>(options.count, static_cast<std::uint64_t>(threads));
    search_.threads = std::max(1, threads / static_cast<int>(workers));
    search_.stop = stop_.get_token();
  }

  /// Called by every thread; rethrow_error() afterwards.
  void run() try {
    while (const std::optional<std::uint64_t> number = next()) hand_over(*number, make(*number));
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    stop_.request_stop();  // the other threads, whose Stopped says nothing
  }

  /// The first exception of run(), if any.
  void rethrow_error() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// Puzzles handed over. Precondition: no run() is under way.
  std::uint64_t taken() const { return taken_; }

 private:
  std::optional<std::uint64_t> next() {
    const std::lock_guard lock(mutex_);
    if (begun_ == options_.count) return std::nullopt;
    return begun_++;
  }

  void hand_over(std::uint64_t number, Puzzle puzzle) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(number, std::move(puzzle));
    while (!waiting_.empty() && waiting_.begin()->first == taken_) {
      take_(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++taken_;
    }
  }

  Puzzle make(std::uint64_t number) const {
    base::Random random = search::random_of_start(seed_, number);
    const int wanted = options_.given.value_or(0);
    int fewest = board_size_;
    for (std::uint64_t attempt = 0; attempt < options_.max_attempts; ++attempt) {
      const std::vector<Column> solution = random_solution(random);
      const std::vector<Square> given = options_.unique ? spare_queens(solution, wanted, random)
                                                        : some_queens(solution, wanted, random);
      const auto left = static_cast<int>(given.size());
      fewest = std::min(fewest, left);
      // Without given queens every solution of the board is a completion.
      if (options_.given == 0 && left > 0) {
        throw NoSolution(fmt::format(
            "no puzzle exists: N = {}{}, none given, has more than one solution; take more given "
            "queens",
            board_size_, variant_text()));
      }
      if (options_.given && left != wanted) continue;
      Puzzle puzzle{given, Placement(solution.begin(), solution.end())};
      check(puzzle);
      return puzzle;
    }
    throw Stopped(
        fmt::format("no puzzle of {} queens with {} given found in {} attempt{}, the fewest were "
                    "{}; take more given queens, more attempts or another seed than {}",
                    board_size_, wanted, options_.max_attempts,
                    options_.max_attempts == 1 ? "" : "s", fewest, seed_));
  }

  std::vector<Column> random_solution(base::Random& random) const {
    SolveOptions search = search_;
    search.threads = 1;  // of several, chance decides which finds one first
    search.seed = random.next();
    const search::Completion found = search::complete(empty_, search);
    if (!found.columns) {
      throw NoSolution(fmt::format("no solution exists: N = {}{}", board_size_, variant_text()));
    }
    return {found.columns->begin(), found.columns->end()};
  }

  std::string variant_text() const {
    const Variant variant = empty_.variant();
    return variant == Variant::queens ? "" : fmt::format(", {}", to_string(variant));
  }

  /// Takes queens away, in a random order, that are not needed for the solution to be the only one,
  /// until `wanted` are left. One that is needed now is needed later as well.
  std::vector<Square> spare_queens(const std::vector<Column>& solution, int wanted,
                                   base::Random& random) const {
    std::vector<Square> given = queens_of(solution);
    for (const int row : random_order(board_size_, random)) {
      if (static_cast<int>(given.size()) == wanted) break;
      const Square queen = queens_of(solution)[static_cast<std::size_t>(row)];
      std::vector<Square> others = given;
      std::erase(others, queen);
      Problem without = with(others);
      without.block(queen);
      if (!search::complete(without, search_).columns) given = std::move(others);
    }
    return given;
  }

  Problem with(const std::vector<Square>& given) const {
    Problem problem = empty_;
    for (const Square& queen : given) problem.require(queen);
    return problem;
  }

  std::vector<Square> some_queens(const std::vector<Column>& solution, int wanted,
                                  base::Random& random) const {
    std::vector<int> rows = random_order(board_size_, random);
    rows.resize(static_cast<std::size_t>(wanted));
    std::sort(rows.begin(), rows.end());
    std::vector<Square> given;
    for (const int row : rows) given.push_back(queens_of(solution)[static_cast<std::size_t>(row)]);
    return given;
  }

  static std::vector<Square> queens_of(const std::vector<Column>& solution) {
    std::vector<Square> queens;
    for (std::size_t row = 0; row < solution.size(); ++row) queens.push_back({row, solution[row]});
    return queens;
  }

  void check(const Puzzle& puzzle) const {
    const Problem problem = with(puzzle.given);
    const bool solved = !find_violation(problem, puzzle.solution);
    if (solved && (!options_.unique ||
                   !search::complete_otherwise(problem, puzzle.solution, search_).columns)) {
      return;
    }
    throw Error(
        fmt::format("internal error: wrong puzzle; please report it with N = {}{} and the seed {}",
                    board_size_, variant_text(), seed_));
  }

  const Problem empty_;
  const int board_size_;
  const std::function<void(const Puzzle&)>& take_;
  const PuzzleOptions& options_;
  const std::uint64_t seed_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> on_stop_;
  SolveOptions search_;
  std::mutex mutex_;  // of what follows
  std::uint64_t begun_ = 0;
  std::uint64_t taken_ = 0;
  std::map<std::uint64_t, Puzzle> waiting_;  ///< for an earlier one
  std::exception_ptr error_;
};

}  // namespace

PuzzleResult make_puzzles(const Board& board, const std::function<void(const Puzzle&)>& take,
                          const PuzzleOptions& options) {
  check_arguments(board, options);
  run::Executor executor(options.threads, options.pinning);
  PuzzleResult result;
  result.threads = executor.threads();
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  PuzzleMaker maker(board, take, options, result.seed, result.threads);
  const auto workers = std::min(options.count, static_cast<std::uint64_t>(result.threads));
  base::timed(result, result.seconds, [&] {
    executor.run([&](int) { maker.run(); }, static_cast<int>(workers));
    result.puzzles = maker.taken();
    maker.rethrow_error();
  });
  return result;
}

}  // namespace nqueens
