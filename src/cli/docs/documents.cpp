// The texts of --help, and the manual page.
#include "cli/docs/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kWidestTerm = 26;

/// Terms, and what they mean.
using Rows = std::vector<std::pair<std::string, std::string>>;

/// Terms on the left, what they mean wrapped on the right. A long term has a line of its own; one
/// that is too long for a line is broken between its alternatives.
std::string section(const std::string& title, const Rows& rows, const Paint& paint) {
  if (rows.empty()) return "";
  std::size_t column = 0;
  for (const auto& [term, meaning] : rows) {
    if (display_width(term) <= kWidestTerm) column = std::max(column, display_width(term));
  }
  column += 4;
  std::string text = "\n" + paint.heading(title + ":") + "\n";
  for (const auto& [term, meaning] : rows) {
    std::string line = "  " + term;
    while (display_width(line) > kWidth) {
      const std::size_t bar = line.rfind('|', kWidth - 1);
      if (bar == std::string::npos) break;
      text += line.substr(0, bar + 1) + "\n";
      line = std::string(10, ' ') + line.substr(bar + 1);
    }
    for (const std::string& part : wrap(meaning, kWidth - column)) {
      if (display_width(line) + 2 > column) text += std::exchange(line, "") + "\n";
      text += line + std::string(column - display_width(line), ' ') + part + "\n";
      line.clear();
    }
  }
  return text;
}

std::string examples_section(const std::vector<Example>& examples, const Paint& paint) {
  std::string text = "\n" + paint.heading("Examples:") + "\n";
  for (const Example& example : examples) {
    text += fmt::format("  {}\n      {}\n", example.line, example.says);
  }
  return text;
}

std::string term(const Option& option) {
  if (option.is_argument()) return option.placeholder() + (option.is_list() ? "..." : "");
  // Options without a short name are set to the column of the long ones.
  const std::string indent = option.short_name.empty() ? "    " : "";
  return indent + join(option.names(), ", ") + (option.is_flag() ? "" : " " + option.placeholder());
}

Rows rows_of(const std::vector<Option>& options, bool are_arguments, bool are_common) {
  Rows rows;
  for (const Option& option : options) {
    if (option.is_argument() != are_arguments || option.common != are_common) continue;
    rows.emplace_back(term(option), option.help);
  }
  return rows;
}

/// Text that roff shows as it stands.
std::string escape(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\') {
      result += "\\e";
    } else if (letter == '-') {
      result += "\\-";
    } else if (letter == '\'') {
      result += "\\(aq";
    } else {
      result += letter;
    }
  }
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escape(text));
}

std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}.\n", term, escape(meaning));
}

std::string entry(const Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names()) names.push_back(bold(name));
  std::string term = join(names, ", ");
  if (!option.is_flag()) {
    term += fmt::format("{}\\fI{}\\fR", names.empty() ? "" : " ", escape(option.placeholder()));
  }
  return entry(term, option.help);
}

std::string entries(const std::vector<Example>& examples) {
  std::string text;
  for (const Example& example : examples) text += entry(bold(example.line), example.says);
  return text;
}

/// What is the command's own, and the names of its common options.
std::string entries(const Program& program, const Command& command) {
  std::string text =
      fmt::format(".SS {}\n{}.\n", escape(program.usage(command)), escape(command.summary));
  std::vector<std::string> common;
  for (const Option& option : command.prepare().options) {
    if (option.common) {
      common.push_back(bold(option.name));
    } else {
      text += entry(option);
    }
  }
  if (!common.empty()) text += fmt::format(".PP\nCommon options: {}.\n", join(common, ", "));
  return text + ".PP\nExamples:\n" + entries(command.examples);
}

std::string environment(const Program& program) {
  std::string text = ".SH ENVIRONMENT\n";
  for (const Option& option : program.common_options()) {
    if (!option.variable.empty()) {
      text += entry(bold(option.variable),
                    fmt::format("the value of {} where that option is not given", option.name));
    }
    if (option.name != "--color") continue;
    text += entry(bold("NO_COLOR"), "if set to anything, no colors unless --color always");
    text += entry(bold("TERM"), "if it is dumb, no colors and no progress line");
  }
  return text;
}

