// The command line of nqueens-mpi: values, refusals, help.
#include "mpi/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens::mpi {
namespace {

using testing::HasSubstr;

std::string refusal(const std::vector<std::string>& words) {
  try {
    parse_options(words);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no refusal";
}

TEST(Options, AllOfThem) {
  const Options options =
      parse_options({"1.8e1", "--journal", "run.nqj", "--engine=bitmask", "--depth", "3", "--isa",
                     "portable", "-t", "2", "--pin", "none", "--lease-seconds", "0.5",
                     "--time-limit=10", "--check", "--json", "--quiet", "--force"});
  EXPECT_EQ(options.board_size, 18);
  EXPECT_EQ(options.journal, "run.nqj");
  EXPECT_EQ(options.engine, "bitmask");
  EXPECT_EQ(options.depth, 3);
  EXPECT_EQ(options.instruction_set, "portable");
  EXPECT_EQ(options.threads, 2);
  EXPECT_EQ(options.pinning, Pinning::none);
  EXPECT_EQ(options.lease_seconds, 0.5);
  EXPECT_EQ(options.time_limit, 10.0);
  EXPECT_TRUE(options.check && options.json && options.quiet && options.force);
}

TEST(Options, Defaults) {
  const Options options = parse_options({"--journal", "run.nqj", "8"});
  EXPECT_EQ(options.engine, "auto");
  EXPECT_EQ(options.instruction_set, "auto");
  EXPECT_EQ(options.depth, std::nullopt);
  EXPECT_EQ(options.threads, 0);
  EXPECT_EQ(options.lease_seconds, 60);
  EXPECT_FALSE(options.check || options.json || options.quiet || options.force);
}

TEST(Options, Refusals) {
  const std::string journal = "--journal=x";
  EXPECT_THAT(refusal({}), HasSubstr("board size is missing: N; for example: mpirun"));
  EXPECT_THAT(refusal({"8"}), HasSubstr("journal is missing: --journal; "));
  EXPECT_THAT(refusal({"8", "--journal="}), HasSubstr("journal name is empty: ''; "));
  EXPECT_THAT(refusal({"8", "--journal"}), HasSubstr("value is missing: --journal; "));
  EXPECT_THAT(refusal({"8", "--journal", "--check"}), HasSubstr("value is missing: --journal; "));
  EXPECT_THAT(refusal({journal, "33"}), HasSubstr("board size out of range: 33; 0 to 32"));
  EXPECT_THAT(refusal({journal, "-5"}), HasSubstr("board size is negative: -5; "));
  EXPECT_THAT(refusal({journal, "eight"}), HasSubstr("board size is not a number: eight; "));
  EXPECT_THAT(refusal({journal, "8", "9"}), HasSubstr("unexpected argument: 9; "));
  EXPECT_THAT(refusal({journal, "28"}), HasSubstr("has never been computed: 28; "));
  EXPECT_THAT(refusal({journal, "8", "--engine", "bitmsk"}), HasSubstr("did you mean bitmask?"));
  EXPECT_THAT(refusal({journal, "8", "--isa", "mmx"}), HasSubstr("unknown instruction set: mmx; "));
  EXPECT_THAT(refusal({journal, "8", "--thread", "2"}),
              HasSubstr("unknown option: --thread; did you mean --threads? "));
  EXPECT_THAT(refusal({journal, "8", "-t", "0"}), HasSubstr("threads out of range: 0; "));
  EXPECT_THAT(refusal({journal, "8", "--check=yes"}), HasSubstr("option takes no value: "));
  EXPECT_THAT(refusal({journal, "8", "--check", "--check"}),
              HasSubstr("option given more than once: --check; "));
  EXPECT_THAT(refusal({journal, "8", "--lease-seconds", "soon"}), HasSubstr("lease time"));
}

TEST(Options, HelpNeedsNothingElseAndNamesEveryOption) {
  EXPECT_TRUE(parse_options({"--help"}).help);
  EXPECT_TRUE(parse_options({"--version"}).version);
  const std::string help = help_text();
  for (const char* option :
       {"--journal", "--engine", "--depth", "--isa", "-t, --threads", "--pin", "--lease-seconds",
        "--time-limit", "--check", "--force", "--json", "-q, --quiet", "-h, --help", "--version"}) {
    EXPECT_THAT(help, HasSubstr(std::string("  ") + option));
  }
  std::size_t begin = 0;
  for (std::size_t end; (end = help.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 82u) << help.substr(begin, end - begin);
  }
}

}  // namespace
}  // namespace nqueens::mpi
