// The command line of nqueens-mpi, the same on every rank.
#pragma once

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "nqueens/count.hpp"

namespace nqueens::mpi {

struct Options {
  int board_size = 0;
  CountOptions counting;  ///< threads: of each rank
  bool check = false;
  cli::CommonOptions common;
};

inline std::vector<cli::Option> options_of(Options& to) {
  namespace option = cli::option;
  CountOptions& counting = to.counting;
  cli::Option journal = option::journal(counting.journal);
  journal.required = true;
  return cli::with_run({{.name = "board size",
                         .to = &to.board_size,
                         .help = fmt::format("board size, 0 to {}", kMaxCountSize),
                         .value = "N",
                         .max = kMaxCountSize,
                         .required = true},
                        journal,
                        option::engine(counting.engine),
                        option::instruction_set(counting.instruction_set),
                        option::depth(counting.depth),
                        option::check(to.check),
                        option::force(counting.allow_uncomputed)},
                       counting, to.common);
}

inline cli::Program mpi_program(std::function<cli::ExitCode(Options&, cli::Session&)> run) {
  return {
      .name = "nqueens-mpi",
      .summary = "count the solutions of the N queens problem by several processes",
      .about = {"Every rank counts. Rank 0 also hands out the tasks and keeps the journal, which "
                "nqueens count --resume continues too. mpirun may bind a rank to one processor; "
                "--bind-to none leaves it those that its threads need.",
                "A rank that is killed, or silent for a minute, ends the job; the same command "
                "resumes it. mpirun may then return 0: trust what was printed."},
      .examples = {},
      .commands = {{.name = "",
                    .summary = "Count all solutions of N queens by several processes",
                    .examples = {{"mpirun -n 4 --bind-to none nqueens-mpi 20 --journal run.nqj "
                                  "--threads 8",
                                  "four ranks count on 8 threads each; the same line resumes it"}},
                    .prepare = cli::prepare(options_of, std::move(run))}},
      .launcher = "mpirun -n RANKS"};
}

}  // namespace nqueens::mpi
