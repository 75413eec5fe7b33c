// Engines by name.
#include <gtest/gtest.h>

#include <set>

#include "counting/engine.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {
namespace {

TEST(Registry, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Engine* engine : all_engines()) {
    EXPECT_TRUE(names.insert(engine->name()).second);
    EXPECT_EQ(&find_engine(engine->name()), engine);
    EXPECT_FALSE(engine->summary().empty());
    const auto decomposition = find_decomposition(engine->decomposition_name(), Problem(8));
    ASSERT_NE(decomposition, nullptr);
    EXPECT_EQ(decomposition->name(), engine->decomposition_name());
    EXPECT_EQ(engine->prepare(Problem(8))->decomposition()->name(), engine->decomposition_name());
  }
  EXPECT_EQ(find_decomposition("spirals", Problem(8)), nullptr);
  EXPECT_TRUE(names.contains("reference"));
  EXPECT_TRUE(names.contains("bitmask"));
}

TEST(Registry, AnUnknownNameListsTheKnownOnes) {
  try {
    find_engine("bitmsk");
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "unknown engine: bitmsk; one of auto, reference, bitmask, simd, colour-join is "
                 "expected");
  }
}

}  // namespace
}  // namespace nqueens::counting
