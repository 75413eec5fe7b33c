// Help, manual page and shell completions of a program, all made from its options.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

/// `brief` help fits a screen: a line for each option.
std::string program_help(const Program& program, const Paint& paint, bool brief = false);
std::string command_help(const Program& program, const Command& command, const Paint& paint,
                         bool brief = false);
/// How boards and squares are written, and the options that restrict a board.
std::string boards_help(const Program& program, const Paint& paint);

/// A few lines for a call without arguments.
std::string short_usage(const Program& program);

/// In roff, with the man macros.
std::string man_page(const Program& program);

struct CompletionShell {
  std::string name;
  std::string (*script)(const Program& program);
};
/// bash, zsh and fish.
std::vector<CompletionShell> completion_shells();

}  // namespace nqueens::cli
