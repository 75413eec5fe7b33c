// The commands, in the order in which help shows them.
#pragma once

#include <vector>

#include "cli/command.hpp"

namespace nqueens::cli {

std::vector<Command> all_commands();

}  // namespace nqueens::cli
