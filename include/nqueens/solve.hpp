// Finds one solution of a board, also of very large and of restricted ones; and collects the
// different solutions that many random starts of a search find.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/placement_file.hpp"

namespace nqueens {

struct SolveProgress {
  enum class Phase {
    start,         ///< rows get their queens
    repair,        ///< queens in conflict move
    tree,          ///< on restricted boards queens are placed and taken back
    output,        ///< solve_to() and its like hand rows over
    verification,  ///< the placement is checked
  };
  Phase phase = Phase::start;
  std::uint64_t board_size = 0;
  std::uint64_t rows = 0;      ///< rows with a queen; in the phase output rows handed over
  std::uint64_t restarts = 0;  ///< starts given up; of one thread if threads race
  std::uint64_t nodes = 0;     ///< queens placed by backtracking, by all threads
  double seconds = 0;          ///< since the call began
  /// The part of the rows, 0 to 1; absent in the phases repair and tree, where rows tell nothing.
  std::optional<double> fraction() const;
};

struct SolveOptions {
  /// Name of an algorithm (see algorithms() in info.hpp), or "auto": the fastest for the board.
  std::string algorithm = "auto";
  /// 1 to kMaxThreads; 0 lets the library choose. With "windowed" (at most 64 threads), "explicit"
  /// and "mrv" all threads share one search; with the others they race independent starts.
  int threads = 0;
  Pinning pinning = Pinning::automatic;
  /// Best instruction set of kernels, or "auto": see info.hpp. It does not change the placement.
  std::string instruction_set = "auto";
  /// If absent, the system gives one. The same seed gives the same placement, bit for bit, on every
  /// machine: with "windowed" on any number of threads, with the others on one thread. Only
  /// algorithms with AlgorithmInfo::is_random take one.
  std::optional<std::uint64_t> seed{};
  bool verify = true;  ///< whether the placement is checked before it is returned
  /// Starts, of all threads together, after which the search throws Stopped; 0: no limit, or 1000
  /// with given queens or blocked squares.
  std::uint64_t max_starts = 0;
  /// Moves after which a start is given up and the next one begins; 0: the algorithm's own rule.
  /// Only algorithms with AlgorithmInfo::takes_max_moves take it.
  std::uint64_t max_moves = 0;
  /// The first start: columns row by row, with or without conflicts; with "first-choice", which
  /// exchanges them, each column once. Later starts are the algorithm's own. Empty: all are. Only
  /// algorithms with AlgorithmInfo::takes_start take it.
  Placement start{};
  std::stop_token stop{};  ///< ends the search within about 100 ms by the exception Stopped
  /// Called about every progress_interval (0: never) by a thread of the library; must not throw.
  std::function<void(const SolveProgress&)> on_progress{};
  std::chrono::milliseconds progress_interval{200};
};

/// What a search did: totals over all starts and threads. If threads race, the seconds of starts
/// and repairs may add up to more than those of the call.
struct SolveStatistics {
  std::uint64_t initial_conflicts = 0;  ///< attacking pairs before repairs, counted by lines
  std::uint64_t probes = 0;             ///< squares tried before repairs
  std::uint64_t evaluations = 0;        ///< moves that repairs have tried
  std::uint64_t moves = 0;              ///< moves that repairs made
  std::uint64_t exchanges = 0;          ///< exchanges of four rows at local optima
  std::uint64_t restarts = 0;           ///< starts given up
  std::uint64_t nodes = 0;              ///< queens placed by backtracking
  double start_seconds = 0;             ///< building starting placements
  double repair_seconds = 0;  ///< moves until no conflict is left, or the start is given up
  double output_seconds = 0;  ///< handing rows over after the repair
  double verify_seconds = 0;  ///< the final check; 0 without one
  double seconds = 0;         ///< of the whole call
};

struct SolveResult {
  Placement placement;
  std::string algorithm;        ///< one of algorithms()
  std::string instruction_set;  ///< of its kernels
  int threads = 0;
  std::optional<std::uint64_t> seed;  ///< none if nothing is random
  std::uint64_t given = 0;            ///< queens that the board gives
  /// The bytes that the search reserved, all threads together; 0 for mrv, which needs next to none.
  std::uint64_t memory_bytes = 0;
  bool verified = false;
  SolveStatistics statistics;

