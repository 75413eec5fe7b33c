// The command line of nqueens-mpi, the same on every rank.
#pragma once

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "nqueens/count.hpp"

namespace nqueens::mpi {

struct Options : cli::CommonOptions {
  int board_size = 0;
  CountOptions counting;  ///< the threads are those of each rank
  bool check = false;
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
                        option::device(counting.device),
                        option::depth(counting.depth),
                        option::check(to.check),
                        option::progress(to.log_seconds),
                        option::force(counting.allow_uncomputed)},
                       counting, to);
}

inline cli::Program mpi_program(std::function<void(Options&, cli::Session&)> run) {
  return {
      .name = "nqueens-mpi",
      .summary = "count the solutions of the N queens problem by several processes",
      .about = {"A rank is one process of the job. Each counts; rank 0 also hands out tasks and "
                "keeps the journal, which nqueens count can resume too. With --bind-to "
                "none the threads of a rank can use all processors of its machine.",
                "A rank that is killed, or silent for a minute, ends the job; the same command "
                "resumes it. Trust the printed total, not mpirun's exit code, which may be 0."},
      .commands = {{.name = "",
                    .summary = "Count all solutions of N queens by several processes",
                    .examples = {{"mpirun -n 4 --bind-to none nqueens-mpi 20 --journal run.nqj "
                                  "--threads 8",
                                  "four ranks count on 8 threads each; the same line resumes it"}},
                    .prepare = cli::prepare(options_of, std::move(run))}},
      .launcher = "mpirun -n RANKS"};
}

}  // namespace nqueens::mpi
