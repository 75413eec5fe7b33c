// Completion scripts for bash, zsh and fish.
#include <fmt/format.h>

#include "cli/docs/documents.hpp"

namespace nqueens::cli {

namespace {

/// All options of a command, those of the program included.
std::vector<Option> options_of(const Command& command) {
  std::vector<Option> options = command.prepare().options;
  options.insert(options.end(), Program::own_options().begin(), Program::own_options().end());
  return options;
}

/// The command that fills COMPREPLY with what fits of these words, else of the files.
std::string reply(const std::vector<std::string>& words, bool files) {
  if (!words.empty()) {
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W {} -- \"$cur\")",
                       shell_quote(join(words, " ")));
  }
  // Names may hold spaces; bash quotes them as it does file names.
  return files ? "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")" : ":";
}

std::string bash_script(const Program& program) {
  std::string options;
  std::string values;  // case branches "command:--option) ...": what may follow the option
  std::string words;
  for (const Command& command : program.commands) {
    std::vector<std::string> names;
    for (const Option& option : options_of(command)) {
      const std::string offer = reply(option.words, option.may_be_file());
      if (option.is_argument()) words += fmt::format("    {}) {} ;;\n", command.name, offer);
      std::vector<std::string> patterns;
      for (const std::string& name : option.names()) {
        names.push_back(name);
        patterns.push_back(command.name + ":" + name);
      }
      if (option.is_flag() || option.is_argument()) continue;
      values += fmt::format("    {}) {}; return ;;\n", join(patterns, "|"), offer);
    }
    options +=
        fmt::format("      {}) options={} ;;\n", command.name, shell_quote(join(names, " ")));
  }
  std::vector<std::string> own;
  for (const Option& option : Program::own_options()) {
    for (const std::string& name : option.names()) own.push_back(name);
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
                     join(program.command_names(), "|"), values, options,
                     shell_quote(join(own, " ")), reply(program.command_names(), false), words);
}

/// The text with a backslash before each of the letters.
std::string escape(std::string_view text, std::string_view letters) {
  std::string result;
  for (const char letter : text) {
    if (letters.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

/// Text inside of _arguments' brackets or of a message between colons.
std::string zsh_escape(std::string_view text) {
  return escape(text, "[]:\\");
}

/// ":message:action" for the value of an option.
std::string value_spec(const Option& option) {
  if (option.is_flag()) return "";
  if (!option.words.empty()) return fmt::format(":value:({})", join(option.words, " "));
  return fmt::format(":{}:{}", zsh_escape(option.value), option.may_be_file() ? "_files" : " ");
}

std::string option_specs(const Option& option) {
  const std::string value = value_spec(option);
  std::vector<std::string> specs;
  if (option.is_argument()) specs = {(option.is_list() ? "*" : "") + value};
  for (const std::string& name : option.names()) {
    const std::string equals = !option.is_flag() && name.starts_with("--") ? "=" : "";
    specs.push_back(fmt::format("{}{}[{}]{}", name, equals, zsh_escape(option.brief()), value));
  }
  std::string text;
  for (const std::string& spec : specs) text += fmt::format("        {}\n", shell_quote(spec));
  return text;
}

std::string zsh_script(const Program& program) {
  std::string commands;
  std::string cases;
  for (const Command& command : program.commands) {
    commands +=
        fmt::format("    {}\n", shell_quote(command.name + ":" + zsh_escape(command.summary)));
    cases += fmt::format("    {})\n      specs=(\n", command.name);
    for (const Option& option : options_of(command)) cases += option_specs(option);
    cases += "      )\n      ;;\n";
  }
  std::string own;
  for (const Option& option : Program::own_options()) own += option_specs(option);
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
                     commands, join(program.command_names(), "|"), own, cases);
}

/// A word of fish: single quotes, in which only \ and ' are escaped.
std::string fish_quote(std::string_view text) {
  return "'" + escape(text, "\\'") + "'";
}

std::string fish_line(const std::string& condition, const Option& option) {
  std::string text = "complete -c nqueens -n " + fish_quote(condition);
  for (const std::string& name : option.names()) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.is_flag() && !option.is_argument()) text += " -r";
  text += option.words.empty() && option.may_be_file() ? " -F" : " -f";
  if (!option.words.empty()) text += " -a " + fish_quote(join(option.words, " "));
  return text + " -d " + fish_quote(option.brief()) + "\n";
}

std::string fish_script(const Program& program) {
  const std::string names = join(program.command_names(), " ");
  const std::string no_command = "not __fish_seen_subcommand_from " + names;
  std::string text =
      "# Completions of nqueens for fish: install this file as\n"
      "# ~/.config/fish/completions/nqueens.fish\n"
      "complete -c nqueens -f\n";
  for (const Option& option : Program::own_options()) text += fish_line(no_command, option);
  for (const Command& command : program.commands) {
    text += fmt::format("complete -c nqueens -n {} -f -a {} -d {}\n", fish_quote(no_command),
                        fish_quote(command.name), fish_quote(command.summary));
  }
  for (const Command& command : program.commands) {
    for (const Option& option : options_of(command)) {
      text += fish_line("__fish_seen_subcommand_from " + command.name, option);
    }
  }
  return text;
}

}  // namespace

std::vector<CompletionShell> completion_shells() {
  return {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};
}

}  // namespace nqueens::cli
