// What the library says of itself and of the machine.
#include "nqueens/info.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nqueens/version.hpp"

namespace nqueens {
namespace {

TEST(Info, MachineIsPlausible) {
  const MachineInfo info = machine();
  EXPECT_GE(info.processors, 1);
  EXPECT_GE(info.cores, 1);
  EXPECT_GE(info.packages, 1);
  EXPECT_GE(info.numa_nodes, 1);
  EXPECT_GE(info.usable_processors, 1);
  EXPECT_LE(info.usable_processors, info.processors);
  EXPECT_GT(info.memory_bytes, 1u << 20);
  EXPECT_GT(info.available_memory_bytes, 1u << 20);
  EXPECT_EQ(info.instruction_sets.front(), "portable");
}

TEST(Info, ListsEnginesSolversAndLibraries) {
  EXPECT_GE(engines().size(), 2u);
  EXPECT_GE(solvers().size(), 2u);
  for (const EngineInfo& engine : engines()) {
    EXPECT_FALSE(engine.summary.empty());
    EXPECT_FALSE(engine.decomposition.empty());
    ASSERT_FALSE(engine.instruction_sets.empty());
    EXPECT_EQ(engine.instruction_sets.back(), engine.instruction_set);
    const std::set<std::string> different(engine.instruction_sets.begin(),
                                          engine.instruction_sets.end());
    EXPECT_EQ(different.size(), engine.instruction_sets.size());
    for (const std::string& name : engine.instruction_sets) {
      EXPECT_THAT(machine().instruction_sets, ::testing::Contains(name)) << engine.name;
    }
  }
  const BuildInfo info = build();
  EXPECT_EQ(info.version, kVersion);
  EXPECT_FALSE(info.compiler.empty());
  ASSERT_EQ(info.libraries.size(), 3u);
  EXPECT_TRUE(info.libraries[0].starts_with("oneTBB ")) << info.libraries[0];
  EXPECT_TRUE(info.libraries[1].starts_with("hwloc ")) << info.libraries[1];
  EXPECT_TRUE(info.libraries[2].starts_with("fmt ")) << info.libraries[2];
}

TEST(Info, InstructionSetsOfTheMachineAreTheFirstOfAll) {
  const std::vector<std::string> all = known_instruction_sets();
  const std::vector<std::string> here = machine().instruction_sets;
  ASSERT_LE(here.size(), all.size());
  EXPECT_TRUE(std::equal(here.begin(), here.end(), all.begin()));
}

}  // namespace
}  // namespace nqueens
