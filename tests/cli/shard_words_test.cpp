// Shards on the command line: parsing, and the lines that do and merge them.
#include "cli/shard_words.hpp"

#include <gtest/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

std::string refusal(std::string_view text) {
  try {
    parse_shard(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "none";
}

TEST(ShardWords, AreParsed) {
  const Shard shard = parse_shard("3/8");
  EXPECT_EQ(shard.number, 3);
  EXPECT_EQ(shard.count, 8);
  EXPECT_EQ(format_shard(shard), "3/8");
  EXPECT_EQ(refusal("1/1"), "none");
  EXPECT_EQ(refusal("1/4194304"), "none");
}

TEST(ShardWords, AreRefused) {
  EXPECT_EQ(refusal("3"),
            "shard is not I/K: 3; write the number of the shard, a slash, and how many there are, "
            "as in 3/8");
  EXPECT_EQ(refusal("9/8"), "shard out of range: 9; 1 to 8");
  EXPECT_EQ(refusal("1/4194305"), "number of shards out of range: 4194305; 1 to 4194304");
  EXPECT_EQ(refusal("/8"), "shard is missing: ''; 1 to 8");
}

TEST(WorkLine, IsALineOfAShell) {
  WorkLine line{Problem(17), "auto", std::nullopt};
  EXPECT_EQ(format_work_line(line, {2, 8}, "part-2.nqj"),
            "nqueens work 17 --shard 2/8 --journal part-2.nqj");
  line.engine = "bitmask";
  line.depth = 3;
  line.problem.require({0, 3});
  line.problem.block({1, 1});
  EXPECT_EQ(format_work_line(line, {2, 8}, "a b"),
            "nqueens work 17 --place 0:3 --block 1:1 --engine bitmask --depth 3 --shard 2/8 "
            "--journal 'a b'");
  EXPECT_EQ(format_work_line({Problem(28), "auto", std::nullopt}, {1, 1}, "x"),
            "nqueens work 28 --force --shard 1/1 --journal x");
}

TEST(MergeLine, PutsAStarForTheNumber) {
  EXPECT_EQ(format_merge_line("part-3.nqj", {3, 8}), "nqueens merge part-*.nqj");
  EXPECT_EQ(format_merge_line("3/run-3-a", {3, 8}), "nqueens merge 3/run-*-a");
  EXPECT_EQ(format_merge_line("/my dir/part-3", {3, 8}), "nqueens merge '/my dir/part-'*");
  // The last place where the number stands on its own.
  EXPECT_EQ(format_merge_line("13-3-33", {3, 8}), "nqueens merge 13-*-33");
  EXPECT_EQ(format_merge_line("3-33", {3, 8}), "nqueens merge *-33");
  for (const char* name : {"33", "run.nqj", "3/run.nqj", "part-03"}) {
    EXPECT_EQ(format_merge_line(name, {3, 8}), "nqueens merge FILE...") << name;
  }
  EXPECT_EQ(format_merge_line("part-1", {1, 1}), "nqueens merge part-1");
}

}  // namespace
}  // namespace nqueens::cli
