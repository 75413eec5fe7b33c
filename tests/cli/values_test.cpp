// Numbers, words, board sizes and squares of the command line: every form that is accepted, and the
// exact line of every refusal.
#include "cli/options/values.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(const std::string& text, std::uint64_t min = 0, std::uint64_t max = 32) {
  return refusal([&] { parse_whole(text, "board size", min, max); });
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

RC_GTEST_PROP(ParseWhole, ReadsBackWhatIsPrinted, (std::uint64_t value)) {
  RC_ASSERT(whole(std::to_string(value)) == value);
}

RC_GTEST_PROP(ParseWhole, NeverTakesTextForANumberByChance, (const std::string& text)) {
  // Anything without a digit is refused; anything at all is either read or refused in one line.
  const bool has_digit = text.find_first_of("0123456789") != std::string::npos;
  const std::string outcome = refusal(text, 0, UINT64_MAX);
  RC_ASSERT(has_digit || outcome != "accepted");
}

TEST(ParseSeconds, TakesFractionsAndRefusesTheRest) {
  EXPECT_DOUBLE_EQ(parse_seconds("0.5", "time limit"), 0.5);
  EXPECT_DOUBLE_EQ(parse_seconds("1_000", "time limit"), 1000);
  EXPECT_DOUBLE_EQ(parse_seconds("2.5e3", "time limit"), 2500);
  for (const std::string text : {"0", "1e10", "1e400", "-1", "5s", ""}) {
    EXPECT_EQ(refusal([&] { parse_seconds(text, "time limit"); }),
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

TEST(RequireWord, NamesTheValidOnes) {
  const std::vector<std::string> engines = {"auto", "bitmask", "simd"};
  EXPECT_EQ(refusal([&] { require_word("simd", "--engine", engines); }), "accepted");
  EXPECT_EQ(refusal([&] { require_word("bitmsk", "--engine", engines); }),
            "--engine must be auto, bitmask or simd, not 'bitmsk'; did you mean bitmask?");
  EXPECT_EQ(refusal([&] { require_word("gpu", "--engine", engines); }),
            "--engine must be auto, bitmask or simd, not 'gpu'");
}

TEST(ParseBoardRange, ReadsSizesAndRanges) {
  const BoardRange one = parse_board_range("1.6e1");
  EXPECT_EQ(one.first, 16);
  EXPECT_EQ(one.last, 16);
  EXPECT_FALSE(one.is_range);
  const BoardRange several = parse_board_range("4..8");
  EXPECT_EQ(several.first, 4);
  EXPECT_EQ(several.last, 8);
  EXPECT_TRUE(several.is_range);
  EXPECT_TRUE(parse_board_range("5..5").is_range);
}

TEST(ParseBoardRange, RefusesTheRest) {
  const auto line = [](const std::string& text) {
    return refusal([&] { parse_board_range(text); });
  };
  EXPECT_EQ(line("8..4"), "the range 8..4 is empty; did you mean 4..8?");
  for (const auto& [text, bad] : std::initializer_list<std::pair<const char*, const char*>>{
           {"4..", ""}, {"..4", ""}, {"4..33", "33"}, {"4..-5", "-5"}, {"1..2..3", "2..3"}}) {
    EXPECT_EQ(line(text),
              std::string("board size must be a whole number from 0 to 32, not '") + bad + "'");
  }
}

TEST(ParseSquares, ReadsPairs) {
  EXPECT_EQ(parse_squares("0:3", 8), (std::vector<Square>{{0, 3}}));
  EXPECT_EQ(parse_squares("0:3,7:0", 8), (std::vector<Square>{{0, 3}, {7, 0}}));
}

TEST(ParseSquares, RefusesTheRest) {
  const auto line = [](const std::string& text, int size) {
    return refusal([&] { parse_squares(text, size); });
  };
  EXPECT_EQ(line("8:0", 8), "row must be a whole number from 0 to 7, not '8'");
  EXPECT_EQ(line("0:8", 8), "column must be a whole number from 0 to 7, not '8'");
  EXPECT_EQ(line("0:-1", 8), "column must be a whole number from 0 to 7, not '-1'");
  EXPECT_EQ(line("0:", 8), "column must be a whole number from 0 to 7, not ''");
  EXPECT_EQ(line("x:0", 8), "row must be a whole number from 0 to 7, not 'x'");
  EXPECT_EQ(line("0:0", 0), "a board of size 0 has no square 0:0; give a larger board");
  for (const auto& [text, bad] : std::initializer_list<std::pair<const char*, const char*>>{
           {"3", "3"}, {"1:2:3", "1:2:3"}, {"0:1,", ""}}) {
    EXPECT_EQ(line(text, 8),
              std::string("a square must be ROW:COLUMN, both counted from 0, not '") + bad +
                  "'; separate squares by commas");
  }
}

}  // namespace
}  // namespace nqueens::cli
