// A count shared by several machines: the plan is cut into shards of equal predicted work, each
// worker does one shard into a journal of its own, and merging the journals gives the total.
//
//   // on machine i of 8                      // when all have ended, anywhere
//   WorkOptions options;                      MergeResult all = merge_journals(journals);
//   options.shard = {i, 8};                   if (all.solutions) print(*all.solutions);
//   options.journal = "part-" + std::to_string(i) + ".nqj";
//   work(Problem(20), options);
//
// The plan is the same on every machine. A task may run more than once and counts exactly once:
// only the journals decide, so workers may be killed, restarted anywhere, or repeat a task.
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
#include "nqueens/run_info.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

/// Max shards of a plan; no plan has more tasks.
inline constexpr int kMaxShards = 1 << 22;

/// Shard `number` of `count`, counted from 1.
struct Shard {
  int number = 1;
  int count = 1;
};

struct ShardPlanOptions {
  /// Name of a counting engine, or "auto": the fastest on a machine with every instruction set.
  std::string engine = "auto";
  /// Max instruction set of kernels, as in CountOptions. Changes predictions, not the plan.
  std::string instruction_set = "auto";
  /// As in CountOptions; where absent, chosen from board size and shards.
  std::optional<int> depth{};
  /// Threads of one worker; 0: the processors that this process may use. Does not change the plan.
  int threads = 0;
  std::stop_token stop{};
};

/// A count cut into shards. Bytes are those of one worker, core seconds those of all together.
struct ShardPlan : RunPlan {
  int shards = 0;
  std::uint64_t min_tasks = 0;  ///< of a shard
  std::uint64_t max_tasks = 0;
  /// Predicted, of a shard.
  double min_core_seconds = 0;
  double mean_core_seconds = 0;
  double max_core_seconds = 0;
};

/// Cuts the count into `shards` parts, 1 to the number of tasks, and counts nothing. Throws
/// InvalidArgument, Stopped.
ShardPlan plan_shards(const Problem& problem, int shards, const ShardPlanOptions& options = {});

struct WorkOptions {
  Shard shard{};
  /// Where finished tasks are recorded. Created when missing, else resumed; records of other shards
  /// stay in it.
  std::filesystem::path journal{};
  /// These two must be the same for all shards; as in ShardPlanOptions. With a resumed journal the
  /// depth must be absent or that of the journal.
  std::string engine = "auto";
  std::optional<int> depth{};
  /// The rest as in CountOptions; may differ from worker to worker.
  std::string instruction_set = "auto";
  int threads = 0;
  Pinning pinning = Pinning::automatic;
  bool allow_uncomputed = false;
  std::stop_token stop{};
  ProgressCallback on_progress{};  ///< for the tasks of this shard only
  std::chrono::milliseconds progress_interval{200};
};

struct WorkResult : RunInfo {
  std::uint64_t shard_tasks = 0;      ///< tasks of this shard
  std::uint64_t tasks_resumed = 0;    ///< of these, found in the journal
  std::uint64_t tasks_of_others = 0;  ///< records of other shards that the journal holds
  DamagedLines damaged{};             ///< of the journal
};

/// Counts the tasks of one shard that its journal does not hold yet; returns when the shard is
/// complete. merge_journals() returns the total. Throws as count() does: JournalError for a journal
/// of another plan or in use, Stopped when stopped.
WorkResult work(const Problem& problem, const WorkOptions& options);

/// One journal among several.
struct JournalFile {
  std::filesystem::path path;
  std::uint64_t tasks_done = 0;  ///< tasks that it records
  std::uint64_t tasks_new = 0;   ///< of these, in no earlier journal of the list
  DamagedLines damaged{};
  bool closed = false;  ///< complete, written by write_journal()
  int shard = 0;        ///< the shard of more than half of its tasks; 0: none, or unknown
};

/// A shard with tasks that no journal records.
struct ShardGap {
  int shard = 0;
  std::uint64_t tasks_missing = 0;
  double predicted_core_seconds = 0;  ///< of the missing tasks
  /// The journal to resume: of those of this shard, the one with the most of its tasks. Empty:
  /// there is none.
  std::filesystem::path journal;
};

struct MergeOptions {
  /// Number of shards to sort missing tasks by; 0: the number that the journals of work() name, if
  /// they agree.
  int shards = 0;
  /// Also return the tally of every task, for write_journal().
  bool tallies = false;
  std::stop_token stop{};
};

struct MergeResult : RunInfo {
  std::string work_engine;  ///< the engine name by which work() makes this plan; may be "auto"
  std::uint64_t tasks_done = 0;
  std::uint64_t duplicates = 0;  ///< equal records that were dropped
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< as the journals say, each once, without shards

  /// The total; set only when every task has a record.
  std::optional<WideCount> solutions;
  std::vector<std::uint64_t> missing;  ///< ids of the tasks without a record, ascending
  /// Predicted, with the start of a process for each gap: what ShardPlan predicts for these shards.
  double missing_core_seconds = 0;
  int shards = 0;  ///< number of shards that `gaps` refers to; 0: unknown
  std::vector<ShardGap> gaps;

  /// Weighted, by task; set with MergeOptions::tallies when nothing is missing.
  std::vector<std::uint64_t> tallies;
  /// Sums of the residues in the records, modulo 65521 and 65519.
  std::uint32_t residues[2] = {0, 0};
};

/// The union of journals of one plan. They are only read and may be in use. Throws JournalError
/// naming the files for different plans, a contradiction, or damage; IoError; InvalidArgument for
/// no file or a bad number of shards; Stopped. Of a plan that only another release makes the first
/// journal has to be complete.
MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options = {});

/// Writes one journal of all tasks, sorted by task, with the sums in its first line: a finished
/// count that anybody can audit. Equal counts by the same counters give equal bytes, however the
/// records were spread over journals. The file is written completely or not at all. It may replace
/// a journal of the same plan that agrees with it and that no process writes. Returns its size in
/// bytes. Throws InvalidArgument for an incomplete merge or one without MergeOptions::tallies,
/// JournalError when another file has the name, IoError.
std::uint64_t write_journal(const MergeResult& merged, const std::filesystem::path& path);

/// A journal, and what its file tells about its writer.
struct JournalWriter {
  JournalFile file;
  double fraction = 0;  ///< part of the plan's predicted work that it records, 0 to 1
  std::chrono::system_clock::time_point last_write;
  std::vector<Provenance> counted_by;  ///< as the journal says, first counter first
};

struct JournalStatus : RunInfo {
  std::uint64_t tasks_done = 0;
  std::uint64_t duplicates = 0;
  double fraction = 0;              ///< part of the plan's predicted work that is done, 0 to 1
  double missing_core_seconds = 0;  ///< predicted, as in MergeResult
  std::vector<JournalWriter> writers;

  /// Average from the birth of the first file to the last write to any, pauses included. Journals
  /// hold no times, so the file system's are used: there is no rate where it keeps no birth times
  /// (many network file systems), for files written within a second (copies), and at the beginning.
  struct Rate {
    double seconds = 0;
    double tasks_per_second = 0;
    double seconds_left = 0;  ///< after the last write, at that rate
  };
  std::optional<Rate> rate;
};

/// How far a count over several journals has come. Throws as merge_journals() does.
JournalStatus journal_status(std::span<const std::filesystem::path> journals,
                             const std::stop_token& stop = {});

}  // namespace nqueens
