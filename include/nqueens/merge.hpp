// Merges the journals of one count: its total, or what is missing and how to count it.
//
//   // on machine i of 8                       // when all have ended, anywhere
//   count_shard(20, {i, 8},                    MergeResult all = merge_journals(journals);
//               {.journal = "part.nqj"});      if (all.solutions) print(*all.solutions);
//
// A task may run more than once and counts exactly once. So machines may be killed, started again
// anywhere, or repeat a task.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/count.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

struct JournalFile {
  std::filesystem::path path;
  std::uint64_t tasks_done = 0;  ///< tasks with a record in it
  std::uint64_t tasks_new = 0;   ///< of these, in no earlier journal of the list
  DamagedLines damaged{};
  bool closed = false;          ///< complete, written as MergeOptions::output
  std::vector<Shard> shards{};  ///< counted into it, as it says; none by count()
};

/// A shard with tasks that no journal records.
struct ShardGap {
  int shard = 0;
  std::uint64_t tasks_missing = 0;
  double predicted_core_seconds = 0;  ///< of the missing tasks
  std::filesystem::path journal;      ///< the first that it was counted into; empty: there is none
  /// Other journals with tasks of this shard: with them as CountOptions::except, count_shard()
  /// counts exactly the missing ones.
  std::vector<std::filesystem::path> except{};
};

struct MergeOptions {
  /// Called with a total before `output` is written. What it throws is thrown here, and nothing is
  /// written.
  std::function<void(const struct MergeResult&)> accept{};
  /// If no task is missing, one closed journal of all tasks is written here, completely or not at
  /// all: sorted by task, with the sums in its first line. Equal counts by the same machines give
  /// equal bytes, however the records were spread over journals. May replace a journal of the same
  /// plan that agrees with it and that no process writes.
  std::filesystem::path output{};
  std::stop_token stop{};
};

struct MergeResult : RunInfo {
  std::string count_engine;  ///< the engine name with which count() makes this plan; may be "auto"
  std::uint64_t tasks_done = 0;
  double fraction = 0;           ///< part of the plan's predicted work that is done, 0 to 1
  std::uint64_t duplicates = 0;  ///< equal records that were dropped
  /// Tasks that two journals record and that were counted on different machines, or with different
  /// engines or instruction sets: a second count has checked these tallies. Copies count nothing.
  /// Of three journals with a record, the second and the third are compared with the first.
  std::uint64_t counted_twice = 0;
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< as the journals say, each once and without shards

  std::optional<WideCount> solutions;  ///< the total; absent while a task has no record
  std::vector<std::uint64_t> missing;  ///< ids of the tasks without a record, ascending
  double missing_core_seconds = 0;     ///< with the start of a process for each gap
  /// Whether that follows from the speed of the journals, from the birth to the last write of their
  /// files, pauses included; else it is predicted from figures of another machine.
  bool is_time_by_journals = false;
  /// The number of shards that the journals name most often, the largest of several; 1 if they name
  /// none.
  int shards = 1;
  std::vector<ShardGap> gaps;
  std::uint64_t output_bytes = 0;  ///< size of the closed journal; 0: none was written
};

/// The union of journals of one plan. They are only read and may be in use. Throws JournalError,
/// naming the files, for different plans, contradictions, impossible records, damaged first lines,
/// and an output that must not be replaced; IoError; InvalidArgument for no file; Stopped.
MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options = {});

}  // namespace nqueens
