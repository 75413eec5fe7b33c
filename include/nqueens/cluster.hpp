// A count shared by several machines: the plan is cut into shards of equal predicted work, each
// worker does one shard into a journal of its own, and merging the journals gives the total.
//
//   // on machine i of 8                      // when all have ended, anywhere
//   WorkOptions options;                      MergeResult all = merge_journals(journals);
//   options.shard = {i, 8};                   if (all.solutions) print(*all.solutions);
//   options.journal = "part-" + i + ".nqj";
//   work(Problem(20), options);
//
// The plan is the same on every machine, whatever its processors. Every task is done at least once
// and accounted exactly once; what a journal says is all that counts, so workers may be killed,
// started again anywhere, or do the same task twice.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/count.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/problem.hpp"
#include "nqueens/provenance.hpp"
#include "nqueens/run_info.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

/// Most shards that a plan may have; no plan has more tasks.
inline constexpr int kMaxShards = 1 << 22;

/// Shard `number` of `count`, counted from 1.
struct Shard {
  int number = 1;
  int count = 1;
};

struct ShardPlanOptions {
  /// Name of a counting engine, or "auto": the fastest of a machine with every instruction set.
  std::string engine = "auto";
  /// The most that kernels may use, as in CountOptions; no part of the plan, but of predictions.
  std::string instruction_set = "auto";
  /// As in CountOptions; where absent, chosen from board size and shards.
  std::optional<int> depth{};
  /// Of one worker; 0 takes the processors that this process may use. No part of the plan.
  int threads = 0;
  std::stop_token stop{};
};

/// A count cut into shards, and what that would take: bytes of one worker, core seconds of all.
struct ShardPlan : RunPlan {
  int shards = 0;
  std::uint64_t least_tasks = 0;  ///< of a shard
  std::uint64_t most_tasks = 0;
  /// Predicted, of a shard.
  double least_core_seconds = 0;
  double mean_core_seconds = 0;
  double most_core_seconds = 0;
};

/// Cuts the count into `shards` parts, 1 to the number of tasks, and counts nothing. Throws
/// InvalidArgument, Stopped.
ShardPlan plan_shards(const Problem& problem, int shards, const ShardPlanOptions& options = {});

struct WorkOptions {
  Shard shard{};
  /// Where finished tasks are recorded. Begun when it is not there, resumed when it is; it may hold
  /// tasks of other shards, which stay.
  std::filesystem::path journal{};
  /// These two have to be the same for all shards; they mean what they do in ShardPlanOptions. A
  /// journal that is resumed has its own plan: a depth must then be absent or the same.
  std::string engine = "auto";
  std::optional<int> depth{};
  /// The rest as in CountOptions, and free to differ from worker to worker.
  std::string instruction_set = "auto";
  int threads = 0;
  Pinning pinning = Pinning::automatic;
  bool allow_uncomputed = false;
  std::stop_token stop{};
  ProgressCallback on_progress{};  ///< of the tasks of the shard alone
  std::chrono::milliseconds progress_interval{200};
};

struct WorkResult : RunInfo {
  std::uint64_t shard_tasks = 0;      ///< tasks of this shard
  std::uint64_t tasks_resumed = 0;    ///< of these, found in the journal
  std::uint64_t tasks_of_others = 0;  ///< records of other shards that the journal holds
  std::uint64_t torn_bytes = 0;       ///< cut off the end of the journal
};

/// Does the tasks of one shard that its journal does not hold yet; returns when the shard is
/// complete. Gives no number: that is for merge_journals(). Throws as count() does: JournalError
/// for a journal of another plan or in use, Stopped when stopped.
WorkResult work(const Problem& problem, const WorkOptions& options);

/// One journal among several.
struct JournalFile {
  std::filesystem::path path;
  std::uint64_t tasks_done = 0;  ///< that it records
  std::uint64_t tasks_new = 0;   ///< of these, in no journal before it in the list
  std::uint64_t torn_bytes = 0;  ///< at its end: a write that is under way or was torn
  bool closed = false;           ///< by write_journal(): complete, and nothing follows
};