constexpr std::pair<ExitCode, std::string_view> kExitCodes[] = {
    {ExitCode::done, "done"},
    {ExitCode::negative,
     "a negative answer: no solution exists, or more than one with solve --unique, not a solution, "
     "a check failed, tasks are missing"},
    {ExitCode::bad_input, "bad usage, bad input, or a file that cannot be read or written"},
    {ExitCode::stopped, "stopped early by a limit; resumable where there is a journal"},
    {ExitCode::interrupted, "stopped by SIGINT; resumable where there is a journal"},
    {ExitCode::cut_off, "the reader of standard output closed it before the end of the result"},
    {ExitCode::terminated, "stopped by SIGTERM; resumable where there is a journal"},
};

}  // namespace

std::string program_help(const Program& program, const Paint& paint) {
  std::string text = fmt::format("{0} {1} N\n       {1} COMMAND [OPTION]... [ARGUMENT]...\n",
                                 paint.heading("Usage:"), program.name);
  Rows commands;
  for (const Command& command : program.commands) {
    commands.emplace_back(command.name, command.summary);
  }
  text += section("Commands", commands, paint);
  std::vector<Option> options = program.common_options();
  options.insert(options.end(), Program::own_options().begin(), Program::own_options().end());
  Rows rows;
  for (const Option& option : options) {
    rows.emplace_back(term(option), option.help.substr(0, option.help.find(';')));
  }
  text += section("Options of several commands", rows, paint);
  text += examples_section(program.examples, paint);
  return text + fmt::format("\nAll options of a command: {0} COMMAND --help. Manual: man {0}\n",
                            program.name);
}

std::string command_help(const Program& program, const Command& command, const Paint& paint) {
  const std::vector<Option> options = command.prepare().options;
  std::string text = fmt::format("{} {}\n", paint.heading("Usage:"), program.usage(command));
  for (const std::string& line : wrap(command.summary + ".", kWidth)) text += line + "\n";
  text += section("Arguments", rows_of(options, true, false), paint);
  text += section("Options", rows_of(options, false, false), paint);
  Rows common = rows_of(options, false, true);
  for (const Option& option : Program::own_options()) {
    common.emplace_back(term(option), option.help);
  }
  text += section("Common options", common, paint);
  return text + examples_section(command.examples, paint);
}

std::string short_usage(const Program& program) {
  std::string text =
      fmt::format("usage: {0} COMMAND [OPTION]... [ARGUMENT]..., see {0} --help\n", program.name);
  for (const Example& example : program.examples) {
    text += fmt::format("  {:34}  {}\n", example.line, example.says);
  }
  return text;
}

std::string man_page(const Program& program) {
  const std::vector<Command>& commands = program.commands;
  const bool has_commands = program.has_commands();
  std::string title = program.name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::string text = fmt::format(
      ".TH {} 1 \"\" \"nqueens {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
      escape(title), kVersion, escape(program.name), escape(program.summary));
  if (has_commands) text += bold(program.name + " N") + "\n";
  for (const Command& command : commands) {
    text += (has_commands ? ".br\n" : "") + bold(program.usage(command)) + "\n";
  }
  text += ".SH DESCRIPTION\n";
  for (const std::string& paragraph : program.about) {
    if (&paragraph != &program.about.front()) text += ".PP\n";
    text += escape(paragraph) + "\n";
  }
  text += has_commands ? ".SH COMMANDS\n" : ".SH OPTIONS\n";
  if (has_commands) {
    for (const Command& command : commands) text += entries(program, command);
    text += ".SH COMMON OPTIONS\nEach command has those that its section names.\n";
  }
  const std::vector<Option> options =
      has_commands ? program.common_options() : commands.front().prepare().options;
  for (const Option& option : options) text += entry(option);
  for (const Option& option : Program::own_options()) text += entry(option);
  text += environment(program) + ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitCodes) {
    text += entry(bold(fmt::to_string(to_int(code))), meaning);
  }
  return text + ".SH EXAMPLES\n" +
         entries(has_commands ? program.examples : commands.front().examples);
}

}  // namespace nqueens::cli
