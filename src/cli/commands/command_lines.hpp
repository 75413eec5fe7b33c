// Command lines that are printed for the user to run: shards, merges, and what resumes a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/cluster.hpp"

namespace nqueens::cli {

/// "3/8". Throws InvalidArgument.
Shard parse_shard(std::string_view text);
std::string format_shard(const Shard& shard);

/// Everything of a line that does a shard but the shard itself.
struct WorkLine {
  Problem problem{0};
  std::string engine = "auto";
  std::optional<int> depth;
};

/// "nqueens work 17 --depth 3 --shard 2/8 --journal part-2.nqj", quoted for a shell.
std::string format_work_line(const WorkLine& line, const Shard& shard, const std::string& journal);

/// "part-3.nqj"
std::string usual_journal_name(int shard);

/// What merges the journals of all shards, where that of this shard has this name: with its number
/// in the last place of the name as "*", or FILE... where the name does not hold the number.
std::string format_merge_line(const std::string& journal, const Shard& shard);

/// The words of a command line quoted for a shell: what runs it again.
std::string repeat_hint(std::vector<std::string> words);

/// The words of a command line quoted for a shell, with --resume added where it is missing: before
/// a "--", behind which it would be no option.
std::string resume_hint(std::vector<std::string> words);

}  // namespace nqueens::cli
