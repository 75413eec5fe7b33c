#include "mpi/options.hpp"

#include <utility>

#include "cli/options/parser.hpp"

namespace nqueens::mpi {

namespace {

namespace option = cli::option;

std::vector<cli::Option> options_of(Options& to) {
  return {
      option::board_size(to.board_size),
      required(option::journal(to.counting.journal)),
      option::engine(to.counting.engine),
      option::instruction_set(to.counting.instruction_set),
      option::depth(to.counting.depth),
      {.name = "--lease-seconds",
       .to = &to.lease_seconds,
       .value = "SECONDS",
       .help = "time after which the tasks of a rank that does not answer are given to others, at "
               "least; default: 60"},
      option::check(to.check),
      option::force(to.counting.allow_uncomputed),
      option::threads(to.counting.threads),
      option::pin(to.counting.pinning),
      option::json(to.common.json),
      option::quiet(to.common.quiet),
      option::time_limit(to.common.time_limit),
  };
}

}  // namespace

cli::Program mpi_program(Options& to) {
  cli::Command command{
      .name = "",
      .summary = "Count all solutions of N queens by several processes",
      .examples = {{"mpirun -n 5 --bind-to none nqueens-mpi 20 --journal run.nqj --threads 8",
                    "four ranks count on 8 threads each; the same line resumes a stopped run"},
                   {"mpirun -n 5 --enable-recovery nqueens-mpi 20 --journal run.nqj",
                    "continue with the others when a counting rank is lost"}},
      .prepare = [&to] {
        return cli::Invocation{options_of(to), {}};
      }};
  return {
      .name = "nqueens-mpi",
      .summary = "count the solutions of the N queens problem by several processes",
      .about = {"Rank 0 hands out the tasks and records their results in the journal; every "
                "other rank counts, on the threads that --threads gives it. mpirun binds a rank "
                "to one processor where there are few ranks; --bind-to none leaves it those "
                "that its threads need.",
                "The exit status is that of rank 0. mpirun returns 0 even when rank 0 was "
                "killed: a result is what was printed, or what the journal holds."},
      .examples = {},
      .commands = {std::move(command)},
      .launcher = "mpirun -n RANKS"};
}

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  const cli::Program program = mpi_program(options);
  const cli::CommandLine line = cli::parse(words, program);
  options.help = line.help;
  options.version = line.version;
  return options;
}

}  // namespace nqueens::mpi
