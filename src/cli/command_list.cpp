#include "cli/command_list.hpp"

#include "cli/commands/commands.hpp"

namespace nqueens::cli {

std::vector<Command> all_commands() {
  return {
      count_command(), list_command(),  solve_command(), verify_command(),      draw_command(),
      plan_command(),  work_command(),  merge_command(), status_command(),      audit_command(),
      tour_command(),  bench_command(), info_command(),  completions_command(), man_command(),
  };
}

}  // namespace nqueens::cli
