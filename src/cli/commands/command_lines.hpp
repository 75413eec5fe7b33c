// Command lines to print for the user: shards, merges, and how to resume a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/count.hpp"

namespace nqueens::cli {

/// "3/8". Throws InvalidArgument.
Shard parse_shard(std::string_view text);

/// The parts of a command line that are the same for all shards.
struct CountLine {
  Board board{0};
  std::string engine = "auto";
  std::optional<int> depth;
};

/// "nqueens count 17 --depth 3 --shard 2/8 --journal part-2.nqj", quoted for a shell; the only
/// shard is resumed as a whole count.
std::string format_count_line(const CountLine& line, const Shard& shard,
                              const std::string& journal);

/// "part-3.nqj"
std::string usual_journal_name(int shard);

/// The command line that merges the journals of all shards, given the name of this shard's: the
/// last occurrence of its number becomes "*", or FILE... where the name does not hold the number.
std::string format_merge_line(const std::string& journal, const Shard& shard);

/// The journal of another shard, named as that of this one; empty where the name does not hold the
/// number of the shard.
std::string journal_like(const std::string& journal, int shard, int other);

/// A command line, quoted for a shell.
std::string repeat_hint(std::vector<std::string> words);

/// The same with --resume, added where it is missing: before a "--", after which it would be no
/// option.
std::string resume_hint(std::vector<std::string> words);

}  // namespace nqueens::cli
