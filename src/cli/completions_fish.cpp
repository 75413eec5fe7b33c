// The completion script for fish.
#include <fmt/format.h>

#include "cli/completions.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {

namespace {

/// A word of fish: single quotes, in which only \ and ' are escaped.
std::string quote(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\\' || letter == '\'') result += '\\';
    result += letter;
  }
  return result + "'";
}

std::string line(const std::string& condition, const OptionEntry& option) {
  std::string text = "complete -c nqueens -n " + quote(condition);
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  const std::vector<std::string> words = option.words();
  if (option.takes_value() && !option.is_positional()) text += " -r";
  if (!words.empty()) {
    text += " -f -a " + quote(join(words, " "));
  } else if (option.takes_file()) {
    text += " -F";
  } else {
    text += " -f";
  }
  return text + " -d " + quote(option.description) + "\n";
}

}  // namespace

std::string fish_completions(const ProgramTable& table) {
  const std::string names = join(table.command_names(), " ");
  const std::string no_command = "not __fish_seen_subcommand_from " + names;
  std::string text =
      "# Completions of nqueens for fish: install this file as\n"
      "# ~/.config/fish/completions/nqueens.fish\n"
      "complete -c nqueens -f\n";
  for (const OptionEntry& option : table.options) text += line(no_command, option);
  for (const CommandEntry& command : table.commands) {
    text += fmt::format("complete -c nqueens -n {} -f -a {} -d {}\n", quote(no_command),
                        quote(command.name), quote(command.summary));
  }
  for (const CommandEntry& command : table.commands) {
    for (const OptionEntry& option : command.options) {
      text += line("__fish_seen_subcommand_from " + command.name, option);
    }
  }
  return text;
}

}  // namespace nqueens::cli
