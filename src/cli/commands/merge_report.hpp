// What `nqueens merge` prints of several journals: the lines of what is missing.
#pragma once

#include <string>
#include <vector>

#include "nqueens/merge.hpp"

namespace nqueens::cli {

/// One command line for each shard with missing tasks: it resumes the journal that has most of the
/// shard, or begins one.
std::vector<std::string> missing_lines(const MergeResult& result);

/// "1118 tasks of rows at depth 3 from 8 journals, 12 equal duplicates dropped"
std::string merge_summary(const MergeResult& result);

/// "no total yet: 98.5 % of the work is done; 12 of 1118 tasks missing, ..., in 2 of 8 shards (3,
/// 7)".
std::string incomplete_text(const MergeResult& result);

}  // namespace nqueens::cli