  /// Returns the seed if it gives this placement again: see SolveOptions::seed.
  std::optional<std::uint64_t> repeating_seed() const {
    return threads == 1 || algorithm == "windowed" ? seed : std::nullopt;
  }
};

/// Finds one solution, a random one (not all are equally likely). The placement has the columns row
/// by row; on a board with more columns than rows some columns stay empty.
///
/// Plain and large boards are solved by the algorithm of the options; only some algorithms take
/// given queens and blocked squares: see AlgorithmInfo::takes_given. Other boards of up to
/// kMaxProblemSize rows are solved by "mrv", unless only squares restrict them and an algorithm,
/// max_starts, max_moves or a start is set. "mrv" takes every board of up to kMaxProblemSize rows;
/// all threads share its search. With one thread, the default if a seed is set, the same seed gives
/// the same placement. At worst its time is exponential in the size of the board. Where squares
/// restrict a board, at most 256 rows are free, and mrv is not used, an exhaustive search of some
/// milliseconds comes first. It is not random.
///
/// Throws InvalidArgument for a size of 0 or above kMaxPlacementSize, for a bad option, and for one
/// that the search does not have; NoSolution if there is provably none: for N = 2 and 3, by a row
/// or column without a free square, by mrv, or, if at most 256 rows are free, by an exhaustive
/// search, which may end undecided; InsufficientMemory before any work if solve_memory_bytes() is
/// more than this process may take; and Stopped.
SolveResult solve(const Board& board, const SolveOptions& options = {});

/// `columns` are those of the rows from `first_row` on.
using ColumnReceiver =
    std::function<void(std::uint64_t first_row, std::span<const std::uint64_t> columns)>;

/// solve() for boards of up to kMaxStreamedSize rows: the receiver gets the columns in the order of
/// rows, some thousand at a time, and the placement of the result is empty. Calls come one after
/// the other, from any thread. What the receiver throws ends the search and is thrown here,
/// std::bad_alloc perhaps as InsufficientMemory. The last columns come only once the placement is
/// verified. An empty receiver drops them.
///
/// Algorithm "windowed" then needs 0.63 bytes per queen, and as much again to verify. With a
/// receiver it fills the board twice; the first time tells which rows the repair changes. Other
/// algorithms hold the placement in memory first, and solve no board above kMaxPlacementSize. The
/// same seed gives the placement of solve(). Throws as solve() does.
SolveResult solve_to(const ColumnReceiver& receive, const Board& board,
                     const SolveOptions& options = {});

/// Does the same into a file, which appears only when it is complete and verified. Devices, pipes
/// and /dev/stdout are written in place, the header of an array last if bytes can be written in any
/// order. Also throws IoError, with its seed, and InvalidArgument for too large a drawing, before
/// any work.
SolveResult solve_to_file(const std::filesystem::path& path, PlacementFormat format,
                          const Board& board, const SolveOptions& options = {});

/// Does the same to an open file descriptor, which errors call `name`.
SolveResult solve_to_descriptor(int descriptor, const std::string& name, PlacementFormat format,
                                const Board& board, const SolveOptions& options = {});

/// Finds a solution other than the one given; nullopt if that is the only one. Searches by mrv,
/// also on plain boards, of at most kMaxProblemSize rows. Options and errors as for solve(); throws
/// InvalidPlacement if `solution` is none.
std::optional<SolveResult> solve_other(const Board& board, std::span<const Column> solution,
                                       const SolveOptions& options = {});

/// Returns the bytes that solve() will reserve with these options, the result included.
std::uint64_t solve_memory_bytes(const Board& board, const SolveOptions& options = {});
/// Returns the bytes that solve_to() and its like will reserve.
std::uint64_t streamed_memory_bytes(const Board& board, const SolveOptions& options = {});

struct CollectOptions {
  std::string algorithm = "steepest";  ///< one with AlgorithmInfo::has_starts and is_random
  std::uint64_t starts = 1000;
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// If absent, the system gives one. The same seed gives the same result on any number of threads.
  std::optional<std::uint64_t> seed{};
  /// Keeps only fundamental solutions: the least of each orbit under the symmetries of the square.
  bool fundamental = false;
  std::stop_token stop{};  ///< ends the search early, with what it has found
};

struct CollectResult {
  std::vector<Placement> solutions;  ///< each once, in lexicographic order
  std::uint64_t starts = 0;          ///< starts made: all, unless it was stopped
  std::uint64_t solved = 0;          ///< starts that ended in a solution
  int threads = 0;
  std::uint64_t seed = 0;
  double seconds = 0;
};

/// All solutions are held in memory.
inline constexpr std::uint64_t kMaxCollectSize = 100'000;

/// Makes options.starts starts, each as solve() does, and keeps every different solution. Throws
/// InvalidArgument for a size outside 1 to kMaxCollectSize or a bad option, NoSolution for 2 and 3.
CollectResult collect(std::uint64_t board_size, const CollectOptions& options = {});

}  // namespace nqueens
