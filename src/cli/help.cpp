#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/environment.hpp"
#include "cli/exit_code.hpp"
#include "cli/text.hpp"

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
  std::string text = paint.heading(title + ":") + "\n";
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
  return text + "\n";
}

std::string examples(const std::vector<Example>& examples, const Paint& paint) {
  std::size_t widest = 0;
  bool beside = true;
  for (const Example& example : examples) widest = std::max(widest, display_width(example.line));
  for (const Example& example : examples) {
    beside = beside && widest + 4 + display_width(example.says) <= kWidth;
  }
  std::string text = paint.heading("Examples:") + "\n";
  for (const Example& example : examples) {
    text += beside ? fmt::format("  {:{}}  {}\n", example.line, widest, example.says)
                   : fmt::format("  {}\n      {}\n", example.line, example.says);
  }
  return text + "\n";
}

std::string term(const OptionEntry& option) {
  if (option.is_positional()) return option.value_name + (option.repeated ? "..." : "");
  // Options without a short name are set to the column of the long ones.
  const std::string indent = option.names.size() == 1 && option.name().size() > 2 ? "    " : "";
  const std::string value = option.takes_value() ? " " + option.value_name : "";
  return indent + join(option.names, ", ") + value;
}

template <typename Wanted>
Rows option_rows(const std::vector<OptionEntry>& options, Wanted wanted) {
  Rows rows;
  for (const OptionEntry& option : options) {
    if (wanted(option)) rows.emplace_back(term(option), option.description);
  }
  return rows;
}

Rows exit_code_rows() {
  Rows rows;
  for (const ExitCodeMeaning& entry : kExitCodes) {
    rows.emplace_back(fmt::format("{:>3}", to_int(entry.code)), entry.meaning);
  }
  return rows;
}

}  // namespace

std::string program_help(const ProgramTable& table, const Paint& paint) {
  std::string text = examples(table.examples, paint);
  text += paint.heading("Usage:") + " nqueens COMMAND [options] [arguments]\n";
  text += "       nqueens N               same as nqueens count N\n\n";
  Rows commands;
  for (const CommandEntry& command : table.commands) {
    commands.emplace_back(command.name, command.summary);
  }
  text += section("Commands", commands, paint);
  const auto all = [](const OptionEntry&) { return true; };
  std::vector<OptionEntry> common = table.common_options();
  common.insert(common.end(), table.options.begin(), table.options.end());
  text += section("Common options, each where it applies", option_rows(common, all), paint);
  Rows variables;
  for (const EnvironmentVariable& variable : kEnvironment) {
    variables.emplace_back(variable.name, variable.meaning);
  }
  text += section("Environment", variables, paint);
  text += section("Exit codes", exit_code_rows(), paint);
  return text +
         "Numbers may be written 1000000, 1e6 or 1_000_000. All options of a command:\n"
         "nqueens COMMAND --help. The manual page: nqueens man | man -l -\n";
}

std::string command_help(const CommandEntry& command, const Paint& paint) {
  std::string text = examples(command.examples, paint);
  text += paint.heading("Usage:") + " " + command.usage() + "\n\n" + command.summary + ".\n\n";
  const auto select = [&](bool positional, bool common) {
    return option_rows(command.options, [=](const OptionEntry& option) {
      return option.is_positional() == positional && option.common == common;
    });
  };
  text += section("Arguments", select(true, false), paint);
  text += section("Options", select(false, false), paint);
  text += section("Common options", select(false, true), paint);
  text += section("Exit codes", exit_code_rows(), paint);
  text.pop_back();
  return text;
}

std::string short_usage(const ProgramTable& table) {
  std::string text = "usage: nqueens COMMAND [options]; all of it: nqueens --help\n";
  for (const Example& example : table.examples) {
    text += fmt::format("  {:40}  {}\n", example.line, example.says);
  }
  return text;
}

}  // namespace nqueens::cli
