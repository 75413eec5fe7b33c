// The texts of --help.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/docs/documents.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kWidestTerm = 26;

using Rows = std::vector<std::pair<std::string, std::string>>;

/// Breaks a term that is too long for a line between its alternatives; all lines but the last go to
/// `text`.
std::string start_term(std::string term, std::string& text) {
  while (display_width(term) > kWidth) {
    const std::size_t bar = term.rfind('|', kWidth - 1);
    if (bar == std::string::npos) break;
    text += term.substr(0, bar + 1) + "\n";
    term = std::string(10, ' ') + term.substr(bar + 1);
  }
  return term;
}

/// Terms on the left, what they mean wrapped on the right; a long term has a line of its own.
std::string section(const std::string& title, const Rows& rows, const Paint& paint) {
  if (rows.empty()) return "";
  std::size_t column = 0;
  for (const auto& [term, meaning] : rows) {
    if (display_width(term) <= kWidestTerm) column = std::max(column, display_width(term));
  }
  column += 4;
  std::string text = "\n" + paint.heading(title + ":") + "\n";
  for (const auto& [term, meaning] : rows) {
    std::string line = start_term("  " + term, text);
    for (const std::string& part : wrap(meaning, kWidth - column)) {
      if (display_width(line) + 2 > column) {
        text += line + "\n";
        line.clear();
      }
      line += std::string(column - display_width(line), ' ') + part;
      text += line + "\n";
      line.clear();
    }
  }
  return text;
}

std::string examples(const std::vector<Example>& examples, const Paint& paint) {
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

}  // namespace

std::string program_help(const Program& program, const Paint& paint) {
  std::string text = fmt::format("{} {} N\n", paint.heading("Usage:"), program.name);
  text += fmt::format("       {} COMMAND [OPTION]... [ARGUMENT]...\n", program.name);
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
  text += examples(program.examples, paint);
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
  return text + examples(command.examples, paint);
}

std::string short_usage(const Program& program) {
  std::string text =
      fmt::format("usage: {0} COMMAND [OPTION]... [ARGUMENT]..., see {0} --help\n", program.name);
  for (const Example& example : program.examples) {
    text += fmt::format("  {:34}  {}\n", example.line, example.says);
  }
  return text;
}

}  // namespace nqueens::cli
