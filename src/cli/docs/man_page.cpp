// The manual page.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/docs/documents.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/text.hpp"
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

std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}.\n", term, escape(meaning));
}

std::string option_entry(const Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names()) names.push_back(bold(name));
  std::string term = join(names, ", ");
  if (!option.is_flag()) {
    term += fmt::format("{}\\fI{}\\fR", names.empty() ? "" : " ", escape(option.placeholder()));
  }
  return entry(term, option.help);
}

std::string example_block(const std::vector<Example>& examples) {
  std::string text;
  for (const Example& example : examples) text += entry(bold(example.line), example.says);
  return text;
}

std::string command_section(const Program& program, const Command& command) {
  std::string text =
      fmt::format(".SS {}\n{}.\n", escape(program.usage(command)), escape(command.summary));
  std::vector<std::string> common;
  for (const Option& option : command.prepare().options) {
    if (option.common) {
      common.push_back(bold(option.name));
    } else {
      text += option_entry(option);
    }
  }
  if (!common.empty()) text += fmt::format(".PP\nCommon options: {}.\n", join(common, ", "));
  return text + fmt::format(".PP\nExamples:\n{}", example_block(command.examples));
}

/// Commands with what is their own, then the common options.
std::string sections_of_commands(const Program& program) {
  std::string text = ".SH COMMANDS\n";
  for (const Command& command : program.commands) text += command_section(program, command);
  text += ".SH COMMON OPTIONS\nEach command has those that its section names.\n";
  for (const Option& option : program.common_options()) text += option_entry(option);
  return text;
}

std::string environment(const Program& program) {
  std::string text = ".SH ENVIRONMENT\n";
  bool has_colours = false;
  std::vector<std::string> known;
  for (const Command& command : program.commands) {
    for (const Option& option : command.prepare().options) {
      has_colours = has_colours || option.name == "--color";
      const bool listed = std::find(known.begin(), known.end(), option.variable) != known.end();
      if (option.variable.empty() || listed) continue;
      known.push_back(option.variable);
      text += entry(bold(option.variable),
                    fmt::format("the value of {} where that option is not given", option.name));
    }
  }
  if (!has_colours) return text;
  text += entry(bold("NO_COLOR"), "if set to anything, no colors unless --color always");
  return text + entry(bold("TERM"), "if it is dumb, no colors and no progress line");
}

}  // namespace

std::string man_page(const Program& program) {
  std::string title = program.name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n", escape(title),
                                 "nqueens", kVersion);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escape(program.name), escape(program.summary));
  text += ".SH SYNOPSIS\n";
  if (program.has_commands()) text += bold(program.name + " N") + "\n";
  for (const Command& command : program.commands) {
    text += (program.has_commands() ? ".br\n" : "") + bold(program.usage(command)) + "\n";
  }
  text += ".SH DESCRIPTION\n";
  for (const std::string& paragraph : program.about) {
    text += fmt::format("{}{}\n", &paragraph == &program.about.front() ? "" : ".PP\n",
                        escape(paragraph));
  }
  if (program.has_commands()) {
    text += sections_of_commands(program);
  } else {
    text += ".SH OPTIONS\n";
    for (const Option& option : program.commands.front().prepare().options) {
      text += option_entry(option);
    }
  }
  for (const Option& option : Program::own_options()) text += option_entry(option);
  text += environment(program);
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& code : kExitCodes) {
    text += entry(bold(fmt::to_string(to_int(code.code))), code.meaning);
  }
  text +=
      ".SH EXAMPLES\n" +
      example_block(program.has_commands() ? program.examples : program.commands.front().examples);
  return text;
}

}  // namespace nqueens::cli
