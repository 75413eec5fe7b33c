// The manual page in roff (man macros), made from the option table.
#pragma once

#include <string>

#include "cli/option_table.hpp"

namespace nqueens::cli {

std::string man_page(const ProgramTable& table);

}  // namespace nqueens::cli
