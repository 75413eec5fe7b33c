// The real tree of commands: every example parses, and options agree from command to command.
#include "cli/command_line.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "cli/command_list.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {
namespace {

/// The words after "nqueens" in each part of a shell line: "nqueens a | nqueens b > file".
std::vector<std::vector<std::string>> calls(const std::string& line) {
  std::vector<std::vector<std::string>> result;
  std::istringstream stream(line);
  bool within = false;
  for (std::string word; stream >> word;) {
    const bool closes = word.ends_with(')');
    if (closes) word.pop_back();
    if (word == "nqueens" || word == "<(nqueens") {
      result.emplace_back();
      within = true;
    } else if (word == "|" || word == ">" || word == "&&") {
      within = false;
    } else if (within) {
      result.back().push_back(word);
    }
    within = within && !closes;
  }
  return result;
}

std::string refusal(const std::vector<std::string>& given) {
  CommandLine command_line(all_commands());
  try {
    command_line.parse(arrange(given, command_line.table()));
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CommandLine, EveryExampleParses) {
  const CommandLine command_line(all_commands());
  std::vector<Example> examples = command_line.table().examples;
  ASSERT_EQ(examples.size(), 3u);
  for (const CommandEntry& command : command_line.table().commands) {
    EXPECT_GE(command.examples.size(), 2u) << command.name;
    examples.insert(examples.end(), command.examples.begin(), command.examples.end());
  }
  for (const Example& example : examples) {
    const auto found = calls(example.line);
    EXPECT_FALSE(found.empty()) << example.line;
    for (const auto& words : found) EXPECT_EQ(refusal(words), "accepted") << example.line;
  }
}

TEST(CommandLine, AnOptionMeansTheSameInEveryCommand) {
  const CommandLine command_line(all_commands());
  std::map<std::string, OptionEntry> seen;
  for (const CommandEntry& command : command_line.table().commands) {
    for (const OptionEntry& option : command.options) {
      for (const std::string& name : option.names) {
        const auto [at, is_new] = seen.emplace(name, option);
        // arrange() reads options before it knows the command.
        EXPECT_EQ(at->second.takes_value(), option.takes_value()) << command.name << " " << name;
        if (option.common && name != "-h" && name != "--help") {
          EXPECT_EQ(at->second.description, option.description) << command.name << " " << name;
        }
      }
    }
  }
}

TEST(CommandLine, EverythingIsDescribed) {
  const CommandLine command_line(all_commands());
  for (const CommandEntry& command : command_line.table().commands) {
    EXPECT_FALSE(command.summary.empty());
    EXPECT_FALSE(command.summary.ends_with('.')) << command.name;
    for (const OptionEntry& option : command.options) {
      EXPECT_FALSE(option.description.empty()) << command.name;
      EXPECT_FALSE(option.description.ends_with('.')) << command.name << option.description;
    }
  }
}

TEST(CommandLine, AllowedValuesComeFromTheLibrary) {
  const CommandLine command_line(all_commands());
  std::vector<std::string> engine_names = {"auto"};
  for (const EngineInfo& engine : engines()) engine_names.push_back(engine.name);
  std::vector<std::string> solver_names = {"auto"};
  for (const SolverInfo& solver : solvers()) solver_names.push_back(solver.name);
  EXPECT_EQ(command_line.table().find("count")->find("--engine")->words(), engine_names);
  EXPECT_EQ(command_line.table().find("solve")->find("--algorithm")->words(), solver_names);
}

TEST(CommandLine, RefusesWhatTheParserRefuses) {
  EXPECT_EQ(refusal({"count"}),
            "argument is missing: nqueens count [options] N|A..B; for example: nqueens count 16");
  EXPECT_EQ(refusal({"count", "16", "17"}),
            "unexpected argument: 17; usage: nqueens count [options] N|A..B");
  EXPECT_EQ(refusal({"count", "16", "--", "--"}),
            "unexpected argument: --; usage: nqueens count [options] N|A..B");
  EXPECT_EQ(refusal({"info", "x"}), "unexpected argument: x; usage: nqueens info [options]");
  EXPECT_EQ(refusal({"count", "16", "-t", "1", "--threads", "2"}),
            "option given more than once: --threads; give it once");
  EXPECT_EQ(refusal({"count", "16", "--engine", "bitmsk"}).substr(0, 54),
            "unknown engine: bitmsk; did you mean bitmask? valid ar");
  EXPECT_EQ(refusal({"completions", "tcsh"}), "unknown shell: tcsh; valid are bash, zsh, fish");
}

TEST(CommandLine, FlagsMayBeRepeatedAndListsGrow) {
  EXPECT_EQ(refusal({"count", "16", "-q", "-q"}), "accepted");
  EXPECT_EQ(refusal({"count", "8", "--place", "0:3", "--place", "1:6"}), "accepted");
  EXPECT_EQ(refusal({"count", "--place", "0:3", "8"}), "accepted");
}

}  // namespace
}  // namespace nqueens::cli
