// The parser, on a small program of its own: where options may stand, what is stored, what is
// refused.
#include "cli/options/parser.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

using Words = std::vector<std::string>;

struct Values {
  std::string board;
  int threads = 0;
  bool quiet = false;
  std::string engine = "auto";
  std::string output;
  bool resume = false;
  Words place;
  std::optional<double> limit;
  Words files;
};

/// The program, whose commands all fill in the same values.
Program program(Values& to) {
  const auto count = [&to] {
    return Invocation{{{.name = "board size", .to = &to.board, .value = "N", .required = true},
                       {.name = "--threads",
                        .short_name = "-t",
                        .to = &to.threads,
                        .value = "NUM",
                        .min = 1,
                        .max = 64,
                        .variable = "NQUEENS_TEST_THREADS"},
                       {.name = "--quiet", .short_name = "-q", .to = &to.quiet},
                       {.name = "--engine",
                        .to = &to.engine,
                        .words = {"auto", "bitmask"},
                        .excludes = {"--place"}},
                       {.name = "--resume", .to = &to.resume, .needs = {"--engine", "--limit"}},
                       {.name = "--place", .to = &to.place, .value = "SQUARE"},
                       {.name = "--limit",
                        .to = &to.limit,
                        .value = "SECONDS",
                        .excludes = {"--engine=bitmask"}}},
                      {}};
  };
  const auto solve = [&to] {
    return Invocation{{{.name = "board size", .to = &to.board, .value = "N", .required = true},
                       {.name = "--threads", .short_name = "-t", .to = &to.threads, .value = "NUM"},
                       {.name = "--output", .short_name = "-o", .to = &to.output, .value = "FILE"}},
                      {}};
  };
  const auto merge = [&to] {
    return Invocation{{{.name = "file", .to = &to.files, .value = "FILE", .required = true},
                       {.name = "--output", .to = &to.output, .value = "FILE", .required = true}},
                      {}};
  };
  return {.name = "queens",
          .summary = "",
          .about = {},
          .examples = {{"queens 16", ""}},
          .commands = {{"count", "", {{"queens count 16", ""}}, count},
                       {"solve", "", {{"queens solve 8", ""}}, solve},
                       {"merge", "", {{"queens merge a --output b", ""}}, merge}},
          .default_command = "count"};
}

struct Read {
  std::string command;
  bool help = false;
  bool version = false;
  Values values;
};

Read read(const Words& words) {
  Read result;
  const Program its = program(result.values);
  const CommandLine line = parse(words, its);
  result.command = line.command == nullptr ? "" : line.command->name;
  result.help = line.help;
  result.version = line.version;
  return result;
}

