// Several journals of one plan, read one after the other into their union, and what they leave to
// do. Shared by merging, status and audits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/plan.hpp"
#include "counting/work_time.hpp"
#include "journal/union.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::api {

/// What one journal holds, beside its JournalFile.
struct JournalParts {
  std::vector<std::uint32_t> tasks;  ///< that it records
  std::vector<Provenance> counted_by;
};

struct JournalSet {
  journal::JournalHeader header;  ///< of the first journal
  /// Its plan. Null where only another release makes it: then no task is missing.
  std::optional<counting::Plan> plan;
  journal::JournalUnion all;
  std::vector<JournalFile> files;
  std::vector<JournalParts> parts;     ///< by file
  std::vector<Provenance> counted_by;  ///< each once, without shards
};

enum class PlanNeed { always, unless_complete };

/// `unless_complete`: the first journal may be of a plan that only another release makes, if it
/// has all tasks. Throws what merge_journals() throws.
JournalSet read_journals(std::span<const std::filesystem::path> journals, PlanNeed need,
                         const std::stop_token& stop);

/// The tasks without a record.
struct WorkLeft {
  std::vector<std::uint64_t> tasks;  ///< ascending
  std::uint64_t cost = 0;
  int shards = 0;  ///< 0: unknown
  std::vector<ShardGap> gaps;
  double core_seconds = 0;
  counting::WorkTime time;  ///< predicted
};

/// By so many shards; 0: as many as the journals name, if something is missing and they agree. Also
/// notes the shard of each file. Throws InvalidArgument for a bad number.
WorkLeft work_left(JournalSet& set, int shards);

}  // namespace nqueens::api
