#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

/// The parser's own refusals in the form of this program's error lines.
InvalidArgument translate(const CLI::ParseError& error, const CLI::App& app,
                          const CommandEntry& command) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return InvalidArgument(fmt::format("argument is missing: {}; for example: {}", command.usage(),
                                       command.examples.front().line));
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 1 && option->get_items_expected_max() == 1) {
      return InvalidArgument(
          fmt::format("option given more than once: {}; give it once", option->get_name()));
    }
  }
  return InvalidArgument(
      fmt::format("bad arguments: {}; see nqueens {} --help", error.what(), command.name));
}

/// The parser would look for another command in what a command leaves over.
void refuse_extra_words(const Arguments& arguments, const CommandEntry& command) {
  for (const OptionEntry& option : command.options) {
    if (option.repeated) return;
  }
  // Every other positional argument takes one word.
  const auto taken = static_cast<std::size_t>(
      std::count_if(command.options.begin(), command.options.end(),
                    [](const OptionEntry& option) { return option.is_positional(); }));
  if (arguments.words.size() <= taken) return;
  throw InvalidArgument(
      fmt::format("unexpected argument: {}; usage: {}", arguments.words[taken], command.usage()));
}

/// Tells an argument that may be repeated how many words there are: the parser would otherwise take
/// a word in brackets for a list of words.
void expect_words(CLI::App& app, std::size_t words) {
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || option->get_items_expected_max() <= 1 || words == 0) continue;
    option->expected(static_cast<int>(words))->allow_extra_args(false);
  }
}

}  // namespace

CommandLine::CommandLine(const std::vector<Command>& commands)
    : root_(std::make_unique<CLI::App>("exact counts and large boards of the N-Queens problem",
                                       "nqueens")) {
  root_->set_help_flag("-h,--help", "print this help");
  root_->set_version_flag("--version", "", "print the version");
  table_.description = root_->get_description();
  table_.options = read_options(*root_);
  table_.examples = {
      {"nqueens 16", "count the solutions of 16 queens"},
      {"nqueens solve 1e6 --output queens.txt", "place a million queens"},
      {"nqueens verify queens.txt", "check that none attack each other"},
  };
  for (const Command& command : commands) {
    CLI::App* const app = root_->add_subcommand(command.name, command.summary);
    actions_.push_back(command.declare(*app));
    app->set_help_flag("-h,--help", "print the help of the command")->group(kCommonGroup);
    table_.commands.push_back({command.name, app->get_description(), command.examples,
                               read_options(*app), command.moved});
  }
}

CommandLine::~CommandLine() = default;

Action CommandLine::parse(const Arguments& arguments) {
  const CommandEntry* const command = table_.find(arguments.command);
  refuse_extra_words(arguments, *command);
  // The parser takes its words in reverse order. Everything behind "--" is an argument, whatever
  // it looks like.
  std::vector<std::string> words = {arguments.command};
  words.insert(words.end(), arguments.options.begin(), arguments.options.end());
  words.push_back("--");
  words.insert(words.end(), arguments.words.begin(), arguments.words.end());
  std::reverse(words.begin(), words.end());
  expect_words(*root_->get_subcommand(arguments.command), arguments.words.size());
  try {
    root_->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    throw translate(error, *root_->get_subcommand(arguments.command), *command);
  }
  return actions_[static_cast<std::size_t>(command - table_.commands.data())];
}

}  // namespace nqueens::cli
