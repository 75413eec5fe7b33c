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
                    "white space or commas; # starts a comment. Or it is an array of integers as "
                    "NumPy saves it (.npy): of one dimension, or of two with a placement in each "
                    "row. Written are signed numbers of 4 bytes, of 8 above 2^31 queens, and of 1 "
                    "in lists."},
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
