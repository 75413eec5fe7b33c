// Everything that starts threads, on 1, 2, 3, 8 and 64 of them, however few processors there are:
// what must not depend on their number is the same, byte for byte. The long form has larger boards.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "nqueens/merge.hpp"
#include "nqueens/puzzle.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "run/executor.hpp"
#include "support/processor_engines.hpp"
#include "support/random_problem.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

constexpr int kNumbers[] = {1, 2, 3, 8, 64};

/// The parameter: whether this is the long form.
class ManyThreads : public ::testing::TestWithParam<bool> {
 protected:
  template <typename Size>
  static Size size(Size brief, Size full) {
    return GetParam() ? full : brief;
  }

  const run::PretendedProcessors processors_{64};
  const tests::TemporaryDirectory directory_;
};

/// Expects the same of every number of threads.
template <typename Call>
void expect_same(const Call& call) {
  const auto first = call(kNumbers[0]);
  for (const int threads : kNumbers) EXPECT_EQ(call(threads), first) << threads << " threads";
}

std::vector<Board> restricted_boards(int size) {
  std::vector<Board> boards = {Board(size), Board(size - 1, Variant::torus),
                               Board(size, Variant::superqueens), Board(size - 3, size)};
  boards[0].block({7, 0});
  boards[0].block({3, 3});
  boards.emplace_back(size).place({0, 3});
  boards.emplace_back(size).exclude({false, 0});
  return boards;
}

TEST_P(ManyThreads, CountsByEveryEngine) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    const int largest = engine.name == "reference" ? 9 : size(11, 14);
    std::vector<Board> boards = restricted_boards(std::min(largest, 11));
    boards.emplace_back(largest);
    for (const Board& board : boards) {
      try {
        expect_same([&](int threads) {
          const CountResult result = count(board, {.engine = engine.name, .threads = threads});
          EXPECT_EQ(result.threads, std::clamp(static_cast<int>(result.tasks), 1, threads));
          return to_string(result.solutions);
        });
      } catch (const InvalidArgument&) {  // the engine does not count such a board
        EXPECT_FALSE(board.is_plain());
      }
    }
  }
  const int largest = size(17, 18);
  expect_same(
      [&](int threads) { return to_string(count(largest, {.threads = threads}).solutions); });
  EXPECT_EQ(count(largest).solutions, known_solutions(largest));
}

TEST_P(ManyThreads, CountsBySymmetry) {
  const int largest = size(14, 17);
  for (const int threads : kNumbers) {
    EXPECT_EQ(count_by_symmetry(largest, {.threads = threads}).fundamental,
              known_fundamental_solutions(largest));
  }
}

/// The records of a journal, which do not say who counted them.
std::multiset<std::string> records(const std::filesystem::path& journal) {
  std::istringstream text(tests::read_file(journal));
  std::multiset<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with('#')) lines.insert(line);
  }
  return lines;
}

TEST_P(ManyThreads, ShardsIntoOneJournalAreTheCount) {
  const int board = size(12, 15);
  const auto whole = directory_ / "whole.nqj";
  for (const std::string engine : {"bitmask", "simd", "colour-join"}) {
    const CountOptions one{.engine = engine, .threads = 1, .depth = 3, .journal = whole};
    const CountResult expected = count(board, one);
    const auto shared = directory_ / "shared.nqj";
    for (const int shard : {3, 1, 5, 2, 4}) {
      CountOptions options = one;
      options.threads = kNumbers[shard - 1];
      options.journal = shared;
      count_shard(board, {shard, 5}, options);
    }
    EXPECT_EQ(records(shared), records(whole)) << engine;
    const std::filesystem::path journals[] = {shared};
    EXPECT_EQ(merge_journals(journals).solutions, expected.solutions);
    const AuditResult audit = audit_journals(journals, {.samples = 20, .threads = 64});
    EXPECT_EQ(audit.agreed(), std::min<std::uint64_t>(20, expected.tasks));
    std::filesystem::remove(shared);
    std::filesystem::remove(whole);
  }
}

/// Stopped many times, each time resumed with another number of threads.
TEST_P(ManyThreads, StopAndResume) {
  const int board = size(14, 16);
  for (const std::string engine : {"bitmask", "simd", "colour-join"}) {
    CountOptions options{.engine = engine, .depth = 4, .journal = directory_ / (engine + ".nqj")};
    options.progress_interval = std::chrono::milliseconds(1);
    std::optional<CountResult> result;
    for (std::size_t round = 0; !result; ++round) {
      options.threads = kNumbers[(4 + 3 * round) % 5];  // 64, 3, 1, 8, 2
      std::stop_source source;
      options.stop = source.get_token();
      std::uint64_t before = 0;
      options.on_progress = [&](const Progress& progress) {
        if (before == 0) before = progress.tasks_done + 1;
        if (progress.tasks_done >= before + progress.tasks_total / 12) source.request_stop();
      };
      try {
        result = count(board, options);
      } catch (const Stopped&) {
        ASSERT_LT(round, 200u);
      }
    }
    EXPECT_EQ(result->solutions, known_solutions(board)) << engine;
  }
}

