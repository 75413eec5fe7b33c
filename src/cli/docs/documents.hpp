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
std::string boards_help(const Program& program, const Paint& paint);

std::string short_usage(const Program& program);  ///< a few lines for a call without arguments

std::string man_page(const Program& program);  ///< roff with the man macros

std::vector<std::string> completion_shells();  ///< bash, zsh and fish
/// Returns the script for a shell; with words, the last of which may be empty, what may stand for
/// that one: a line for each, or ":files".
std::string completions(const Program& program, std::string_view shell,
                        std::vector<std::string> words);

}  // namespace nqueens::cli
