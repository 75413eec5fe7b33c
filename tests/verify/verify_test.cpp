// Verification in memory, of files and of pipes, against find_attack(): every format and error, any
// block size, any number of threads.
#include "nqueens/verify.hpp"

#include <gmock/gmock.h>

#include "nqueens/list.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/solve.hpp"
#include "placements/support.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"
#include "verify/verify.hpp"

namespace nqueens {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using tests::answer;
using tests::answer_of_file;
using tests::answer_of_pipe;
using tests::as_array;
using tests::as_text;
using tests::expected_answer;
using tests::kInput;
using tests::memory_file;
using tests::staircase;
using tests::TemporaryDirectory;
using tests::with_threads;
using verifying::VerifyTuning;

const Placement kEight = {0, 4, 7, 5, 2, 6, 1, 3};

TEST(Verify, AcceptsSolutionsOfEverySize) {
  for (const int threads : {0, 1, 2, 3}) {
    for (const std::uint64_t size : {4u, 6u, 10u, 64u, 1000u, 300000u}) {
      const VerifyResult result = verify(staircase(size), with_threads(threads));
      EXPECT_TRUE(result.is_solution());
      EXPECT_EQ(result.rows, size);
      EXPECT_GE(result.seconds, 0);
    }
    EXPECT_TRUE(verify({}, with_threads(threads)).is_solution());
    EXPECT_TRUE(verify(Placement{0}, with_threads(threads)).is_solution());
  }
}

// When there are fewer sets of marks than threads, threads take turns.
TEST(Verify, SetsOfMarksCountAsOne) {
  Placement placement = staircase(100000);
  for (const char* expected :
       {"solution of 100000",
        "attack in 100000: row 0, column 3 and row 1, column 3 share a column"}) {
    for (const int sets : {1, 2, 3, 4, 5}) {
      const VerifyTuning tuning = {.piece_queens = 1000, .serial_below = 0, .max_sets = sets};
      EXPECT_EQ(answer([&] {
                  return verifying::verify_columns(placement, placement.size(), with_threads(4),
                                                   tuning);
                }),
                expected);
    }
    placement[0] = 3;
  }
}

TEST(Verify, NamesTheFirstPair) {
  const VerifyResult result = verify(Placement{0, 4, 7, 5, 2, 6, 3, 1});
  ASSERT_TRUE(result.attack.has_value());
  EXPECT_EQ(*result.attack, (AttackingPair{{2, 7}, {6, 3}, Line::antidiagonal}));
}

TEST(Verify, RefusesThreadsOutOfRange) {
  EXPECT_THROW(verify(staircase(4), with_threads(-1)), InvalidArgument);
  EXPECT_THROW(verify(staircase(4), with_threads(kMaxThreads + 1)), InvalidArgument);
}

TEST(Verify, StopsOnRequest) {
  for (const int threads : {1, 2}) {
    VerifyOptions options = with_threads(threads);
    options.stop = tests::already_stopped();
    EXPECT_THROW(verify(staircase(300000), options), Stopped);
  }
}

TEST(Verify, TakesTheSameWithPinnedThreads) {
  for (const auto pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    VerifyOptions options = with_threads(1);
    options.pinning = pinning;
    EXPECT_TRUE(verify(staircase(300000), options).is_solution());
  }
}

/// A solution with some queens moved, or a random placement.
Placement damaged_placement() {
  Placement placement = staircase(*rc::gen::inRange<std::uint64_t>(0, 20) * 6 + 4);
  const auto size = static_cast<Column>(placement.size());
  const bool wild = *rc::gen::inRange(0, 4) == 0;
  const int moves = *rc::gen::inRange(0, wild ? 2 * static_cast<int>(size) : 3);
  for (int i = 0; i < moves; ++i) {
    Column& column = placement[*rc::gen::inRange<std::size_t>(0, placement.size())];
    // Sometimes out of range.
    column = *rc::gen::inRange<Column>(0, *rc::gen::inRange(0, 10) == 0 ? size + 2 : size);
  }
  return placement;
}

PROPERTY(Verify, AgreesWithTheSerialSearch) {
  const Placement placement = damaged_placement();
  VerifyTuning tuning;
  tuning.piece_queens = *rc::gen::inRange<std::size_t>(1, 40);
  tuning.serial_below = 0;
  tuning.max_sets = *rc::gen::inRange(1, 4);
  const std::string expected = expected_answer(placement, "");
  for (const int threads : {1, 2, 3}) {
    RC_ASSERT(answer([&] {
                return verifying::verify_columns(placement, placement.size(), with_threads(threads),
                                                 tuning);
              }) == expected);
  }
}

VerifyTuning with_blocks(std::size_t bytes) {
  VerifyTuning tuning;
  tuning.block_bytes = bytes;
  tuning.serial_below = 0;
  return tuning;
}

/// The answer, which must be the same for files and pipes, any block size and number of threads.
std::string common_answer(const std::string& contents, const VerifyOptions& given = {}) {
  VerifyOptions options = given;
  options.threads = 1;
  const std::string serial = answer_of_file(contents, options, VerifyTuning{});
  for (const std::size_t bytes : {16u, 17u, 64u, 4096u}) {
    for (const int threads : {1, 2, 3}) {
      options.threads = threads;
      EXPECT_EQ(answer_of_file(contents, options, with_blocks(bytes)), serial);
      EXPECT_EQ(answer_of_pipe(contents, options, with_blocks(bytes)), serial);
    }
  }
  return serial;
}

/// The answer has the words.
void expect_refused(const std::string& contents, const std::string& words) {
  EXPECT_THAT(common_answer(contents), AllOf(StartsWith("InvalidPlacement: "), HasSubstr(words)));
}

TEST(VerifyFile, AcceptsSolutionsInEveryForm) {
  EXPECT_EQ(common_answer("0 4 7 5 2 6 1 3"), "solution of 8");
  EXPECT_EQ(common_answer("0,4,7,5,2,6,1,3\n"), "solution of 8");
  EXPECT_EQ(common_answer("0\r\n4\r\n7\r\n5\r\n2\r\n6\r\n1\r\n3\r\n"), "solution of 8");
  EXPECT_EQ(common_answer("# eight queens, 1850\n0 4 7 5 # half\n2 6 1 3 # 4 4 4 4 4 4 4 4 4"),
            "solution of 8");
  EXPECT_EQ(common_answer("0"), "solution of 1");
  EXPECT_EQ(common_answer(as_array(kEight)), "solution of 8");
  EXPECT_EQ(common_answer(as_text(staircase(1000))), "solution of 1000");
  EXPECT_EQ(common_answer(as_array(staircase(1000))), "solution of 1000");
}

TEST(VerifyFile, ReadsManyBlocksOfTheDefaultSize) {
  const Placement placement = staircase(300000);
  for (const int threads : {0, 1, 2, 3}) {
    for (const std::string& contents : {as_text(placement, "\n"), as_array(placement)}) {
      EXPECT_EQ(answer_of_file(contents, with_threads(threads), {}), "solution of 300000");
      EXPECT_EQ(answer_of_pipe(contents, with_threads(threads), {}), "solution of 300000");
    }
  }
}

TEST(VerifyFile, NamesAttacksAndColumnsOutOfRange) {
  for (const Placement& placement :
       {Placement{0, 1}, Placement{0, 0}, Placement{1, 0}, Placement{5, 3, 1, 6, 0, 2, 4, 7},
        Placement{0, 4, 7, 9, 2, 8, 1, 3}, Placement{0, 4, 7, 9, 2, 6, 8, 3}, Placement{1},
        Placement{2147483647u, 0, 1}}) {
    const std::string expected = expected_answer(placement, kInput);
    EXPECT_EQ(common_answer(as_text(placement)), expected);
    EXPECT_EQ(common_answer(as_array(placement)), expected);
  }
}

TEST(VerifyFile, SeesMoreQueensThanTheFileCouldHoldWithoutARepeat) {
  // A text of this length can hold fewer different columns than it has entries.
  const Placement zeros(5000, 0);
  EXPECT_EQ(common_answer(as_text(zeros)),
            "attack in 5000: row 0, column 0 and row 1, column 0 share a column");
  Placement late(5000);
  for (Column row = 0; row < 5000; ++row) late[row] = row % 10;
  EXPECT_EQ(common_answer(as_text(late)), expected_answer(late, kInput));
}

TEST(VerifyFile, CostsLittleForWildColumns) {
  // Three bit maps that reach the largest column would take 2.5 GiB.
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(4294967294u - 1000003u * Column(i)) + "\n";
  expect_refused(text, "4294967294 in row 0 of input; a board of 1000 has columns 0 to 999");
}

/// On random boards of any variant and shape the oracle and verify(), in memory and of files, agree
/// on random placements and on all solutions, and list() finds all solutions.
PROPERTY(Verify, AgreesWithTheOracleOnRestrictedBoards) {
  const Problem problem = tests::random_board(6);
  const Board board = board_of(problem);
  const std::vector<Placement> solutions = tests::all_solutions(problem);
  const auto agree = [&](const Placement& columns) {
    const VerifyResult result = verify(columns, {.board = board});
    RC_ASSERT(result.is_solution() == !find_violation(problem, columns));
    RC_ASSERT(is_solution(columns, board) == result.is_solution());
    const std::string expected = answer([&] { return result; });
    VerifyOptions options = with_threads(1);
    options.board = board;
    RC_ASSERT(answer_of_file(as_text(columns), options, {}) == expected);
    RC_ASSERT(answer_of_pipe(as_array(columns), options, {}) == expected);
  };
  for (std::size_t i = 0; i < solutions.size() && i < 5; ++i) agree(solutions[i]);
  for (int i = 0; i < 5; ++i) {
    agree(*rc::gen::container<Placement>(
        static_cast<std::size_t>(problem.rows()),
        rc::gen::inRange<Column>(0, static_cast<Column>(problem.columns()))));
  }
  RC_ASSERT(list(board, [](const SolutionBlock&) {}).solutions == solutions.size());
  if (!solutions.empty()) RC_ASSERT(is_solution(solve(board).placement, board));
}

TEST(Verify, KnowsGivenAndBlockedSquaresOfLargeBoards) {
  const Placement placement = staircase(300000);
  for (const int threads : {1, 3}) {
    VerifyOptions options = with_threads(threads);
    options.board = 300000;
    options.board->place({7, placement[7]});
    options.board->block({7, placement[7] + 1});
    EXPECT_TRUE(verify(placement, options).is_solution());
    options.board->block({299999, placement[299999]});
    const std::string expected =
        fmt::format("no queen may stand on row 299999, column {}", placement[299999]);
    EXPECT_EQ(verify(placement, options).violation, expected);
    const base::FileDescriptor file = memory_file(as_array(placement));
    EXPECT_EQ(verify_stream(file.get(), kInput, options).violation, expected);
    options.board->place({8, 0});
    EXPECT_EQ(verify(placement, options).violation,
              "no queen on row 8, column 0, where one is given");
    options.board->place({9, 0});
    EXPECT_THROW(verify(placement, options), InvalidArgument);
  }
}

TEST(VerifyFile, ChecksTheExpectedSize) {
  VerifyOptions options;
  options.board = 8;
  EXPECT_EQ(common_answer("0 4 7 5 2 6 1 3", options), "solution of 8");
  const std::string expected = "InvalidPlacement: a board of 8 does not fit 7 queens in input";
  EXPECT_EQ(common_answer("0 4 7 5 2 6 1", options), expected);
  EXPECT_EQ(common_answer(as_array(Placement{0, 4, 7, 5, 2, 6, 1}), options), expected);
  EXPECT_THAT(common_answer("0 4 7 5 2 6 1 9 9", options), HasSubstr("does not fit 9 queens in "));
}

TEST(VerifyFile, RefusesTextsThatAreNoPlacement) {
  for (const auto* nothing : {"", " \r\n # , \n"}) expect_refused(nothing, "it is empty");
  expect_refused("0 1 2 3 4 5 6 7 8 9 10 11 x 12 13 14 15 16 17 18 y", "'x' at byte 26, row 12 of");
  expect_refused("1 " + std::string(100, '0') + "1", "00000000000... at byte 2, row 1");
}

TEST(VerifyFile, RefusesDamagedArrays) {
  const std::string good = as_array(kEight);
  ASSERT_EQ(good.size(), 160u);
  for (const std::size_t length : {6u, 11u, 12u, 127u}) {
    expect_refused(good.substr(0, length),
                   fmt::format("input has {} of {} bytes", length, length < 12 ? 12 : 128));
  }
  for (std::size_t length = 128; length < 160; ++length) {
    expect_refused(good.substr(0, length), fmt::format("too few numbers in an array: {}", length));
  }
  // A pipe is not read to its end to count its bytes.
  for (const std::string& more : {good + "x", good + good}) {
    EXPECT_THAT(answer_of_file(more, {}, {}),
                HasSubstr(fmt::format("too many numbers in an array: {} bytes", more.size())));
    for (const int threads : {1, 2, 3}) {
      EXPECT_THAT(answer_of_pipe(more, with_threads(threads), with_blocks(16)),
                  HasSubstr("too many numbers in an array: more than 160 bytes in input"));
    }
  }
  // No memory may be taken before the numbers have come.
  expect_refused(as_array(kEight, "100000000000,"), "100000000000 queens take 400000000128");
  for (const char* shape : {"100000000001,", "18446744073709551615, 8", "8, 9223372036854775808"}) {
    expect_refused(as_array(kEight, shape), "array out of range");
  }
  for (const char* shape : {"0,", "8, 0"}) {
    expect_refused(as_array(kEight, shape), "it is empty");
  }
  expect_refused(as_array(Placement(), "0, 8"), "it is empty");
  for (const char* shape : {"", "2, 2, 2", "x", "-8,"}) {
    expect_refused(as_array(kEight, shape), "arrays of integers with one dimension, or two");
  }
  expect_refused(as_array(kEight, "2, 4"), "2 placements in one array, where one is expected");
}

TEST(VerifyFile, ReadsWideColumns) {
  for (const Placement& placement :
       {kEight, staircase(1000), Placement{0, 1}, Placement{0, 4, 7, 9, 2, 8, 1, 3}}) {
    EXPECT_EQ(common_answer(as_array(placement, fmt::format("{},", placement.size()), "<i8")),
              expected_answer(placement, kInput));
  }
  // A column of more than 32 bits, and one that no board has.
  std::string wild = as_array(kEight, "8,", "<i8");
  wild[128 + 4] = 1;
  EXPECT_THAT(answer_of_file(wild, {}, {}), HasSubstr("range: 4294967296 in row 0 of input"));
  wild[128 + 7] = '\x80';
  expect_refused(wild, "column out of range: -9223372032559808512 in row 0 of input");
  EXPECT_THAT(answer_of_file("0 99999999999 1", {}, {}), HasSubstr("range: 99999999999 in row 1"));
}

TEST(VerifyFile, TakesAFileByItsName) {
  const TemporaryDirectory folder;
  const auto path = folder / "placement";
  write_placement_file(path, kEight, PlacementFormat::columns);
  EXPECT_TRUE(verify_file(path).is_solution());
  tests::write_file(path, "0 1 ?");
  EXPECT_THAT(answer([&] { return verify_file(path); }),
              HasSubstr("'?' at byte 4, row 2 of " + path.string()));
}

TEST(VerifyFile, NamesWhatCannotBeRead) {
  const TemporaryDirectory folder;
  const std::string path = folder.path().string();
  EXPECT_EQ(answer([&] { return verify_file(path + "/none"); }),
            "IoError: cannot read " + path + "/none: No such file or directory");
  EXPECT_EQ(answer([&] { return verify_file(path); }),
            "IoError: cannot read " + path + ": Is a directory");
  const base::FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(answer([&] { return verify_stream(directory.get(), "standard input"); }),
            "IoError: cannot read standard input: Is a directory");
  EXPECT_EQ(answer([&] { return verify_stream(-1, "standard input"); }),
            "IoError: cannot read standard input: Bad file descriptor");
  if (::geteuid() != 0) {
    tests::write_file(path + "/closed", "0");
    std::filesystem::permissions(path + "/closed", std::filesystem::perms::none);
    EXPECT_EQ(answer([&] { return verify_file(path + "/closed"); }),
              "IoError: cannot read " + path + "/closed: Permission denied");
  }
}

TEST(VerifyFile, StartsWhereTheDescriptorStands) {
  for (const std::string& placement : {as_text(kEight), as_array(Placement{0, 1, 2})}) {
    const auto file = tests::memory_file("skipped\n" + placement);
    const auto verify_rest = [&] {
      ::lseek(file.get(), 8, SEEK_SET);
      return verify_stream(file.get(), "rest");
    };
    EXPECT_EQ(answer(verify_rest), answer_of_file(placement, {}, {}));
  }
}

TEST(VerifyFile, StopsOnRequest) {
  VerifyOptions options;
  options.stop = tests::already_stopped();
  EXPECT_THAT(common_answer(as_text(kEight), options), StartsWith("Stopped"));
  EXPECT_THAT(common_answer(as_array(kEight), options), StartsWith("Stopped"));
}

/// Separators and comments that stand between two entries.
std::string random_separator() {
  return *rc::gen::weightedElement<std::string>({{20, " "},
                                                 {3, "\n"},
                                                 {3, ","},
                                                 {2, ", "},
                                                 {2, "\r\n"},
                                                 {1, " # 7 7, , x\n"},
                                                 {1, "#\n"},
                                                 {1, std::string(70, ' ')},
                                                 {1, "#" + std::string(70, '1') + "\n"}});
}

PROPERTY(VerifyFile, PlantedAttacksAreFound) {
  const Placement placement = damaged_placement();
  std::string text;
  for (const Column column : placement) text += std::to_string(column) + random_separator();
  const std::string expected = expected_answer(placement, kInput);
  const VerifyTuning tuning = with_blocks(*rc::gen::inRange<std::size_t>(16, 65));
  for (const int threads : {1, 2, 3}) {
    const VerifyOptions options = with_threads(threads);
    for (const std::string& contents : {text, as_array(placement)}) {
      RC_ASSERT(answer_of_file(contents, options, tuning) == expected);
      RC_ASSERT(answer_of_pipe(contents, options, tuning) == expected);
    }
  }
}

PROPERTY(VerifyFile, TheFirstFaultIsReported) {
  std::string text = as_text(staircase(100));
  const int faults = *rc::gen::inRange(1, 4);
  for (int i = 0; i < faults; ++i) {
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::element('y', ',', '-', '#');
  }
  std::string expected;
  try {
    expected = expected_answer(parse_placement(text), kInput);
  } catch (const InvalidPlacement& error) {
    expected = fmt::format("InvalidPlacement: {}", error.what());
    const std::size_t name = expected.find("the text");
    expected.replace(name, std::string("the text").size(), kInput);
  }
  const VerifyTuning tuning = with_blocks(*rc::gen::inRange<std::size_t>(16, 65));
  for (const int threads : {1, 2, 3}) {
    RC_ASSERT(answer_of_file(text, with_threads(threads), tuning) == expected);
    RC_ASSERT(answer_of_pipe(text, with_threads(threads), tuning) == expected);
  }
}

}  // namespace
}  // namespace nqueens
