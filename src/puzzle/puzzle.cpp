// make_puzzles(): one thread makes each puzzle, from its own random numbers. A queen can be removed
// if without it no completion uses another square of its row.
#include "nqueens/puzzle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/numbers.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/ordered_output.hpp"
#include "solve/complete_board.hpp"
#include "verify/verify.hpp"

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
        "number of given queens is missing; only unique puzzles have one of their own");
  }
  if (options.count < 1 || options.count > kMaxPuzzles) {
    throw InvalidArgument(fmt::format("number of puzzles out of range: {}; valid are 1 to {}",
                                      options.count, kMaxPuzzles));
  }
  if (options.max_attempts < 1) {
    throw InvalidArgument("number of attempts out of range: 0; take 1 or more");
  }
}

std::vector<std::size_t> random_order(std::size_t size, base::Random& random) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::shuffle(order, random);
  return order;
}

class PuzzleMaker {
 public:
  /// All arguments must outlive it. Adds to result.puzzles; seed and threads are set already.
  PuzzleMaker(const Board& board, const std::function<void(const Puzzle&)>& take,
              const PuzzleOptions& options, int workers, PuzzleResult& result)
      : empty_(board),
        board_size_(empty_.rows()),
        options_(options),
        seed_(result.seed),
        on_stop_(options.stop, [this] { stop_.request_stop(); }),
        output_([&](Puzzle& puzzle) {
          take(puzzle);
          ++result.puzzles;
          return true;
        }) {
    // Whether a completion exists does not depend on the threads that search for it.
    search_.threads = result.threads / workers;
    search_.stop = stop_.get_token();
  }

  void run() try {
    const auto is_one_left = [this] { return begun_++ < options_.count; };
    while (const std::optional<std::uint64_t> number = output_.begin(is_one_left)) {
      Puzzle puzzle = make(*number);
      const std::size_t bytes =
          puzzle.given.size() * sizeof(Square) + puzzle.solution.size() * sizeof(Column);
      output_.add(*number, std::move(puzzle), bytes);
      output_.end(*number);
    }
  } catch (...) {
    if (!output_.close()) return;
    stop_.request_stop();  // the other threads throw Stopped, which is ignored
    throw;
  }

 private:
  Puzzle make(std::uint64_t number) const {
    base::Random random = base::random_stream(seed_, number);
    const int wanted = options_.given.value_or(0);
    int fewest = board_size_;
    for (std::uint64_t attempt = 0; attempt < options_.max_attempts; ++attempt) {
      const std::vector<Square> solution = random_solution(random);
      const std::vector<Square> given = options_.unique ? spare_queens(solution, wanted, random)
                                                        : some_queens(solution, wanted, random);
      const auto left = static_cast<int>(given.size());
      fewest = std::min(fewest, left);
      // With no queen given, every solution of the board is a completion.
      if (options_.given == 0 && left > 0) {
        throw NoSolution(
            fmt::format("no puzzle exists: N = {}{}, none given, has more than one solution; take "
                        "more given queens",
                        board_size_, variant_text()));
      }
      if (options_.given && left != wanted) continue;
      Puzzle puzzle{given, {}};
      for (const Square& queen : solution) {
        puzzle.solution.push_back(static_cast<Column>(queen.column));
      }
      check(puzzle);
      return puzzle;
    }
    throw Stopped(fmt::format(
        "no puzzle of {} queens with {} given found in {}, the fewest were {}; take more given "
        "queens, more attempts or another seed than {}",
        board_size_, wanted, base::plural(options_.max_attempts, "attempt"), fewest, seed_));
  }

  std::vector<Square> random_solution(base::Random& random) const {
    SolveOptions search = search_;
    search.threads = 1;  // with more, chance decides which solution comes first
    search.seed = random.next();
    const std::optional<solving::Columns> columns = solving::complete(empty_, search);
    if (!columns) {
      throw NoSolution(fmt::format("no solution exists: N = {}{}", board_size_, variant_text()));
    }
    std::vector<Square> queens;
    for (const std::uint8_t column : *columns) queens.push_back({queens.size(), column});
    return queens;
  }

  std::string variant_text() const {
    const Variant variant = empty_.variant();
    return variant == Variant::queens ? "" : fmt::format(", {}", to_string(variant));
  }

  /// Removes queens in random order while the solution stays the only one, until `wanted` are left.
  /// A queen that is needed once stays needed.
  std::vector<Square> spare_queens(const std::vector<Square>& solution, int wanted,
                                   base::Random& random) const {
    std::vector<Square> given = solution;
    for (const std::size_t row : random_order(solution.size(), random)) {
      if (static_cast<int>(given.size()) == wanted) break;
      const Square queen = solution[row];
      std::vector<Square> others = given;
      std::erase(others, queen);
      Problem without = with(others);
      without.block(queen);
      if (!solving::complete(without, search_)) given = std::move(others);
    }
    return given;
  }

  Problem with(const std::vector<Square>& given) const {
    Problem problem = empty_;
    for (const Square& queen : given) problem.require(queen);
    return problem;
  }

  static std::vector<Square> some_queens(const std::vector<Square>& solution, int wanted,
                                         base::Random& random) {
    std::vector<std::size_t> rows = random_order(solution.size(), random);
    rows.resize(static_cast<std::size_t>(wanted));
    std::sort(rows.begin(), rows.end());
    std::vector<Square> given;
    for (const std::size_t row : rows) given.push_back(solution[row]);
    return given;
  }

  void check(const Puzzle& puzzle) const {
    const Problem problem = with(puzzle.given);
    const bool solved = !find_violation(problem, puzzle.solution);
    if (solved &&
        (!options_.unique || !solving::complete_otherwise(problem, puzzle.solution, search_))) {
      return;
    }
    throw Error(
        fmt::format("internal error: wrong puzzle; please report it with N = {}{} and the seed {}",
                    board_size_, variant_text(), seed_));
  }

  const Problem empty_;
  const int board_size_;
  const PuzzleOptions& options_;
  const std::uint64_t seed_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> on_stop_;
  SolveOptions search_;
  std::uint64_t begun_ = 0;
  run::OrderedOutput<Puzzle> output_;
};

}  // namespace

PuzzleResult make_puzzles(const Board& board, const std::function<void(const Puzzle&)>& take,
                          const PuzzleOptions& options) {
  check_arguments(board, options);
  run::Executor executor(options.threads, options.pinning);
  PuzzleResult result;
  result.threads = executor.threads();
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  const auto workers =
      static_cast<int>(std::min(options.count, static_cast<std::uint64_t>(result.threads)));
  PuzzleMaker maker(board, take, options, workers, result);
  base::timed(result, result.seconds, [&] { executor.run([&](int) { maker.run(); }, workers); });
  return result;
}

}  // namespace nqueens
