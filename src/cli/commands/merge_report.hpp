// What `nqueens merge` prints of several journals: the lines of what is missing, JSON members.
#pragma once

#include <string>

#include "cli/commands/record.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

/// One command line for each shard with missing tasks: it resumes the journal that has most of the
/// shard, or begins one.
std::vector<std::string> missing_lines(const MergeResult& result);

/// "1118 tasks of rows at depth 3 from 8 journals, 12 equal duplicates dropped"
std::string merge_summary(const MergeResult& result);

/// "merged journals are incomplete: 12 of 1118 tasks missing, ..., in 2 of 8 shards (3, 7)":
/// without the advice.
std::string incomplete_text(const MergeResult& result);

/// Adds the members of one merge.
void add_merge(Json& record, const MergeResult& result);

/// A file among several, for merge, status and audit.
Json file_record(const JournalFile& file);

/// Who counted, for merge, status and audit.
Json provenance_records(const std::vector<Provenance>& counted_by);

}  // namespace nqueens::cli
