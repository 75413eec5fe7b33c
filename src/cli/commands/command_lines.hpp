// Command lines to print for the user: merges, and how to resume a run.
#pragma once

#include <string>
#include <vector>

#include "nqueens/count.hpp"

namespace nqueens::cli {

/// The command line that merges the journals of all shards, given the name of this shard's: the
/// last occurrence of its number becomes "*", or FILE... where the name does not hold the number.
std::string format_merge_line(const std::string& journal, const Shard& shard);

/// The journal of another shard, named as that of this one; empty where the name does not hold the
/// number of the shard.
std::string journal_like(const std::string& journal, int shard, int other);

/// A command line, quoted for a shell. Where it `needs_resume`, that option is added if it is
/// missing: before a "--", after which it would be no option.
std::string resume_hint(std::vector<std::string> words, bool needs_resume = true);

}  // namespace nqueens::cli
