// Numbers of the command line in every accepted form, refusals, suggested words. The tests of the
// program have the error lines.
#include "cli/options/values.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::cli {
namespace {

std::string refusal(const std::string& text, std::uint64_t min = 0, std::uint64_t max = 32) {
  return tests::message_of<InvalidArgument>([&] { parse_whole(text, "board size", min, max); });
}

std::uint64_t whole(const std::string& text) {
  return parse_whole(text, "board size", 0, UINT64_MAX);
}

TEST(ParseWhole, AcceptsAllFormsOfAMillion) {
  for (const char* text : {"1000000", "1e6", "1E6", "1e+6", "1_000_000", "1.0e6", "0.001e9", "10e5",
                           "1000000.", "1000000.0", "001000000", "1_0e0_5", ".1e7"}) {
    EXPECT_EQ(whole(text), 1'000'000u) << text;
  }
}

TEST(ParseWhole, IsExactToTheLastBit) {
  EXPECT_EQ(whole("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(whole("1.8446744073709551615e19"), UINT64_MAX);
  EXPECT_EQ(whole("9007199254740993"), 9007199254740993u);  // no double holds it
  EXPECT_EQ(whole("2.5e3"), 2500u);
  EXPECT_EQ(whole("0e999999999999"), 0u);
  EXPECT_EQ(whole("0.0"), 0u);
}

TEST(ParseWhole, SaysWhatIsValid) {
  for (const std::string text : {"", "-5", "-1e30", "2.5", "1e-3", "33", "1e30",
                                 "1e99999999999999999999", "18446744073709551616"}) {
    EXPECT_EQ(refusal(text), "board size must be a whole number from 0 to 32, not '" + text + "'");
  }
  EXPECT_EQ(refusal("0", 1, 4096), "board size must be a whole number from 1 to 4096, not '0'");
  EXPECT_EQ(refusal("18446744073709551616", 0, UINT64_MAX),
            "board size must be a whole number from 0 to 18446744073709551615, not "
            "'18446744073709551616'");
}

TEST(ParseWhole, RefusesWhatIsNoNumber) {
  for (const std::string text :
       {"abc",  "0x10", "1e", "1e+", "e5", ".",     "-",     "--5", "1__0", "_1",  "1_",
        "1_e5", "1._5", "1 ", " 1",  "+1", "1,000", "1.2.3", "nan", "inf",  "1\n", "\xD9\xA1"}) {
    EXPECT_EQ(refusal(text), "board size must be a whole number from 0 to 32, not '" + text + "'");
  }
}

TEST(ParseSeconds, TakesFractionsAndRefusesTheRest) {
  EXPECT_DOUBLE_EQ(parse_seconds("0.5", "time limit"), 0.5);
  EXPECT_DOUBLE_EQ(parse_seconds("1_000", "time limit"), 1000);
  EXPECT_DOUBLE_EQ(parse_seconds("2.5e3", "time limit"), 2500);
  for (const std::string text : {"0", "1e10", "1e400", "-1", "5s", ""}) {
    EXPECT_EQ(tests::message_of<InvalidArgument>([&] { parse_seconds(text, "time limit"); }),
              "time limit must be a number of seconds from 0.001 to 1e9, not '" + text + "'");
  }
}

TEST(LooksLikeNumber, TellsNumbersFromOptionsAndCommands) {
  for (const char* text : {"16", "-5", "-.5", ".5", "1e30", "4..8", "16x"}) {
    EXPECT_TRUE(looks_like_number(text)) << text;
  }
  for (const char* text : {"", "-", "--5", "-t", "-t5", "count", ".", "..", "e5"}) {
    EXPECT_FALSE(looks_like_number(text)) << text;
  }
}

const std::vector<std::string> kCommands = {"count", "solve", "verify", "bench", "info", "man"};

TEST(Nearest, FindsWhatWasMeant) {
  for (const char* slip : {"cuont", "cont", "ccount", "coint", "count", "co"}) {
    EXPECT_EQ(nearest(slip, kCommands), "count") << slip;
  }
  EXPECT_EQ(nearest("ver", kCommands), "verify");
}

TEST(Nearest, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest("", kCommands), std::nullopt);
  EXPECT_EQ(nearest("frobnicate", kCommands), std::nullopt);
  EXPECT_EQ(nearest("x", kCommands), std::nullopt);
  EXPECT_EQ(nearest(std::string(1 << 20, 'c'), kCommands), std::nullopt);
  EXPECT_EQ(nearest("-x", std::vector<std::string>{"-t", "-q"}), std::nullopt);
}

TEST(ParseBoardRange, ReadsBothEnds) {
  const BoardRange range = parse_board_range("4..1.6e1", 32);
  EXPECT_EQ(range.first, 4);
  EXPECT_EQ(range.last, 16);
}
}  // namespace
}  // namespace nqueens::cli
