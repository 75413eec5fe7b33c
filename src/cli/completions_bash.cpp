// The completion script for bash.
#include <fmt/format.h>

#include "cli/completions.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {

namespace {

/// The command that fills COMPREPLY with what fits of these words, or of the files.
std::string reply(const std::vector<std::string>& words, bool files) {
  if (!words.empty()) {
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W {} -- \"$cur\")",
                       shell_quote(join(words, " ")));
  }
  // Names may hold spaces; bash quotes them as it does file names.
  return files ? "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")" : ":";
}

/// case branches "command:--option) ...": what may stand behind an option that takes a value.
std::string value_cases(const CommandEntry& command) {
  std::string text;
  for (const OptionEntry& option : command.options) {
    if (option.is_positional() || !option.takes_value()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(command.name + ":" + name);
    text += fmt::format("    {}) {}; return ;;\n", join(patterns, "|"),
                        reply(option.words(), option.takes_file()));
  }
  return text;
}

std::string word_case(const CommandEntry& command) {
  std::string text;
  for (const OptionEntry& option : command.options) {
    if (!option.is_positional()) continue;
    text +=
        fmt::format("    {}) {} ;;\n", command.name, reply(option.words(), option.takes_file()));
  }
  return text;
}

}  // namespace

std::string bash_completions(const ProgramTable& table) {
  std::string options;
  std::string values;
  std::string words;
  for (const CommandEntry& command : table.commands) {
    options += fmt::format("      {}) options={} ;;\n", command.name,
                           shell_quote(join(command.option_names(), " ")));
    values += value_cases(command);
    words += word_case(command);
  }
  std::vector<std::string> own;
  for (const OptionEntry& option : table.options) {
    own.insert(own.end(), option.names.begin(), option.names.end());
  }
  // Bash breaks words at '=': "--pin=co" arrives as "--pin", "=", "co".
  return fmt::format(R"(# Completions of nqueens for bash: source this file, or install it as
# /usr/share/bash-completion/completions/nqueens
_nqueens() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command='' word options
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
      {0}) command=$word; break ;;
      [0-9]*) command=count ;;
    esac
  done
  case "$command:$prev" in
{1}  esac
  if [[ $cur == -* ]]; then
    case $command in
{2}      *) options={3} ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    return
  fi
  case $command in
    '') {4} ;;
{5}  esac
}}
complete -F _nqueens nqueens
)",
                     join(table.command_names(), "|"), values, options, shell_quote(join(own, " ")),
                     reply(table.command_names(), false), words);
}

}  // namespace nqueens::cli
