// The command line of nqueens-mpi: what its options store, and its help. The parser has tests of
// its own.
#include "mpi/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "cli/docs/documents.hpp"
#include "cli/options/option.hpp"
#include "cli/program.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::mpi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// What a command line stores.
Options parse_options(const std::vector<std::string>& words) {
  Options stored;
  const cli::Program program = mpi_program([&](Options& options, cli::Session&) {
    stored = options;
    return cli::ExitCode::done;
  });
  cli::Session session(program, words);
  cli::parse(words, program).invocation.run(session);
  return stored;
}

TEST(Options, Refusals) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{},
       "board size is missing; for example: mpirun -n 4 --bind-to none nqueens-mpi 20 --journal "
       "run.nqj --threads 8"},
      {{"8"}, "--journal is missing; give --journal FILE"},
      {{"--journal=x", "8", "-x"}, "unknown option '-x'; nqueens-mpi --help lists all"},
      {{"--journal=x", "8", "9"},
       "unexpected argument '9'; usage: mpirun -n RANKS nqueens-mpi [OPTION]... --journal FILE N"},
      {{"--journal=x", "8", "--time-limit", "soon"}, "not 'soon'"},
  };
  for (const auto& one : cases) {
    EXPECT_THAT(tests::message_of<InvalidArgument>([&] { parse_options(one.first); }),
                HasSubstr(one.second));
  }
}

TEST(Options, HelpAndManPageNameEveryOption) {
  const cli::Program program = mpi_program({});
  const std::string help = cli::command_help(program, program.commands.front(), cli::Paint());
  EXPECT_THAT(help,
              StartsWith("Usage: mpirun -n RANKS nqueens-mpi [OPTION]... --journal FILE N\n"));
  const std::string page = cli::man_page(program);
  EXPECT_THAT(page, StartsWith(".TH NQUEENS\\-MPI 1 "));
  for (const char* option :
       {"--journal", "--engine", "--depth", "--isa", "-t, --threads", "--pin", "--time-limit",
        "--check", "--force", "--json", "-q, --quiet", "-h, --help", "-V, --version"}) {
    EXPECT_THAT(help, HasSubstr(std::string("  ") + option));
  }
  for (const char* option : {"\\-\\-time\\-limit", "\\-\\-journal", "NQUEENS_THREADS"}) {
    EXPECT_THAT(page, HasSubstr(option));
  }
}

}  // namespace
}  // namespace nqueens::mpi
