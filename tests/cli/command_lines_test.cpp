// Command lines that are printed: of shards and merges, and what resumes a run.
#include "cli/commands/command_lines.hpp"

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
            "--shard must be I/K, the number of the shard and how many there are, as "
            "in 3/8, not '3'");
  EXPECT_EQ(refusal("9/8"), "number of the shard must be a whole number from 1 to 8, not '9'");
  EXPECT_EQ(refusal("1/4194305"),
            "number of shards must be a whole number from 1 to 4194304, not '4194305'");
  EXPECT_EQ(refusal("/8"), "number of the shard must be a whole number from 1 to 8, not ''");
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

TEST(ResumeHint, AddsTheOptionOnce) {
  EXPECT_EQ(resume_hint({"nqueens", "16", "--journal", "a.nqj"}),
            "nqueens 16 --journal a.nqj --resume");
  EXPECT_EQ(resume_hint({"nqueens", "16", "--resume", "--journal", "a.nqj"}),
            "nqueens 16 --resume --journal a.nqj");
}

TEST(ResumeHint, KeepsTheOptionBeforeTheEndOfOptions) {
  EXPECT_EQ(resume_hint({"nqueens", "count", "--journal", "a", "--", "16"}),
            "nqueens count --journal a --resume -- 16");
}

TEST(ResumeHint, QuotesForAShell) {
  EXPECT_EQ(resume_hint({"./n queens", "16", "--journal", "it's $x"}),
            "'./n queens' 16 --journal 'it'\\''s $x' --resume");
}

}  // namespace
}  // namespace nqueens::cli