/// A shard that has not all its tasks in the journals.
struct ShardGap {
  int shard = 0;
  std::uint64_t tasks_missing = 0;
  double predicted_core_seconds = 0;  ///< of the missing tasks
  /// The journal to go on with: the one that holds the most of its tasks and is for the better part
  /// this shard's. Empty: there is none.
  std::filesystem::path journal;
};

struct MergeOptions {
  /// Which shards to look for missing tasks in: those of so many; 0: as many as the journals of
  /// work() say, where they agree.
  int shards = 0;
  /// Also give the tally of every task, for write_journal().
  bool tallies = false;
  std::stop_token stop{};
};

struct MergeResult : RunInfo {
  std::string work_engine;  ///< for work() to make this plan's tasks: "auto", or a name
  std::uint64_t tasks_done = 0;
  std::uint64_t duplicates = 0;  ///< equal records that were dropped
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< as the journals say, each once, whatever its shard

  /// The total: there when every task has a record, and never of a part.
  std::optional<WideCount> solutions;
  std::vector<std::uint64_t> missing;  ///< ids of the other tasks, ascending
  double missing_core_seconds = 0;     ///< predicted
  int shards = 0;                      ///< that gaps are looked for in; 0: nobody says how many
  std::vector<ShardGap> gaps;

  /// With MergeOptions::tallies, when nothing is missing: weighted, by task.
  std::vector<std::uint64_t> tallies;
  /// Sum of the residues that the records keep beside their tallies, modulo 65521 and 65519.
  std::uint32_t residues[2] = {0, 0};
};

/// The union of journals of one plan. They are opened for reading only and may be in use. Throws
/// JournalError naming the files for one of another plan than the first, a contradiction, or
/// damage; IoError; InvalidArgument for no file or a bad number of shards; Stopped.
MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options = {});

/// Writes one journal of all tasks, in the order of the tasks, with a closing line that has the
/// sums: a finished count that anybody can audit. Equal counts by the same counters give equal
/// bytes, whatever journals they were merged from. The file is there as a whole or not at all; it
/// replaces a journal of the same plan that agrees with it and that no process writes. Gives its
/// bytes. Throws InvalidArgument for a merge that is not complete or was made without
/// MergeOptions::tallies, JournalError when the name is that of anything else, IoError.
std::uint64_t write_journal(const MergeResult& merged, const std::filesystem::path& path);

/// A journal and what its file tells of whoever writes it.
struct JournalWriter {
  JournalFile file;
  double fraction = 0;  ///< part of the plan's predicted work that it records
  std::chrono::system_clock::time_point last_write;
  std::vector<Provenance> counted_by;  ///< as the journal says, in the order of their begin
};

struct JournalStatus : RunInfo {
  std::uint64_t tasks_done = 0;
  std::uint64_t duplicates = 0;
  double fraction = 0;              ///< part of the plan's predicted work that is done, 0 to 1
  double missing_core_seconds = 0;  ///< predicted, of the other tasks; as in MergeResult
  std::vector<JournalWriter> writers;

  /// Average from the birth of the first file to the last write to any, pauses included: journals
  /// hold no times. Absent where the file system keeps no times of birth (many network file systems
  /// do not), where a file was written within a second, and before anything is done. A copy has the
  /// times of the copying.
  struct Rate {
    double seconds = 0;
    double tasks_per_second = 0;
    double seconds_left = 0;  ///< after the last write, at that rate
  };
  std::optional<Rate> rate;
};

/// How far a count over several journals is; the files and the errors are those of
/// merge_journals().
JournalStatus journal_status(std::span<const std::filesystem::path> journals,
                             const std::stop_token& stop = {});

}  // namespace nqueens
