// Placements written while the board is filled: the same in every output, verified, all or nothing.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "run/executor.hpp"
#include "solve/algorithms.hpp"
#include "solve/placement_output.hpp"
#include "solve/search.hpp"
#include "support/message_of.hpp"
#include "support/stop.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;
using tests::read_file;
using tests::TemporaryDirectory;

SolveOptions windowed(int threads, const std::string& instruction_set = "auto") {
  return {
      .algorithm = "windowed", .threads = threads, .instruction_set = instruction_set, .seed = 11};
}

/// What a pipe gets from `write`, and whether the pipe stays open.
std::string through_pipe(const std::function<void(int)>& write) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  base::FileDescriptor reading(ends[0]);
  base::FileDescriptor writing(ends[1]);
  std::string bytes;
  std::jthread reader([&] {
    std::vector<char> block(1 << 16);
    while (const std::size_t size =
               base::read_some(reading.get(), "pipe", block.data(), block.size())) {
      bytes.append(block.data(), size);
    }
  });
  write(writing.get());
  writing.close("pipe");
  reader.join();
  return bytes;
}

Placement received(std::uint64_t size, const SolveOptions& options) {
  Placement placement;
  const SolveResult result = solve_to(
      [&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
        EXPECT_EQ(first_row, placement.size());
        for (const std::uint64_t column : columns) {
          placement.push_back(static_cast<Column>(column));
        }
      },
      size, options);
  EXPECT_TRUE(result.placement.empty());
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.memory_bytes, streamed_memory_bytes(size, options));
  return placement;
}

// 131071 is the largest board of one visit. On 200,000 queens rows are left over for some seeds.
class SolveTo : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Sizes, SolveTo,
                         testing::Values(1, 4, 7, 100, 1000, 16384, 20001, 131071, 131072, 200000,
                                         1000003));

TEST_P(SolveTo, GivesTheSamePlacementToEveryOutput) {
  const TemporaryDirectory folder;
  const std::uint64_t size = GetParam();
  for (const int threads : {1, 2}) {
    const SolveOptions options = windowed(threads);
    const Placement stored = solve(size, options).placement;
    EXPECT_EQ(received(size, options), stored);

    const auto path = folder / "queens";
    EXPECT_TRUE(solve_to_file(path, PlacementFormat::npy, size, options).verified);
    EXPECT_EQ(read_placement_file(path), stored);
    const std::string bytes = read_file(path);
    EXPECT_EQ(through_pipe([&](int pipe) {
                solve_to_descriptor(pipe, "pipe", PlacementFormat::npy, size, options);
              }),
              bytes);

    solve_to_file(path, PlacementFormat::columns, size, options);
    const std::string text = fmt::format("{}\n", fmt::join(stored, " "));
    EXPECT_EQ(read_file(path), text);
    EXPECT_EQ(through_pipe([&](int pipe) {
                solve_to_descriptor(pipe, "pipe", PlacementFormat::columns, size, options);
              }),
              text);
  }
}

TEST_P(SolveTo, GivesTheSamePlacementByEveryInstructionSet) {
  const Placement stored = solve(GetParam(), windowed(1)).placement;
  for (const std::string& set : instruction_sets()) {
    EXPECT_EQ(received(GetParam(), windowed(2, set)), stored) << set;
  }
}

TEST(SolveTo, TheRepairChangesRowsThatAreKept) {
  // One start in a few leaves rows over on this board.
  std::uint64_t moves = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SolveOptions options = windowed(2);
    options.seed = seed;
    const SolveResult stored = solve(132000, options);
    moves += stored.statistics.moves;
    EXPECT_TRUE(is_solution(stored.placement));
    EXPECT_EQ(received(132000, options), stored.placement) << seed;
    const TemporaryDirectory folder;
    solve_to_file(folder / "queens", PlacementFormat::npy, 132000, options);
    EXPECT_EQ(read_placement_file(folder / "queens"), stored.placement) << seed;
  }
  EXPECT_GT(moves, 0u);
}

