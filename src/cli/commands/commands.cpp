#include "cli/commands/commands.hpp"

namespace nqueens::cli {

Program nqueens_program() {
  return {.name = "nqueens",
          .summary = "count and find solutions of the N queens problem",
          .about = {"Place N queens on a board of N x N squares so that no two attack each other: "
                    "nqueens counts all ways to do it, exactly, and finds one on boards of up to "
                    "billions of queens. A bare board size N stands for nqueens count N.",
                    "The result goes to standard output, everything else to standard error. "
                    "Numbers may be written 1000000, 1e6 or 1_000_000. Rows and columns are "
                    "counted from 0.",
                    "A placement file is text with one column number for every row, separated by "
                    "white space or commas; # starts a comment. A binary placement file holds the "
                    "eight bytes NQPLACE1, the number of queens in 64 bits and every column in 32 "
                    "bits, the lowest byte first; from 2^32 queens on NQPLACE2, the number of "
                    "queens and the bytes of a column (4, 5 or 8) in 64 bits each, and the "
                    "columns."},
          .examples = {{"nqueens 16", "count the solutions of 16 queens"},
                       {"nqueens solve 1e6 -o queens.txt", "place a million queens"},
                       {"nqueens verify queens.txt", "check that none attack each other"}},
          .commands = {count_command(), estimate_command(), list_command(), solve_command(),
                       verify_command(), draw_command(), puzzle_command(), merge_command(),
                       audit_command(), tour_command(), bench_command(), info_command(),
                       help_command(), completions_command(), man_command()},
          .default_command = "count"};
}

}  // namespace nqueens::cli
