// Exact counting: the number of solutions of a board.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

/// Longest count of a restricted board that starts unasked, in core seconds: 1,000 core hours.
inline constexpr double kLongestUnaskedCount = 3.6e6;

struct CountOptions {
  /// Name of a counting engine (engines() in info.hpp), or "auto". On plain boards "auto" is
  /// "simd", from 17 queens on "colour-join"; on restricted boards it is the engine predicted to be
  /// fastest with AVX-512, on every machine.
  std::string engine = "auto";
  /// Best instruction set of kernels: "auto" or one of instruction_sets() (info.hpp). An engine
  /// without kernels for it uses the next lower set that it has.
  std::string instruction_set = "auto";
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// Without this, NeedsConfirmation refuses plain boards above kLargestComputedSize and, unless a
  /// shard is counted, restricted ones predicted to take longer than kLongestUnaskedCount. A
  /// journal that exists may be resumed without it.
  bool allow_uncomputed = false;
  /// How finely the count is cut into tasks; chosen from the board alone if absent. Decompositions
  /// "rows" and "side-columns": how many queens a task fixes. "row-sets": 0 makes each row set a
  /// task, 1 splits those above 1/128 of the predicted work, and each further step halves that
  /// limit. "squares": how often a task has chosen among the squares of a line.
  std::optional<int> depth{};
  /// Where finished tasks are recorded; empty: nowhere. A missing or empty file begins a journal. A
  /// journal is resumed: its plan and its finished tasks are kept, and engine "auto" is the fastest
  /// on this machine that counts the tasks of that plan.
  std::filesystem::path journal{};
  /// Journals of one plan, whose tasks count_shard() and plan_count() leave out. A new journal
  /// takes over their plan.
  std::vector<std::filesystem::path> except{};
  std::stop_token stop{};  ///< ends the run by Stopped, within about 100 ms (opencl: longer)
  /// Called once, when all is checked and the first task is about to begin.
  std::function<void(const struct CountStart&)> on_start{};
  /// Called about every progress_interval (0: not during the run), and once at the end.
  ProgressCallback on_progress{};
  std::chrono::milliseconds progress_interval{200};
  /// The device of engine "opencl", by its number in info.hpp, from 1 on; 0 takes the first GPU.
  int device = 0;
};

struct CountResult : RunInfo {
  WideCount solutions = 0;
  std::uint64_t tasks_resumed = 0;  ///< tasks that the journal already held
  DamagedLines damaged{};           ///< lines of the journal
};

/// Counts all solutions of a board: a plain one of 0 (one empty placement) to kMaxCountSize rows,
/// or a restricted one of at most kMaxProblemSize rows and columns. Backtracking takes six to nine
/// times as long for each row more, the colour join four to seven. Throws InvalidArgument for a bad
/// board or option, InsufficientMemory before any task is counted, JournalError and IoError for the
/// journal, and Stopped.
CountResult count(const Board& board, const CountOptions& options = {});

inline constexpr int kMaxShards = 1 << 22;  ///< no plan has more tasks

/// Shard `number`, from 1, of `count`: one of the parts of about equal predicted work into which a
/// count is cut for several machines.
struct Shard {
  int number = 1;
  int count = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};

std::string to_string(const Shard& shard);  ///< "3/64"

struct ShardResult : RunInfo {
  std::uint64_t shard_tasks = 0;      ///< tasks of this shard, without those of except
  std::uint64_t tasks_resumed = 0;    ///< those that the journal already held
  std::uint64_t tasks_of_others = 0;  ///< records of other shards that the journal holds
  DamagedLines damaged{};             ///< lines of the journal
};

/// A count or shard that is about to begin. Times are predicted as in CountPlan, without a sample.
struct CountStart : ShardResult {
  double seconds_left = 0;          ///< wall clock, for the tasks that are not in the journal
  double longest_task_seconds = 0;  ///< the longest of these, on one thread
};

/// Counts the tasks of one shard into CountOptions::journal; records of other shards stay in it.
/// Returns when the shard is complete; merge_journals() gives the total. Progress is that of the
/// shard. Shard 1/1 with CountOptions::except is the rest of a count. Throws as count() does,
/// InvalidArgument without a journal, and TooManyShards.
ShardResult count_shard(const Board& board, const Shard& shard, const CountOptions& options);

