// The command line that goes on with a stopped run.
#include "cli/resume_hint.hpp"

#include <gtest/gtest.h>

namespace nqueens::cli {
namespace {

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
