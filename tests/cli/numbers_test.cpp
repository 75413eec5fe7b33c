// Numbers of the command line: every form that is accepted, and the exact line of every refusal.
#include "cli/numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

std::string refusal(const std::string& text, std::uint64_t least = 0, std::uint64_t most = 32) {
  try {
    parse_whole(text, "board size", least, most);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
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

TEST(ParseWhole, NamesTheFault) {
  EXPECT_EQ(refusal(""), "board size is missing: ''; 0 to 32");
  EXPECT_EQ(refusal("-5"), "board size is negative: -5; 0 to 32");
  EXPECT_EQ(refusal("-1e30"), "board size is negative: -1e30; 0 to 32");
  EXPECT_EQ(refusal("2.5"), "board size is not a whole number: 2.5; 0 to 32");
  EXPECT_EQ(refusal("1e-3"), "board size is not a whole number: 1e-3; 0 to 32");
  EXPECT_EQ(refusal("33"), "board size out of range: 33; 0 to 32");
  EXPECT_EQ(refusal("1e30"), "board size out of range: 1e30; 0 to 32");
  EXPECT_EQ(refusal("1e99999999999999999999"),
            "board size out of range: 1e99999999999999999999; 0 to 32");
  EXPECT_EQ(refusal("0", 1, 4096), "board size out of range: 0; 1 to 4096");
  EXPECT_EQ(refusal("18446744073709551616", 0, UINT64_MAX),
            "board size out of range: 18446744073709551616; 0 to 18446744073709551615");
}

TEST(ParseWhole, RefusesWhatIsNoNumber) {
  for (const std::string text :
       {"abc",  "0x10", "1e", "1e+", "e5", ".",     "-",     "--5", "1__0", "_1",  "1_",
        "1_e5", "1._5", "1 ", " 1",  "+1", "1,000", "1.2.3", "nan", "inf",  "1\n", "\xD9\xA1"}) {
    EXPECT_EQ(refusal(text), "board size is not a number: " + text + "; 0 to 32");
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
  for (const auto& [text, line] : std::initializer_list<std::pair<const char*, const char*>>{
           {"0", "time limit out of range: 0; 0.001 to 1e9 seconds"},
           {"1e10", "time limit out of range: 1e10; 0.001 to 1e9 seconds"},
           {"1e400", "time limit out of range: 1e400; 0.001 to 1e9 seconds"},
           {"-1", "time limit is negative: -1; 0.001 to 1e9 seconds"},
           {"5s", "time limit is not a number: 5s; 0.001 to 1e9 seconds"},
           {"", "time limit is missing: ''; 0.001 to 1e9 seconds"}}) {
    try {
      parse_seconds(text, "time limit");
      ADD_FAILURE() << text << " was accepted";
    } catch (const InvalidArgument& error) {
      EXPECT_STREQ(error.what(), line);
    }
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

}  // namespace
}  // namespace nqueens::cli