TEST_P(ManyThreads, ListsAreTheSameBytes) {
  std::vector<Board> boards = restricted_boards(size(9, 10));
  boards.emplace_back(size(11, 12));
  boards.emplace_back(20);  // up to the limit
  for (const Board& board : boards) {
    for (const bool fundamental : {false, true}) {
      if (fundamental && !board.is_square()) continue;
      expect_same([&](int threads) {
        std::string text;
        const ListResult result = list_text(
            board,
            [](const SolutionBlock& block, std::string& out) {
              for (std::size_t i = 0; i < block.size(); ++i) {
                for (const int column : block[i]) out += std::to_string(column) + ' ';
                out += '\n';
              }
            },
            [&](std::string_view part, std::uint64_t) { text += part; },
            {.threads = threads, .fundamental = fundamental, .limit = size(5000, 100'000)});
        EXPECT_EQ(result.threads, threads);
        return text;
      });
    }
  }
}

TEST_P(ManyThreads, WindowedWritesTheSameBytes) {
  for (const std::uint64_t queens : {size(40'000u, 1'000'000u), size(700'001u, 2'000'003u)}) {
    for (const auto format : {PlacementFormat::npy, PlacementFormat::columns}) {
      expect_same([&](int threads) {
        const auto file = directory_ / "queens";
        const SolveResult result = solve_to_file(
            file, format, Board(queens), {.algorithm = "windowed", .threads = threads, .seed = 5});
        EXPECT_EQ(result.threads, threads);
        const VerifyResult verified = verify_file(file, {.threads = threads});
        EXPECT_TRUE(verified.is_solution());
        EXPECT_EQ(verified.rows, queens);
        return tests::read_file(file);
      });
    }
  }
}

TEST_P(ManyThreads, EveryAlgorithmSolves) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const std::uint64_t queens = algorithm.practical_size != 0 ? 12 : size(1000u, 30'000u);
    for (const int threads : kNumbers) {
      const SolveResult result =
          solve(queens, {.algorithm = algorithm.name, .threads = threads, .verify = false});
      EXPECT_TRUE(is_solution(result.placement)) << algorithm.name << " on " << threads;
    }
  }
  expect_same([](int threads) {
    return collect(8, {.starts = 400, .threads = threads, .seed = 3}).solutions;
  });
}

TEST_P(ManyThreads, RestrictedBoardsAreSolvedOrHaveNoSolution) {
  Board some(size(22, 25));
  for (int k = 1; k < 9; ++k) some.exclude({true, 4 * k});
  const Board none = board_of(tests::endless_board(size(27, 29)));
  for (const int threads : kNumbers) {
    const SolveResult result = solve(some, {.threads = threads});
    EXPECT_EQ(result.algorithm, "mrv");
    EXPECT_EQ(result.threads, threads);
    EXPECT_TRUE(is_solution(result.placement, some));
    EXPECT_THROW(solve(none, {.threads = threads}), NoSolution);
    // 6 queens have four solutions; one given leaves one.
    Board six(6);
    six.place({0, 1});
    const Placement only = solve(six, {.threads = threads}).placement;
    EXPECT_FALSE(solve_other(six, only, {.threads = threads}));
    EXPECT_TRUE(solve_other(Board(6), only, {.threads = threads}));
  }
}

TEST_P(ManyThreads, TheFirstAttackIsFound) {
  Placement queens = solve(size(400'000, 5'000'000), {.seed = 2}).placement;
  std::swap(queens[250'000], queens[100'000]);
  std::swap(queens[250'001], queens[300'000]);
  const auto file = directory_ / "queens.txt";
  tests::write_file(file, fmt::format("{}\n", fmt::join(queens, " ")));
  expect_same([&](int threads) {
    const VerifyResult result = verify(queens, {.threads = threads});
    EXPECT_EQ(result.threads, threads);
    EXPECT_EQ(verify_file(file, {.threads = threads}).violation, result.violation);
    return result.violation.value_or("none");
  });
}

TEST_P(ManyThreads, PuzzlesAreTheSame) {
  expect_same([](int threads) {
    std::string text;
    make_puzzles(Board(size(8, 14)),
                 [&](const Puzzle& puzzle) {
                   for (const Square& square : puzzle.given) text += fmt::format("{}:", square.row);
                   text += fmt::format(" {}\n", fmt::join(puzzle.solution, " "));
                 },
                 {.count = size(100u, 300u), .seed = 9, .threads = threads});
    return text;
  });
}

TEST_P(ManyThreads, EstimatesAreTheSame) {
  for (const Board& board : {Board(20), Board(36), Board(9, 40), restricted_boards(18)[0]}) {
    expect_same([&](int threads) {
      const Estimate result =
          estimate(board, {.samples = size(70u, 300u), .threads = threads, .seed = 4});
      EXPECT_EQ(result.threads, threads);
      return std::vector{result.value, result.interval->low, result.interval->high,
                         static_cast<double>(result.samples)};
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Short, ManyThreads, ::testing::Values(false));
INSTANTIATE_TEST_SUITE_P(DISABLED_Long, ManyThreads, ::testing::Values(true));

}  // namespace
}  // namespace nqueens
