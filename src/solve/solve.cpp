// solve() and solve_to() check arguments and memory, run the search, and verify the result.
#include "nqueens/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "base/cpu_features.hpp"
#include "base/file.hpp"
#include "base/numbers.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "domain/attacks.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "placements/board_file.hpp"
#include "placements/npy.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "run/periodic_call.hpp"
#include "solve/algorithms.hpp"
#include "solve/complete_board.hpp"
#include "solve/given_queens.hpp"
#include "solve/placement_output.hpp"
#include "solve/search.hpp"
#include "verify/marks.hpp"
#include "verify/verify.hpp"

namespace nqueens {

namespace {

void check_size(const Board& board, std::uint64_t max_size = kMaxPlacementSize) {
  if (board.rows() == 0 || board.rows() > max_size) {
    throw InvalidArgument(
        fmt::format("board size out of range: {}; valid are 1 to {}", board.rows(), max_size));
  }
}

/// Tells whether the MRV search solves the board: where it is asked for, and a restricted board of
/// up to 64 rows, unless only squares restrict it and an option asks for another search. Throws
/// InvalidArgument where it is asked for on a large board.
bool takes_mrv(const Board& board, const SolveOptions& options) {
  if (options.algorithm == solving::kMrv) {
    if (!board.is_large()) return true;
    throw InvalidArgument(
        fmt::format("algorithm {} takes at most {} rows and columns, not {}; leave it out",
                    solving::kMrv, kMaxProblemSize, board.rows()));
  }
  if (board.is_plain() || board.is_large()) return false;
  const bool any_search = options.algorithm == "auto" && options.max_starts == 0 &&
                          options.max_moves == 0 && options.start.empty();
  return any_search || !board.has_only_squares();
}

/// Throws InvalidArgument, and names the algorithms that take `what`, if this one does not.
void require_able(const solving::Algorithm& algorithm, bool takes(const solving::Algorithm&),
                  std::string_view what) {
  if (takes(algorithm)) return;
  std::vector<std::string_view> able;
  for (const solving::Algorithm& one : solving::all_algorithms()) {
    if (takes(one)) able.push_back(one.name);
  }
  throw InvalidArgument(
      fmt::format("{} needs another algorithm than {}: one of {}; or leave it out", what,
                  algorithm.name, fmt::join(able, ", ")));
}

/// Throws InvalidPlacement for a start that is no placement on the board, or none of this
/// algorithm.
void check_start(Placement start, const Board& board, const solving::Algorithm& algorithm) {
  verifying::verify_columns(start, board, {.threads = 1}, {}, "the start");
  if (!algorithm.needs_permutation) return;
  std::ranges::sort(start);
  const auto twice = std::ranges::adjacent_find(start);
  if (twice == start.end()) return;
  throw InvalidPlacement(fmt::format(
      "two queens in column {} at the start; algorithm {} exchanges columns, so each must have one",
      *twice, algorithm.name));
}

/// Throws InvalidArgument for options that do not apply to the algorithm, and for bad given queens;
/// InvalidPlacement for a bad start.
const solving::Algorithm& choose_algorithm(const Board& board, const SolveOptions& options) {
  const solving::Algorithm& algorithm =
      board.is_plain() ? solving::find_algorithm(options.algorithm, board.rows())
                       : solving::find_algorithm_with_given(options.algorithm);
  if (options.max_moves != 0) {
    require_able(
        algorithm, [](const auto& one) { return one.takes_max_moves; }, "a limit of moves");
  }
  if (!options.start.empty()) {
    require_able(
        algorithm, [](const auto& one) { return one.search_with_start != nullptr; },
        "a given start");
    check_start(options.start, board, algorithm);
  }
  if (options.seed && !algorithm.is_random) {
    throw InvalidArgument(
        fmt::format("algorithm {} takes no seed: nothing is random; leave it out", algorithm.name));
  }
  if (!board.is_plain()) checked_queens(board);
  return algorithm;
}

const solving::SearchMaker& search_of(const solving::Algorithm& algorithm, const Board& board,
                                      const SolveOptions& options) {
  if (!options.start.empty()) return *algorithm.search_with_start;
  return board.is_plain() ? algorithm.search : *algorithm.search_with_given;
}

/// Boards from here on are shared by all threads by default: starting threads takes as long as
/// filling a hundred thousand rows.
constexpr std::uint64_t kSharedFrom = 1'000'000;

/// Where threads race, the default is one. A race helps only if the times of searches vary, and
/// from 1000 queens on they do not, but each racer needs its own memory, cache and memory bandwidth
/// (qs4 at 10^7: 188 ms on one thread, 377 ms on two).
int choose_threads(const solving::Algorithm& algorithm, std::uint64_t board_size,
                   const SolveOptions& options) {
  if (options.threads != 0) {
    return std::min(run::useful_threads(options.threads), algorithm.max_threads);
  }
  if (!algorithm.threads_share_board || board_size < kSharedFrom) return 1;
  return std::min(run::default_threads(), algorithm.max_threads);
}

std::uint64_t memory_bytes(const solving::Algorithm& algorithm, const Board& board,
                           const SolveOptions& options) {
  const std::uint64_t board_size = board.rows();
  const auto racers =
      algorithm.threads_share_board
          ? std::uint64_t{1}
          : static_cast<std::uint64_t>(choose_threads(algorithm, board_size, options));
  const std::uint64_t given =
      solving::GivenQueens::memory_bytes(board_size, board.given().size(), board.blocked().size());
  const std::uint64_t searches =
      racers * search_of(algorithm, board, options).memory_bytes(board_size) + given;
  // When it is verified, only the placement is left of the search.
  const std::uint64_t verification =
      board_size * sizeof(Column) + (options.verify ? board_size * 5 / 8 : 0) + given;
  return std::max(searches, verification);
}

/// With given queens starts are limited by default: there may be no completion, and where there is
/// one, few starts nearly always find it.
constexpr std::uint64_t kMaxStartsWithGiven = 1000;

/// Returns 0 for no limit.
std::uint64_t max_starts(const Board& board, const SolveOptions& options) {
  return options.max_starts == 0 && !board.is_plain() ? kMaxStartsWithGiven : options.max_starts;
}

/// Says what is needed to repeat the search: "N = 8 and seed 7".
std::string subject(const Board& board, const SolveResult& result) {
  return fmt::format("N = {}{}", board.rows(),
                     result.seed ? fmt::format(" and seed {}", *result.seed) : "");
}

/// Returns the solution of the first successful start; it stops the others. Threads that do not
/// share the board race, each with its own starts; a single thread makes all starts in order, which
/// is reproducible. Returns nullopt where no start allowed finds one, or when stopped.
std::optional<Placement> search_solution(const Board& board, const solving::Algorithm& algorithm,
                                         const SolveOptions& options,
                                         const solving::SearchTools& tools, run::Executor& executor,
                                         SolveResult& result) {
  std::uint64_t limit = max_starts(board, options);
  if (limit == 0) limit = ~std::uint64_t{0};
  solving::Starts starts(search_of(algorithm, board, options), board.rows(),
                         result.seed.value_or(0), limit, options.stop);
  std::mutex mutex;
  std::optional<Placement> solution;
  const auto keep = [&](Placement placement) {
    const std::lock_guard lock(mutex);
    if (!solution) solution = std::move(placement);  // else another thread was faster
    return false;
  };
  if (algorithm.threads_share_board) {
    starts.make(tools, keep);
  } else {
    executor.run([&](int worker) {
      solving::SearchTools own = tools;
      if (worker > 0) own.progress = nullptr;  // progress shows the first thread
      starts.make(own, keep);
    });
  }
  solving::add(result.statistics, starts.totals());
  return solution;
}

/// Tells whether the exhaustive search for few free rows found the placement. Throws NoSolution
/// where it proves that there is none.
bool complete_few_rows(const solving::GivenQueens& given, std::uint64_t max_placed,
                       const SolveOptions& options, SolveResult& result) {
  const base::Stopwatch watch;
  const solving::FewRowsResult completion = solving::complete_few_rows(
      given, max_placed, options.stop, result.placement, result.statistics.nodes);
  if (completion == solving::FewRowsResult::none) {
    const std::string with =
        given.size() == 0 ? "blocked squares" : base::plural(given.size(), "given queen");
    throw NoSolution(
        fmt::format("no {} exists: N = {} with {}; all ways to fill the {} free rows were tried",
                    given.goal(), given.board_size(), with, given.free_rows()));
  }
  result.statistics.start_seconds += watch.seconds();
  return completion == solving::FewRowsResult::found;
}

/// The exhaustive search may place this many queens before the starts (some milliseconds), and
/// after all have stalled (some seconds).
constexpr std::uint64_t kPlacedBefore = 20'000;
constexpr std::uint64_t kPlacedAfter = 4'000'000;

void find_placement(const Board& board, const solving::Algorithm& algorithm,
                    const SolveOptions& options, const solving::SearchTools& tools,
                    run::Executor& executor, SolveResult& result) {
  const solving::GivenQueens* const given = tools.given;
  if (given != nullptr) {
    given->require_free_squares(options.stop);
    if (complete_few_rows(*given, kPlacedBefore, options, result)) return;
  }
  if (auto found = search_solution(board, algorithm, options, tools, executor, result)) {
    result.placement = *std::move(found);
    return;
  }
  if (given != nullptr && complete_few_rows(*given, kPlacedAfter, options, result)) return;
  if (options.stop.stop_requested()) {
    throw Stopped(fmt::format("stopped before a solution was found: {}", subject(board, result)));
  }
  throw Stopped(
      fmt::format("no {} within the starts allowed: {}; {}allow more of them{}",
                  given == nullptr ? "solution" : given->goal(), max_starts(board, options),
                  given == nullptr ? "" : "there may be none; ",
                  result.seed ? fmt::format(" or take another seed than {}", *result.seed) : ""));
}

SolveProgress snapshot(const solving::SearchProgress& progress, bool is_verifying) {
  // The phase is read before the rows: a repair begins only when all rows are counted.
  SolveProgress now;
  const std::uint64_t starts = progress.starts.load();
  now.restarts = starts - std::min<std::uint64_t>(1, starts);
  now.phase = is_verifying            ? SolveProgress::Phase::verification
              : progress.is_putting   ? SolveProgress::Phase::output
              : progress.is_repairing ? SolveProgress::Phase::repair
                                      : SolveProgress::Phase::start;
  const bool is_output = now.phase == SolveProgress::Phase::output;
  now.rows = is_output ? progress.rows_out.load() : progress.rows.load();
  return now;
}

void verify_solution(const Board& board, const SolveOptions& options,
                     const solving::Algorithm& algorithm, SolveResult& result) {
  const base::Stopwatch watch;
  const VerifyResult verified = verifying::verify_columns(
      result.placement, board,
      {.threads = result.threads, .pinning = options.pinning, .stop = options.stop});
  if (!verified.is_solution()) {
    throw Error(
        fmt::format("internal error: {} returned a wrong placement: {}; please report it with {}",
                    algorithm.name, *verified.violation, subject(board, result)));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds();
}

void verify_output(const Board& board, const SolveOptions& options,
                   const solving::Algorithm& algorithm, solving::PlacementOutput& output,
                   run::Executor& executor, SolveResult& result) {
  const base::Stopwatch watch;
  const bool is_solution = output.is_solution(executor, options.stop);
  if (options.stop.stop_requested()) {
    throw Stopped(
        fmt::format("stopped before the placement was verified: {}", subject(board, result)));
  }
  if (!is_solution) {
    throw Error(
        fmt::format("internal error: {} put out a wrong placement; please report it with {}",
                    algorithm.name, subject(board, result)));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds() + output.marking_seconds() / result.threads;
}

std::uint64_t streamed_bytes(std::uint64_t board_size, const SolveOptions& options) {
  return solving::windowed_fill_bytes(board_size) +
         (options.verify ? verifying::LineMarks::memory_bytes(board_size) : 0);
}

/// Puts the placement into the result, or sends it to `output`, if the algorithm streams.
void search_and_verify(const Board& board, const solving::Algorithm& algorithm,
                       const SolveOptions& options, solving::PlacementOutput* output,
                       SolveResult& result) {
  const base::Stopwatch watch;
  solving::require_solvable(board.rows());
  solving::SearchProgress progress;
  run::Executor executor(result.threads, options.pinning);
  solving::SearchTools tools;
  tools.executor = algorithm.threads_share_board ? &executor : nullptr;
  tools.instruction_set = base::parse_instruction_set(options.instruction_set);
  tools.progress = &progress;
  tools.max_moves = options.max_moves;
  tools.start = options.start;
  tools.output = output;
  std::optional<solving::GivenQueens> given;
  if (!board.is_plain()) {
    tools.given = &given.emplace(board);
    result.given = given->size();
  }
  std::atomic<bool> is_verifying{false};
  std::function<void()> report;
  if (options.on_progress) {
    report = [&] {
      SolveProgress now = snapshot(progress, is_verifying);
      now.board_size = board.rows();
      now.seconds = watch.seconds();
      options.on_progress(now);
    };
  }
  const run::PeriodicCall reporter(report, options.progress_interval);
  find_placement(board, algorithm, options, tools, executor, result);
  is_verifying = true;
  if (output == nullptr) {
    if (options.verify) verify_solution(board, options, algorithm, result);
    return;
  }
  if (options.verify) verify_output(board, options, algorithm, *output, executor, result);
  output->finish();
}

SolveResult search_board(const Board& board, const solving::Algorithm& algorithm,
                         const SolveOptions& options, solving::PlacementOutput* output) {
  SolveResult result;
  result.algorithm = algorithm.name;
  result.instruction_set = base::to_string(
      algorithm.instruction_set(base::parse_instruction_set(options.instruction_set)));
  result.threads = choose_threads(algorithm, board.rows(), options);
  if (algorithm.is_random) result.seed = options.seed ? *options.seed : base::seed_of_system();
  result.memory_bytes = output == nullptr ? memory_bytes(algorithm, board, options)
                                          : streamed_bytes(board.rows(), options);
  const std::string what = fmt::format("a board of {} queens on {}", board.rows(),
                                       base::plural(result.threads, "thread"));
  const std::string advice = algorithm.threads_share_board || result.threads == 1
                                 ? "take a smaller board or a machine with more"
                                 : "take fewer threads or a smaller board";
  run::require_memory(result.memory_bytes, what, advice);
  try {
    base::timed(result, result.statistics.seconds,
                [&] { search_and_verify(board, algorithm, options, output, result); });
  } catch (IoError& error) {
    error.seed = result.repeating_seed();
    throw;
  } catch (const std::bad_alloc&) {
    throw InsufficientMemory(fmt::format("not enough memory for {}: it needs {}; {}", what,
                                         run::format_bytes(result.memory_bytes), advice));
  }
  return result;
}

/// Checks the options. Returns the algorithm if it puts out rows while it fills the board; null if
/// the placement is held in memory first.
const solving::Algorithm* streaming_algorithm(const Board& board, const SolveOptions& options) {
  check_size(board, kMaxStreamedSize);
  if (board.is_plain() && !takes_mrv(board, options)) {
    const solving::Algorithm& algorithm = choose_algorithm(board, options);
    if (algorithm.streams) return &algorithm;
  }
  check_size(board);
  return nullptr;
}

/// Serves algorithms and formats that need the whole placement in memory.
SolveResult solve_then(const Board& board, const SolveOptions& options,
                       const std::function<void(const Placement&)>& put) {
  SolveResult result = solve(board, options);
  try {
    put(std::exchange(result.placement, {}));
  } catch (Error& error) {
    error.so_far = fields(result);
    if (auto* const failed = dynamic_cast<IoError*>(&error)) failed->seed = result.repeating_seed();
    throw;
  }
  return result;
}

}  // namespace

std::uint64_t solve_memory_bytes(const Board& board, const SolveOptions& options) {
  check_size(board);
  if (takes_mrv(board, options)) return 0;
  return memory_bytes(choose_algorithm(board, options), board, options);
}

std::uint64_t streamed_memory_bytes(const Board& board, const SolveOptions& options) {
  return streaming_algorithm(board, options) != nullptr ? streamed_bytes(board.rows(), options)
                                                        : solve_memory_bytes(board, options);
}

SolveResult solve(const Board& board, const SolveOptions& options) {
  check_size(board);
  if (takes_mrv(board, options)) return solving::solve_by_mrv(board, options);
  return search_board(board, choose_algorithm(board, options), options, nullptr);
}

SolveResult solve_to(const ColumnReceiver& receive, const Board& board,
                     const SolveOptions& options) {
  if (const solving::Algorithm* const algorithm = streaming_algorithm(board, options)) {
    const auto output = solving::output_to(receive, board.rows(), options.verify);
    return search_board(board, *algorithm, options, output.get());
  }
  return solve_then(board, options, [&](const Placement& placement) {
    constexpr std::size_t kColumns = 8192;
    std::vector<std::uint64_t> some;
    for (std::size_t row = 0; receive && row < placement.size(); row += some.size()) {
      const auto columns = std::span(placement).subspan(row);
      some.assign(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(
                                                         std::min(kColumns, columns.size())));
      receive(row, some);
    }
  });
}

SolveResult solve_to_descriptor(int descriptor, const std::string& name, PlacementFormat format,
                                const Board& board, const SolveOptions& options) {
  const std::uint64_t board_size = board.rows();
  if (format == PlacementFormat::board) require_drawable(board_size, board.columns());
  const solving::Algorithm* const algorithm = streaming_algorithm(board, options);
  if (algorithm == nullptr || format == PlacementFormat::board) {
    return solve_then(board, options, [&](const Placement& placement) {
      write_placement(descriptor, name, placement, format, board.columns());
    });
  }
  const int bytes = format == PlacementFormat::npy ? placements::column_bytes(board_size) : 0;
  const auto output = solving::output_to(descriptor, name, base::seekable_position(descriptor),
                                         board_size, bytes, options.verify);
  return search_board(board, *algorithm, options, output.get());
}

SolveResult solve_to_file(const std::filesystem::path& path, PlacementFormat format,
                          const Board& board, const SolveOptions& options) {
  base::OutputFile file(path);
  SolveResult result = solve_to_descriptor(file.descriptor(), file.name(), format, board, options);
  file.commit();
  return result;
}

std::optional<double> SolveProgress::fraction() const {
  const bool rows_tell = phase != Phase::repair && phase != Phase::tree && board_size > 0;
  if (!rows_tell) return std::nullopt;
  return std::min(1.0, static_cast<double>(rows) / static_cast<double>(board_size));
}

}  // namespace nqueens
