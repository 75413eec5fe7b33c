// The completion script for zsh.
#include <fmt/format.h>

#include "cli/completions.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {

namespace {

/// Text inside of _arguments' brackets or of a message between colons.
std::string escape(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

/// ":message:action" for the value of an option.
std::string value_spec(const OptionEntry& option) {
  if (!option.takes_value()) return "";
  const std::vector<std::string> words = option.words();
  std::string action = " ";
  if (!words.empty()) {
    action = fmt::format("({})", join(words, " "));
  } else if (option.takes_file()) {
    action = "_files";
  }
  return fmt::format(":{}:{}", words.empty() ? escape(option.value_name) : "value", action);
}

std::string option_specs(const OptionEntry& option) {
  if (option.is_positional()) {
    const std::string spec = fmt::format("{}{}", option.repeated ? "*" : "", value_spec(option));
    return fmt::format("        {}\n", shell_quote(spec));
  }
  std::string text;
  for (const std::string& name : option.names) {
    const std::string equals = option.takes_value() && name.starts_with("--") ? "=" : "";
    text += fmt::format("        {}\n",
                        shell_quote(fmt::format("{}{}[{}]{}", name, equals,
                                                escape(option.description), value_spec(option))));
  }
  return text;
}

}  // namespace

std::string zsh_completions(const ProgramTable& table) {
  std::string commands;
  std::string cases;
  for (const CommandEntry& command : table.commands) {
    commands += fmt::format("    {}\n", shell_quote(command.name + ":" + escape(command.summary)));
    cases += fmt::format("    {})\n      specs=(\n", command.name);
    for (const OptionEntry& option : command.options) cases += option_specs(option);
    cases += "      )\n      ;;\n";
  }
  std::string own;
  for (const OptionEntry& option : table.options) own += option_specs(option);
  return fmt::format(R"(#compdef nqueens
# Completions of nqueens for zsh: install this file as _nqueens in a directory of $fpath.
_nqueens() {{
  local -a commands specs
  local command=''
  integer at
  commands=(
{}  )
  for (( at = 2; at < CURRENT; ++at )); do
    case $words[at] in
      {}) command=$words[at]; break ;;
      [0-9]*) command=count ;;
    esac
  done
  if [[ -z $command ]]; then
    specs=(
{}    )
    _arguments -s $specs '1:command:{{_describe command commands}}'
    return
  fi
  # The command itself is no argument of the command.
  if [[ $words[at] == $command ]]; then
    words[at]=()
    (( CURRENT -= 1 ))
  fi
  case $command in
{}  esac
  _arguments -s $specs
}}
if [[ $funcstack[1] == _nqueens ]]; then
  _nqueens "$@"
else
  compdef _nqueens nqueens
fi
)",
                     commands, join(table.command_names(), "|"), own, cases);
}

}  // namespace nqueens::cli
