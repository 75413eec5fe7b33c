// Streams of columns: rows for every block, early ends, errors in one of several threads.
#include "placements/column_stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "nqueens/error.hpp"
#include "placements/support.hpp"

namespace nqueens::placements {
namespace {

TEST(ColumnStream, GivesEveryThreadTheRowsOfItsBlocks) {
  const Placement placement = tests::staircase(10000);
  for (const std::string& contents :
       {tests::as_text(placement, "\n"), tests::as_binary(placement)}) {
    const auto file = tests::memory_file(contents);
    const PlacementInput input(file.get(), "input");
    ColumnStream stream(input, 100, {});
    Placement seen(placement.size(), 0xFFFFFFFF);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        stream.drain([&](std::uint64_t first_row, std::span<const Column> columns) {
          std::copy(columns.begin(), columns.end(),
                    seen.begin() + static_cast<std::ptrdiff_t>(first_row));
          return true;
        });
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(stream.finish(), placement.size());
    EXPECT_EQ(seen, placement);
  }
}

TEST(ColumnStream, WorksForWorkersOneAfterTheOther) {
  const auto file = tests::memory_file(tests::as_text(tests::staircase(100)));
  const PlacementInput input(file.get(), "input");
  ColumnStream stream(input, 16, {});
  std::uint64_t rows = 0;
  for (int worker = 0; worker < 3; ++worker) {
    stream.drain([&](std::uint64_t first_row, std::span<const Column> columns) {
      EXPECT_EQ(first_row, rows);
      rows += columns.size();
      return true;
    });
  }
  EXPECT_EQ(rows, 100u);
  EXPECT_EQ(stream.finish(), 100u);
}

TEST(ColumnStream, EndsWhenTheSinkHasEnough) {
  for (const std::string& contents :
       {tests::as_text(tests::staircase(1000)), tests::as_binary(tests::staircase(1000))}) {
    const auto file = tests::memory_file(contents);
    const PlacementInput input(file.get(), "input");
    ColumnStream stream(input, 16, {});
    int calls = 0;
    stream.drain([&](std::uint64_t, std::span<const Column>) { return ++calls < 3; });
    EXPECT_EQ(calls, 3);
  }
}

TEST(ColumnStream, ThrowsInOneThreadAndEndsTheOthers) {
  std::string text = tests::as_text(tests::staircase(10000));
  text[text.size() / 2] = '?';
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto file = tests::memory_file(text);
    const PlacementInput input(file.get(), "input");
    ColumnStream stream(input, 64, {});
    std::atomic<int> errors{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        try {
          stream.drain([](std::uint64_t, std::span<const Column>) { return true; });
        } catch (const InvalidPlacement&) {
          ++errors;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(errors, 1);
  }
}

TEST(ColumnStream, PassesOnWhatTheSinkThrows) {
  const auto file = tests::memory_file(tests::as_text(tests::staircase(1000)));
  const PlacementInput input(file.get(), "input");
  ColumnStream stream(input, 16, {});
  EXPECT_THROW(stream.drain([](std::uint64_t, std::span<const Column>) -> bool {
    throw InsufficientMemory("no memory");
  }),
               InsufficientMemory);
  // Nobody waits for the blocks that will not come.
  stream.drain([](std::uint64_t, std::span<const Column>) -> bool {
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
  EXPECT_EQ(bound(tests::as_binary(tests::staircase(100))), 100u);
  // Exact for texts without needless characters, whatever the order of the columns.
  for (const std::uint64_t size :
       {4u, 10u, 16u, 94u, 100u, 106u, 1000u, 10000u, 100000u, 250000u}) {
    EXPECT_EQ(bound(tests::as_text(tests::staircase(size))), size);
    EXPECT_EQ(bound(tests::as_text(tests::staircase(size), ", ")) >= size, true);
  }
}

TEST(PlacementInput, KnowsWhatCanBeReadTwice) {
  const auto file = tests::memory_file("0 1");
  const PlacementInput input(file.get(), "input");
  EXPECT_TRUE(input.is_rewindable());
  EXPECT_FALSE(input.is_binary());
  EXPECT_EQ(input.length(), 3u);
  const tests::FilledPipe pipe("0 1");
  EXPECT_FALSE(PlacementInput(pipe.descriptor(), "pipe").is_rewindable());
  const auto binary = tests::memory_file(tests::as_binary(tests::staircase(4)));
  EXPECT_TRUE(PlacementInput(binary.get(), "binary").is_binary());
}

}  // namespace
}  // namespace nqueens::placements