TEST(SolveTo, OtherAlgorithmsAndDrawingsToo) {
  const TemporaryDirectory folder;
  for (const std::string algorithm : {"qs4", "explicit", "auto"}) {
    SolveOptions options = {.algorithm = algorithm, .threads = 1};
    if (algorithm != "explicit") options.seed = 3;
    for (const std::uint64_t size : {8u, 20000u}) {
      const Placement stored = solve(size, options).placement;
      EXPECT_EQ(received(size, options), stored);
      solve_to_file(folder / "queens", PlacementFormat::npy, size, options);
      EXPECT_EQ(read_placement_file(folder / "queens"), stored);
    }
  }
  solve_to_file(folder / "drawing", PlacementFormat::board, 100, windowed(1));
  write_placement_file(folder / "expected", solve(100, windowed(1)).placement,
                       PlacementFormat::board);
  EXPECT_EQ(read_file(folder / "drawing"), read_file(folder / "expected"));
  EXPECT_THROW(solve_to_file(folder / "drawing", PlacementFormat::board, 10001), InvalidArgument);
}

TEST(SolveTo, AnEmptyReceiverDropsThePlacement) {
  EXPECT_TRUE(solve_to({}, 1000, {.algorithm = "windowed"}).verified);
  EXPECT_TRUE(solve_to({}, 300'000).verified);
  EXPECT_TRUE(solve_to({}, 8).verified);
}

TEST(SolveTo, RefusesBadArguments) {
  EXPECT_THROW_WITH(solve_to({}, 0), InvalidArgument, "0; valid are 1 to 100000000000");
  EXPECT_THROW_WITH(solve_to({}, kMaxStreamedSize + 1), InvalidArgument, "100000000001");
  EXPECT_THROW_WITH(solve_to({}, kMaxPlacementSize + 1, {.algorithm = "qs4"}), InvalidArgument,
                    "4294967296; valid are 1 to 4294967295");
  EXPECT_THROW(solve_to({}, 3), NoSolution);
}

TEST(SolveTo, StatesItsMemory) {
  const std::uint64_t size = 1'000'000'000;
  const std::uint64_t filled = streamed_memory_bytes(size, {.verify = false});
  EXPECT_GE(filled, 625'000'000u);
  EXPECT_LE(filled, 640'000'000u);
  EXPECT_LE(streamed_memory_bytes(size), filled + 626'000'000u);
  EXPECT_LE(streamed_memory_bytes(10 * size), 12'700'000'000u);
  EXPECT_THROW_WITH(solve_to({}, kMaxStreamedSize), InsufficientMemory, "100000000000 queens");
}

/// Small boards with columns of 8 bytes, which only the largest boards have.
TEST(SolveTo, WideColumns) {
  const TemporaryDirectory folder;
  for (const std::uint64_t size : {1000u, 200000u}) {
    const Placement stored = solve(size, windowed(1)).placement;
    run::Executor executor(2, Pinning::none);
    for (const int width : {4, 8}) {
      for (const bool in_order : {false, true}) {
        const auto path = folder / "queens";
        const base::FileDescriptor file(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        const auto position = in_order ? std::nullopt : std::optional<std::uint64_t>(0);
        const auto output = solving::output_to(file.get(), "file", position, size, width, true);
        solving::SearchTools tools;
        tools.executor = &executor;
        tools.output = output.get();
        base::Random random = base::random_stream(11, 0);
        SolveStatistics statistics;
        ASSERT_TRUE(solving::find_algorithm("windowed", size)
                        .search.make(size, tools)
                        ->make_start(random, tests::kNeverStopped, statistics));
        if (size > 1) {
          EXPECT_THROW(read_placement_file(path), InvalidPlacement);  // not before it is verified
        }
        EXPECT_TRUE(output->is_solution(executor, tests::kNeverStopped));
        output->finish();
        EXPECT_EQ(read_file(path).size(), 128 + size * static_cast<unsigned>(width));
        EXPECT_EQ(read_placement_file(path), stored);
        EXPECT_TRUE(verify_file(path).is_solution());
      }
    }
  }
}

TEST(SolveTo, AFileBeginsWhereTheDescriptorStands) {
  const base::FileDescriptor file(::memfd_create("queens", MFD_CLOEXEC));
  base::write_all(file.get(), "file", "before");
  solve_to_descriptor(file.get(), "file", PlacementFormat::npy, 1000, windowed(1));
  base::write_all(file.get(), "file", "behind");
  std::string bytes(6 + 128 + 4000 + 6, '\0');
  ::lseek(file.get(), 0, SEEK_SET);
  ASSERT_EQ(base::read_some(file.get(), "file", bytes.data(), bytes.size()), bytes.size());
  EXPECT_EQ(bytes.substr(0, 12), "before\x93NUMPY");
  EXPECT_EQ(bytes.substr(bytes.size() - 6), "behind");
}

TEST(SolveTo, AFileForAppendingIsWrittenInOrder) {
  const TemporaryDirectory folder;
  const auto path = folder / "queens";
  const base::FileDescriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  solve_to_descriptor(file.get(), "file", PlacementFormat::npy, 200000, windowed(2));
  EXPECT_EQ(read_placement_file(path), solve(200000, windowed(1)).placement);
}

struct Refused {};

TEST(SolveTo, WhatTheReceiverThrowsEndsTheSearch) {
  for (const int threads : {1, 2}) {
    for (const int calls : {0, 3, 40}) {
      std::atomic<int> called{0};
      EXPECT_THROW(solve_to(
                       [&](std::uint64_t, std::span<const std::uint64_t>) {
                         if (called++ == calls) throw Refused{};
                       },
                       1'000'000, windowed(threads)),
                   Refused);
      EXPECT_EQ(called, calls + 1);
    }
  }
}

TEST(SolveTo, AClosedPipeOrAFullDiskIsAnError) {
  std::signal(SIGPIPE, SIG_IGN);
  for (const auto format : {PlacementFormat::npy, PlacementFormat::columns}) {
    for (const int threads : {1, 2}) {
      int ends[2];
      ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
      ::close(ends[0]);
      const base::FileDescriptor writing(ends[1]);
      EXPECT_THROW_WITH(
          solve_to_descriptor(writing.get(), "pipe", format, 1'000'000, windowed(threads)), IoError,
          "cannot write pipe: Broken pipe");
      EXPECT_THROW_WITH(solve_to_file("/dev/full", format, 1'000'000, windowed(threads)), IoError,
                        "cannot write /dev/full: No space left on device");
    }
  }
}

TEST(SolveTo, AStopInAnyPhaseLeavesNoFile) {
  const TemporaryDirectory folder;
  using Phase = SolveProgress::Phase;
  for (const auto format : {PlacementFormat::npy, PlacementFormat::columns}) {
    int stopped = 0;
    for (const Phase phase : {Phase::start, Phase::output, Phase::verification}) {
      std::stop_source source;
      SolveOptions options = windowed(2);
      options.stop = source.get_token();
      options.progress_interval = std::chrono::milliseconds(1);
      options.on_progress = [&](const SolveProgress& progress) {
        if (progress.phase == phase && progress.rows > 0) source.request_stop();
      };
      try {
        solve_to_file(folder / "queens", format, 5'000'000, options);
        // The phase was too short to see, or this output has no such phase.
        EXPECT_TRUE(verify_file(folder / "queens").is_solution());
        std::filesystem::remove(folder / "queens");
      } catch (const Stopped&) {
        ++stopped;
      }
      EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    }
    EXPECT_GT(stopped, 0) << to_string(format) << ": nothing was tested";
  }
}

// Moved rows have columns anywhere, also near those that another thread marks.
TEST(SolveTo, VerifiesMovedRowsWhileOthersMark) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    std::uint64_t rows = 0;
    const SolveResult result = solve_to(
        [&](std::uint64_t, std::span<const std::uint64_t> columns) { rows += columns.size(); },
        1'000'000, {.threads = 4, .seed = seed});
    EXPECT_TRUE(result.verified);
    EXPECT_EQ(rows, 1'000'000u);
  }
}

}  // namespace
}  // namespace nqueens
