// The commands of the program: every example parses, commands agree on their options, and help,
// manual page and completions name all of them.
#include "cli/commands/commands.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "cli/docs/documents.hpp"
#include "cli/options/option.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The words after "nqueens" in each part of a shell line: "nqueens a | nqueens b > file".
std::vector<std::vector<std::string>> calls(const std::string& line) {
  std::vector<std::vector<std::string>> result;
  std::istringstream stream(line);
  bool within = false;
  for (std::string word; stream >> word;) {
    if (word.starts_with('\'')) {
      for (std::string more; !word.ends_with('\'') && stream >> more;) word += ' ' + more;
      word = word.substr(1, word.size() - 2);
    }
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

class Commands : public ::testing::Test {
 protected:
  const Program program_ = nqueens_program();
};

TEST_F(Commands, EveryExampleParses) {
  std::vector<Example> examples = program_.examples;
  ASSERT_EQ(examples.size(), 3u);
  for (const Command& command : program_.commands) {
    EXPECT_GE(command.examples.size(), 2u) << command.name;
    examples.insert(examples.end(), command.examples.begin(), command.examples.end());
  }
  for (const Example& example : examples) {
    const auto found = calls(example.line);
    EXPECT_FALSE(found.empty()) << example.line;
    for (const auto& words : found) EXPECT_NO_THROW(parse(words, program_)) << example.line;
  }
}

TEST_F(Commands, AnOptionMeansTheSameInEveryCommand) {
  std::map<std::string, Option> seen;
  for (const Command& command : program_.commands) {
    for (const Option& option : command.prepare().options) {
      for (const std::string& name : option.names()) {
        const auto [at, is_new] = seen.emplace(name, option);
        // The parser reads options before it knows the command.
        EXPECT_EQ(at->second.is_flag(), option.is_flag()) << command.name << " " << name;
        EXPECT_EQ(at->second.name, option.name) << command.name << " " << name;
        if (option.topic != Topic::command && at->second.topic == option.topic) {
          EXPECT_EQ(at->second.help, option.help) << command.name << " " << name;
        }
      }
    }
  }
}

TEST_F(Commands, EveryOptionIsWellFormed) {
  for (const Command& command : program_.commands) {
    EXPECT_FALSE(command.summary.empty() || command.summary.ends_with('.')) << command.name;
    const std::vector<Option> options = command.prepare().options;
    for (const Option& option : options) {
      EXPECT_FALSE(option.help.empty() || option.help.ends_with('.')) << option.name;
      EXPECT_EQ(option.is_flag(), option.placeholder().empty()) << option.name;
      EXPECT_LE(option.min, option.max) << option.name;
      std::vector<std::string> others = option.excludes;
      if (!option.needs.empty()) others.push_back(option.needs);
      for (const std::string& other : others) {
        const std::string name = other.substr(0, other.find('='));
        EXPECT_TRUE(std::any_of(options.begin(), options.end(),
                                [&](const Option& one) { return one.name == name; }))
            << command.name << " " << option.name << " names " << other;
      }
    }
  }
}

void expect_narrow(const std::string& text, std::ptrdiff_t most_lines = 1000) {
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), most_lines) << text;
  for (const std::string& line : split(text, '\n')) EXPECT_LE(display_width(line), 80u) << line;
}

TEST_F(Commands, BriefHelpFitsAScreen) {
  constexpr std::ptrdiff_t kScreen = 30;
  expect_narrow(program_help(program_, Paint(), true), 15 + std::ssize(program_.commands));
  for (const Command& command : program_.commands) {
    const std::string help = command_help(program_, command, Paint(), true);
    expect_narrow(help, kScreen);
    EXPECT_THAT(help, HasSubstr("All of it, with examples: nqueens " + command.name + " --help\n"));
    for (const Option& option : command.prepare().options) {
      EXPECT_THAT(help, HasSubstr(option.topic == Topic::boards ? option.name
                                                                : " " + option.brief() + "\n"));
    }
  }
}

TEST_F(Commands, BoardsAreExplainedOnce) {
  const std::string boards = boards_help(program_, Paint());
  expect_narrow(boards);
  const std::string count = command_help(program_, *program_.find("count"), Paint());
  for (const Option& option : program_.options_of(Topic::boards)) {
    EXPECT_THAT(boards, HasSubstr(option.name));
    EXPECT_THAT(count, HasSubstr(" " + option.brief() + "\n"));
  }
  for (const char* const part : {"MxN", "8..12", "ROW:COLUMN", "a1 is the lower left corner"}) {
    EXPECT_THAT(boards, HasSubstr(part));
  }
}

TEST_F(Commands, HelpIsCompleteAndNarrow) {
  const std::string help = program_help(program_, Paint());
  expect_narrow(help);
  for (const Command& command : program_.commands) {
    EXPECT_THAT(help, HasSubstr("\n  " + command.name + " "));
    const std::string own = command_help(program_, command, Paint());
    expect_narrow(own);
    EXPECT_THAT(own, StartsWith("Usage: nqueens " + command.name + " [OPTION]..."));
    for (const Option& option : command.prepare().options) {
      if (option.topic == Topic::common) {
        EXPECT_THAT(help, HasSubstr(option.name));
      }
      EXPECT_THAT(own, HasSubstr(option.is_argument() ? option.placeholder() : option.name));
      if (!option.value.empty()) continue;  // many words, such as the commands
      for (const std::string& word : option.words) EXPECT_THAT(own, HasSubstr(word));
    }
  }
}

TEST_F(Commands, ColoursChangeNothingButColours) {
  std::string painted = program_help(program_, Paint(true));
  EXPECT_THAT(painted, HasSubstr("\x1b[1mExamples:\x1b[0m"));
  for (const std::string code : {"\x1b[1m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = painted.find(code)) != std::string::npos;) {
      painted.erase(at, code.size());
    }
  }
  EXPECT_EQ(painted, program_help(program_, Paint()));
}

TEST_F(Commands, CompletionsKnowEveryOptionAndWord) {
  for (const std::string& shell : completion_shells()) {
    EXPECT_THAT(completions(program_, shell, {}), HasSubstr("nqueens completions " + shell));
    for (const Command& command : program_.commands) {
      const std::string offered = "\n" + completions(program_, shell, {command.name, "-"});
      for (const Option& option : command.prepare().options) {
        for (const std::string& name : option.names()) EXPECT_THAT(offered, HasSubstr("\n" + name));
        if (option.is_argument() || option.words.empty()) continue;
        const std::string words = completions(program_, shell, {command.name, option.name, ""});
        for (const std::string& word : option.words) EXPECT_THAT(words, HasSubstr(word));
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::cli
