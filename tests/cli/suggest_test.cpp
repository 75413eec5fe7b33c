// Edit distance and the nearest word.
#include "cli/suggest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace nqueens::cli {
namespace {

const std::vector<std::string> kCommands = {"count", "solve", "verify", "bench", "info", "man"};

TEST(EditDistance, CountsEveryKindOfSlip) {
  EXPECT_EQ(edit_distance("count", "count"), 0u);
  EXPECT_EQ(edit_distance("cont", "count"), 1u);
  EXPECT_EQ(edit_distance("ccount", "count"), 1u);
  EXPECT_EQ(edit_distance("cuont", "count"), 1u);
  EXPECT_EQ(edit_distance("coint", "count"), 1u);
  EXPECT_EQ(edit_distance("", "count"), 5u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

RC_GTEST_PROP(EditDistance, IsSymmetricAndZeroOnlyForEqualWords,
              (const std::string& a, const std::string& b)) {
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT((edit_distance(a, b) == 0) == (a == b));
}

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("cuont", kCommands), "count");
  EXPECT_EQ(nearest("verfy", kCommands), "verify");
  EXPECT_EQ(nearest("ver", kCommands), "verify");  // a beginning
  EXPECT_EQ(nearest("sovle", kCommands), "solve");
}

TEST(Nearest, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("", kCommands), std::nullopt);
  EXPECT_EQ(nearest("frobnicate", kCommands), std::nullopt);
  EXPECT_EQ(nearest("x", kCommands), std::nullopt);
  EXPECT_EQ(nearest(std::string(1 << 20, 'c'), kCommands), std::nullopt);
  EXPECT_EQ(nearest("-x", std::vector<std::string>{"-t", "-q"}), std::nullopt);
}

TEST(UnknownWord, NamesTheValidOnes) {
  const std::vector<std::string> engines = {"auto", "bitmask"};
  EXPECT_EQ(unknown_word("engine", "bitmsk", engines),
            "unknown engine: bitmsk; did you mean bitmask? valid are auto, bitmask");
  EXPECT_EQ(unknown_word("engine", "gpu", engines), "unknown engine: gpu; valid are auto, bitmask");
}

}  // namespace
}  // namespace nqueens::cli
