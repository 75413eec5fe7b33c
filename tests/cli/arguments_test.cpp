// Arranging the words of a command line, on a small table of its own.
#include "cli/arguments.hpp"

#include <gtest/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

using Words = std::vector<std::string>;

OptionEntry option(Words names, std::string value_name) {
  OptionEntry entry;
  entry.names = std::move(names);
  entry.value_name = std::move(value_name);
  return entry;
}

const ProgramTable& table() {
  static const ProgramTable result = [] {
    ProgramTable made;
    made.options = {option({"-h", "--help"}, ""), option({"--version"}, "")};
    CommandEntry count;
    count.name = "count";
    count.options = {option({}, "N"), option({"-t", "--threads"}, "T"),
                     option({"-q", "--quiet"}, ""), option({"--engine"}, "auto|bitmask"),
                     option({"-h", "--help"}, "")};
    CommandEntry solve;
    solve.name = "solve";
    solve.options = {option({}, "N"), option({"-t", "--threads"}, "T"),
                     option({"--output"}, "FILE"), option({"-h", "--help"}, "")};
    made.commands = {count, solve};
    return made;
  }();
  return result;
}

std::string refusal(const Words& given) {
  try {
    arrange(given, table());
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Arrange, OptionsMayStandAnywhere) {
  for (const Words& given :
       {Words{"count", "16", "--threads", "2", "-q"}, Words{"--threads", "2", "-q", "count", "16"},
        Words{"--threads", "2", "count", "-q", "16"}}) {
    const Arguments arguments = arrange(given, table());
    EXPECT_EQ(arguments.command, "count");
    EXPECT_EQ(arguments.options, (Words{"--threads", "2", "-q"}));
    EXPECT_EQ(arguments.words, (Words{"16"}));
  }
}

TEST(Arrange, ABareSizeIsCounted) {
  for (const char* size : {"16", "-3", "4..8", "1e30", ".5"}) {
    const Arguments arguments = arrange({size, "-q"}, table());
    EXPECT_EQ(arguments.command, "count");
    EXPECT_EQ(arguments.words, (Words{size}));
  }
}

TEST(Arrange, UnderstandsEveryFormOfAValue) {
  for (const Words& given :
       {Words{"count", "-t", "2"}, Words{"count", "-t2"}, Words{"-t2", "count"}}) {
    EXPECT_EQ(arrange(given, table()).options, (Words{"-t", "2"}));
  }
  EXPECT_EQ(arrange({"count", "--threads=2"}, table()).options, (Words{"--threads", "2"}));
  EXPECT_EQ(arrange({"count", "--threads="}, table()).options, (Words{"--threads", ""}));
  EXPECT_EQ(arrange({"count", "-qt2"}, table()).options, (Words{"-q", "-t", "2"}));
  EXPECT_EQ(arrange({"count", "-t", "-5"}, table()).options, (Words{"-t", "-5"}));
  EXPECT_EQ(arrange({"solve", "--output", "count"}, table()).options, (Words{"--output", "count"}));
}

TEST(Arrange, NothingIsAnOptionBehindTheDoubleDash) {
  const Arguments arguments = arrange({"count", "--", "-t", "--help", "--"}, table());
  EXPECT_FALSE(arguments.help);
  EXPECT_EQ(arguments.words, (Words{"-t", "--help", "--"}));
}

TEST(Arrange, FindsHelpAndVersion) {
  EXPECT_TRUE(arrange({"--help"}, table()).help);
  EXPECT_TRUE(arrange({"count", "abc", "-h"}, table()).help);
  EXPECT_TRUE(arrange({"--version"}, table()).version);
  EXPECT_EQ(arrange({"-h", "count"}, table()).command, "count");
}

TEST(Arrange, ASingleDashIsAWord) {
  EXPECT_EQ(arrange({"count", "-"}, table()).words, (Words{"-"}));
}

TEST(Arrange, RefusesWhatDoesNotExist) {
  EXPECT_EQ(refusal({"cuont"}),
            "unknown command: cuont; did you mean count? valid are count, solve");
  EXPECT_EQ(refusal({""}), "unknown command: ''; valid are count, solve");
  EXPECT_EQ(refusal({"count", "--engin", "x"}),
            "unknown option: --engin; did you mean --engine? nqueens count --help lists them");
  EXPECT_EQ(refusal({"--engin=x"}),
            "unknown option: --engin=x; did you mean --engine? nqueens --help lists them");
  EXPECT_EQ(refusal({"count", "-x"}), "unknown option: -x; nqueens count --help lists them");
  EXPECT_EQ(refusal({"count", "-qx"}), "unknown option: -qx; nqueens count --help lists them");
}

TEST(Arrange, RefusesOptionsOfOtherCommands) {
  EXPECT_EQ(refusal({"solve", "8", "-q"}),
            "option does not apply to solve: -q; it belongs to count");
  EXPECT_EQ(refusal({"--output", "x", "16"}),
            "option does not apply to count: --output; it belongs to solve");
}

TEST(Arrange, RefusesMissingAndNeedlessValues) {
  EXPECT_EQ(refusal({"count", "16", "-t"}), "value is missing: -t; it takes T");
  EXPECT_EQ(refusal({"solve", "8", "--output", "-t", "2"}),
            "value is missing: --output; it takes FILE");
  EXPECT_EQ(refusal({"count", "--quiet=yes"}), "option takes no value: --quiet=yes; write --quiet");
}

}  // namespace
}  // namespace nqueens::cli
