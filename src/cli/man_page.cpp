#include "cli/man_page.hpp"

#include <fmt/format.h>

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"
#include "cli/text.hpp"
#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

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
  return result.starts_with('.') ? fmt::format("\\&{}", result) : result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escape(text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", escape(text));
}

/// Literal words bold, placeholders italic, '|' between them.
std::string value(const OptionEntry& option) {
  std::vector<std::string> parts;
  for (const std::string& part : split(option.value_name, '|')) {
    const bool literal = part.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos;
    parts.push_back(literal ? bold(part) : italic(part));
  }
  return join(parts, "|") + (option.repeated ? "..." : "");
}

std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}.\n", term, escape(meaning));
}

std::string option_entry(const OptionEntry& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string term = join(names, ", ");
  if (option.takes_value()) term += fmt::format("{}{}", names.empty() ? "" : " ", value(option));
  return entry(term, option.description);
}

std::string example_block(const std::vector<Example>& examples) {
  std::string text;
  for (const Example& example : examples) {
    text += entry(bold(example.line), example.says);
  }
  return text;
}

std::string synopsis(const CommandEntry& command) {
  std::string text = fmt::format(".br\n.B nqueens {}\n[\\fIoptions\\fR]", escape(command.name));
  for (const OptionEntry& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string argument = value(option);
    text += option.required ? fmt::format(" {}", argument) : fmt::format(" [{}]", argument);
  }
  return text + "\n";
}

std::string command_section(const CommandEntry& command) {
  std::string text = fmt::format(".SS {}\n{}.\n", escape(command.usage()), escape(command.summary));
  for (const OptionEntry& option : command.options) {
    if (!option.common) text += option_entry(option);
  }
  std::vector<std::string> common;
  for (const OptionEntry& option : command.options) {
    if (option.common) common.push_back(bold(option.name()));
  }
  text += fmt::format(".PP\nCommon options: {}.\n", join(common, ", "));
  return text + fmt::format(".PP\nExamples:\n{}", example_block(command.examples));
}

}  // namespace

std::string man_page(const ProgramTable& table) {
  std::string text = fmt::format(".TH NQUEENS 1 \"\" \"nqueens {}\" \"User Commands\"\n", kVersion);
  text += fmt::format(".SH NAME\nnqueens \\- {}\n", escape(table.description));
  text += ".SH SYNOPSIS\n.B nqueens\n\\fIN\\fR\n";
  for (const CommandEntry& command : table.commands) text += synopsis(command);
  text +=
      ".SH DESCRIPTION\n"
      "Results go to standard output, everything else to standard error.\n"
      "A bare board size \\fIN\\fR stands for \\fBcount\\fR \\fIN\\fR.\n"
      "Numbers may be written 1000000, 1e6 or 1_000_000; rows and columns are counted from 0.\n"
      "A placement file is text with one column number for every row, separated by white space or\n"
      "commas, in which # starts a comment, or binary: the eight bytes NQPLACE1, the number of\n"
      "queens in 64 bits and every column in 32 bits, the lowest byte first.\n";
  text += fmt::format(".SH EXAMPLES\n{}", example_block(table.examples));
  text += ".SH COMMANDS\n";
  for (const CommandEntry& command : table.commands) text += command_section(command);
  text += ".SH COMMON OPTIONS\n";
  for (const OptionEntry& option : table.common_options()) text += option_entry(option);
  for (const OptionEntry& option : table.options) text += option_entry(option);
  text += ".SH ENVIRONMENT\n";
  for (const EnvironmentVariable& variable : kEnvironment) {
    text += entry(bold(variable.name), variable.meaning);
  }
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& code : kExitCodes) {
    text += entry(bold(fmt::to_string(to_int(code.code))), code.meaning);
  }
  return text;
}

}  // namespace nqueens::cli
