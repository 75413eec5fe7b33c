// Help texts, made from the option table.
#pragma once

#include <string>

#include "cli/colour.hpp"
#include "cli/option_table.hpp"

namespace nqueens::cli {

std::string program_help(const ProgramTable& table, const Paint& paint);
std::string command_help(const CommandEntry& command, const Paint& paint);

/// Three lines for a call without arguments.
std::string short_usage(const ProgramTable& table);

}  // namespace nqueens::cli
