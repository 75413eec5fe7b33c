// Completion scripts for shells, made from the option table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/option_table.hpp"

namespace nqueens::cli {

std::string bash_completions(const ProgramTable& table);
std::string zsh_completions(const ProgramTable& table);
std::string fish_completions(const ProgramTable& table);

/// A shell that has completions.
struct CompletionShell {
  std::string name;
  std::string (*script)(const ProgramTable& table);
};
std::vector<CompletionShell> completion_shells();

}  // namespace nqueens::cli