std::string refusal(const Words& words) {
  try {
    read(words);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Parser, OptionsMayStandAnywhere) {
  for (const Words& words :
       {Words{"count", "16", "--threads", "2", "-q"}, Words{"--threads", "2", "-q", "count", "16"},
        Words{"--threads", "2", "count", "-q", "16"}}) {
    const Read line = read(words);
    EXPECT_EQ(line.command, "count");
    EXPECT_EQ(line.values.board, "16");
    EXPECT_EQ(line.values.threads, 2);
    EXPECT_TRUE(line.values.quiet);
  }
}

TEST(Parser, ABareNumberIsCounted) {
  for (const char* size : {"16", "-3", "4..8", "1e30", ".5"}) {
    const Read line = read({size, "-q"});
    EXPECT_EQ(line.command, "count");
    EXPECT_EQ(line.values.board, size);
  }
}

TEST(Parser, UnderstandsEveryFormOfAValue) {
  for (const Words& words :
       {Words{"8", "-t", "2"}, Words{"8", "-t2"}, Words{"-t2", "8"}, Words{"8", "--threads=2"},
        Words{"8", "-qt2"}, Words{"8", "-qt", "2"}, Words{"8", "-t", "2e0"}}) {
    EXPECT_EQ(read(words).values.threads, 2);
  }
  EXPECT_EQ(read({"solve", "8", "-o", "count"}).values.output, "count");
  EXPECT_EQ(read({"8", "--limit=.5"}).values.limit, 0.5);
  EXPECT_EQ(read({"8", "--place", "a", "--place", "b"}).values.place, (Words{"a", "b"}));
  EXPECT_EQ(read({"merge", "[a]", "b", "--output", "c"}).values.files, (Words{"[a]", "b"}));
  EXPECT_EQ(read({"8", "--engine", "bitmask"}).values.engine, "bitmask");
}

TEST(Parser, AVariableStandsForAMissingOption) {
  ASSERT_EQ(::setenv("NQUEENS_TEST_THREADS", "3", 1), 0);
  EXPECT_EQ(read({"8"}).values.threads, 3);
  EXPECT_EQ(read({"8", "-t", "2"}).values.threads, 2);
  ASSERT_EQ(::setenv("NQUEENS_TEST_THREADS", "many", 1), 0);
  EXPECT_EQ(refusal({"8"}), "NQUEENS_TEST_THREADS must be a whole number from 1 to 64, not 'many'");
  EXPECT_EQ(read({"8", "-t", "2"}).values.threads, 2);
  EXPECT_TRUE(read({"8", "--help"}).help);
  ASSERT_EQ(::setenv("NQUEENS_TEST_THREADS", "", 1), 0);
  EXPECT_EQ(read({"8"}).values.threads, 0);
}

TEST(Parser, NothingIsAnOptionBehindTheDoubleDash) {
  EXPECT_EQ(read({"merge", "--output", "c", "--", "-t", "--help", "--"}).values.files,
            (Words{"-t", "--help", "--"}));
  EXPECT_EQ(read({"--", "-5"}).values.board, "-5");
  EXPECT_EQ(read({"count", "-"}).values.board, "-");
}

TEST(Parser, HelpAndVersionNeedNothingElse) {
  EXPECT_TRUE(read({"--help"}).help);
  EXPECT_TRUE(read({"-V"}).version);
  EXPECT_TRUE(read({"count", "--version"}).version);
  EXPECT_TRUE(read({"count", "abc", "-t", "0", "-h"}).help);
  EXPECT_EQ(read({"-h", "count"}).command, "count");
}

TEST(Parser, RefusesWhatDoesNotExist) {
  EXPECT_EQ(refusal({"cuont"}), "unknown command 'cuont'; did you mean count?");
  EXPECT_EQ(refusal({""}), "unknown command ''; queens --help lists all");
  EXPECT_EQ(refusal({"count", "--engin", "x"}), "unknown option '--engin'; did you mean --engine?");
  EXPECT_EQ(refusal({"--engin=x"}), "unknown option '--engin=x'; did you mean --engine?");
  EXPECT_EQ(refusal({"count", "-x"}), "unknown option '-x'; queens count --help lists all");
  EXPECT_EQ(refusal({"count", "-qx"}), "unknown option '-qx'; queens count --help lists all");
  EXPECT_EQ(refusal({"-x"}), "unknown option '-x'; queens --help lists all");
  EXPECT_EQ(refusal({"solve", "8", "-q"}), "-q is no option of solve; it belongs to count");
  EXPECT_EQ(refusal({"--output", "x", "16"}),
            "--output is no option of count; it belongs to solve, merge");
}

TEST(Parser, RefusesWhatIsMissingOrLeftOver) {
  EXPECT_EQ(refusal({"-q"}), "a command is missing; for example: queens 16");
  EXPECT_EQ(refusal({"count"}), "board size is missing; for example: queens count 16");
  EXPECT_EQ(refusal({"merge", "a"}), "--output is missing; give --output FILE");
  EXPECT_EQ(refusal({"8", "9"}), "unexpected argument '9'; usage: queens count [OPTION]... N");
  EXPECT_EQ(refusal({"8", "--", "--"}),
            "unexpected argument '--'; usage: queens count [OPTION]... N");
  EXPECT_EQ(refusal({"8", "-t"}), "-t needs a value; write -t NUM");
  EXPECT_EQ(refusal({"solve", "8", "--output", "-t", "2"}),
            "--output needs a value; write --output FILE");
  EXPECT_EQ(refusal({"8", "--quiet=yes"}), "--quiet has no value; leave out '=yes'");
  EXPECT_EQ(refusal({"8", "-t", "1", "--threads", "2"}), "--threads is given twice; give it once");
  EXPECT_EQ(refusal({"8", "-q", "-q"}), "accepted");
}

TEST(Parser, RefusesBadValues) {
  EXPECT_EQ(refusal({"8", "-t", "-5"}), "--threads must be a whole number from 1 to 64, not '-5'");
  EXPECT_EQ(refusal({"8", "--threads="}), "--threads must be a whole number from 1 to 64, not ''");
  EXPECT_EQ(refusal({"8", "--engine", "bitmsk"}),
            "--engine must be auto or bitmask, not 'bitmsk'; did you mean bitmask?");
  EXPECT_EQ(refusal({"8", "--limit", "soon"}),
            "--limit must be a number of seconds from 0.001 to 1e9, not 'soon'");
  EXPECT_EQ(refusal({"solve", "8", "-o", ""}), "--output must be a file name, not ''");
}

TEST(Parser, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_EQ(refusal({"8", "--place", "a", "--engine", "auto"}),
            "--engine and --place exclude each other; give one of them");
  EXPECT_EQ(refusal({"8", "--limit", "1", "--engine", "bitmask"}),
            "--limit and --engine=bitmask exclude each other; give one of them");
  EXPECT_EQ(refusal({"8", "--limit", "1", "--engine", "auto"}), "accepted");
  EXPECT_EQ(refusal({"8", "--resume"}), "--resume needs --engine or --limit; give it too");
  EXPECT_EQ(refusal({"8", "--resume", "--limit", "1"}), "accepted");
}

}  // namespace
}  // namespace nqueens::cli
