// One function for each command; its file has the same name.
#pragma once

#include "cli/command.hpp"

namespace nqueens::cli {

Command count_command();
Command list_command();
Command solve_command();
Command verify_command();
Command draw_command();
Command plan_command();
Command work_command();
Command merge_command();
Command status_command();
Command audit_command();
Command tour_command();
Command bench_command();
Command info_command();
Command completions_command();
Command man_command();

}  // namespace nqueens::cli