/// The time of a count or shard, from what a sample of its tasks takes on this machine.
struct TimeForecast {
  double core_seconds = 0;
  double seconds = 0;              ///< wall clock, if each thread has a processor
  double error = 0;                ///< standard error, relative, by the spread of the sample
  double processor_share = 1;      ///< part of its processors that other programs left it
  bool is_least = false;           ///< tasks of the sample did not end: it may take any time longer
  std::uint64_t sample_tasks = 0;  ///< large ones in part
  double sample_seconds = 0;       ///< wall clock, spent on the sample
};

/// What count() or count_shard() would do with the same arguments, and what it would need; with
/// more threads than usable_processors, on a machine that has a processor for each. Bytes are
/// estimates, without those of a journal. Times are predicted from measurements on server
/// processors with AVX-512, meant to be right within a factor of two for runs of some seconds or
/// more. Those of restricted boards are rougher, more often too low than too high. The forecast is
/// of this machine.
struct CountPlan : RunInfo {
  int usable_processors = 0;       ///< here; count() would start no more threads
  std::uint64_t plan_bytes = 0;    ///< for the list of tasks
  std::uint64_t shared_bytes = 0;  ///< for what all threads of the engine share
  std::uint64_t bytes_per_thread = 0;
  std::uint64_t total_bytes() const;  ///< saturates
  std::uint64_t available_bytes = 0;  ///< memory that this process may still take
  /// Whether memory suffices now; if not, count() would throw InsufficientMemory.
  bool fits_memory() const { return total_bytes() <= available_bytes; }
  std::optional<Shard> shard{};
  std::uint64_t shard_tasks = 0;              ///< tasks of the shard; all tasks without a shard
  std::optional<std::uint64_t> tasks_done{};  ///< those that journals hold; absent without one
  double predicted_core_seconds = 0;          ///< for what is left of the shard, or of the count
  double predicted_seconds = 0;               ///< wall clock, if each thread has a processor
  /// Made with sample_seconds, unless the run is predicted to take less than 0.1 s, four of its
  /// tasks take above 8 s (28 queens on one thread, 29 on two), or memory is lacking.
  std::optional<TimeForecast> forecast{};
};

/// Makes the plan of a run. Counts nothing but, for about `sample_seconds`, a sample of its tasks:
/// some ten seconds where tasks are long, longer beside other work, less for runs of a few seconds.
/// Only reads the journals, which may be in use. Throws Stopped, and as count() or count_shard()
/// does. Boards that were never computed and lack of memory are not refused.
CountPlan plan_count(const Board& board, const CountOptions& options = {},
                     const std::optional<Shard>& shard = {}, double sample_seconds = 0);

struct Orbits {
  int size = 0;  ///< images: 8, 4 or 2; 1 for the boards of 0 and 1; 1 also if restricted
  WideCount number = 0;
  WideCount solutions = 0;
};

/// Solutions by their symmetry. On a plain board of N > 1 no solution equals its mirror image, so
/// all = 8 u8 + 4 u4 + 2 u2, where u_k is the number of orbits of size k.
struct SymmetryCounts {
  WideCount all = 0;              ///< Q, A000170
  WideCount point_symmetric = 0;  ///< P: those equal to their half turn, A032522 (R included)
  WideCount quarter_turn_symmetric = 0;  ///< R: those equal to their quarter turn, A033148
  /// U: orbits of solutions under `symmetries`. On plain boards A002562: 8 U = Q + P + 2 R.
  WideCount fundamental = 0;
  /// The symmetries that map the board to itself.
  std::vector<Symmetry> symmetries{kSymmetries.begin(), kSymmetries.end()};
  CountResult count;  ///< the run that gave `all`

  std::vector<Orbits> orbits() const;  ///< largest first; empty if may_equal_mirror_images()
};

/// Whether a solution may equal its mirror image: then orbits may have other sizes.
bool may_equal_mirror_images(const Board& board);

/// Counts all solutions by count(), and the symmetric ones directly, by placing pairs and fours of
/// queens, which takes one thread on restricted boards. Throws as count() does.
SymmetryCounts count_by_symmetry(const Board& board, const CountOptions& options = {});

// Published values, for checking results. No count is computed from them.

/// Returns the number of solutions for n = 0 to 27 (OEIS A000170), nullopt outside.
std::optional<WideCount> known_solutions(int board_size);

/// Returns the number of fundamental solutions, which counts rotations and reflections once, for
/// n = 0 to 27 (OEIS A002562, with 1 for the empty board), nullopt outside.
std::optional<WideCount> known_fundamental_solutions(int board_size);

}  // namespace nqueens
