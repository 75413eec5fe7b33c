// Streams of columns: early ends, errors of the sink, bounds of the size. verify_test.cpp reads
// every kind of input with several threads.
#include <gtest/gtest.h>

#include "nqueens/error.hpp"
#include "placements/placement_input.hpp"
#include "placements/support.hpp"

namespace nqueens::placements {
namespace {

TEST(ColumnStream, EndsWhenTheSinkHasEnough) {
  for (const std::string& contents :
       {tests::as_text(tests::staircase(1000)), tests::as_array(tests::staircase(1000))}) {
    const auto file = tests::memory_file(contents);
    PlacementInput input(file.get(), "input");
    ColumnStream stream(input, 16, {});
    int calls = 0;
    stream.drain([&](std::uint64_t, std::span<const std::uint64_t>) { return ++calls < 3; });
    EXPECT_EQ(calls, 3);
  }
}

TEST(ColumnStream, PassesOnWhatTheSinkThrows) {
  const auto file = tests::memory_file(tests::as_text(tests::staircase(1000)));
  PlacementInput input(file.get(), "input");
  ColumnStream stream(input, 16, {});
  EXPECT_THROW(stream.drain([](std::uint64_t, std::span<const std::uint64_t>) -> bool {
    throw InsufficientMemory("no memory");
  }),
               InsufficientMemory);
  // The next call does not wait for blocks that never come.
  stream.drain([](std::uint64_t, std::span<const std::uint64_t>) -> bool {
    ADD_FAILURE() << "a block after the end";
    return true;
  });
}

TEST(PlacementInput, BoundsTheSizeByTheLengthOfAFile) {
  const auto bound = [](const std::string& contents) {
    const auto file = tests::memory_file(contents);
    return PlacementInput(file.get(), "input").size_bound();
  };
  EXPECT_EQ(bound("0"), 1u);
  EXPECT_EQ(bound("0 "), 1u);
  EXPECT_EQ(bound("0 0"), 2u);
  EXPECT_EQ(bound(tests::as_array(tests::staircase(100))), 100u);
  // Exact for texts without needless characters, in any order of the columns.
  for (const std::uint64_t size :
       {4u, 10u, 16u, 94u, 100u, 106u, 1000u, 10000u, 100000u, 250000u}) {
    EXPECT_EQ(bound(tests::as_text(tests::staircase(size))), size);
    EXPECT_EQ(bound(tests::as_text(tests::staircase(size), ", ")) >= size, true);
  }
}

}  // namespace
}  // namespace nqueens::placements
