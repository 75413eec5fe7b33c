// Help, man page and completions name every command, option and allowed value of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line.hpp"
#include "cli/command_list.hpp"
#include "cli/completions.hpp"
#include "cli/help.hpp"
#include "cli/man_page.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Documents : public ::testing::Test {
 protected:
  CommandLine command_line_{all_commands()};
  const ProgramTable& table_ = command_line_.table();
};

TEST_F(Documents, HelpIsCompleteAndNarrow) {
  const std::string help = program_help(table_, Paint());
  EXPECT_THAT(help, StartsWith("Examples:\n  nqueens 16 "));
  for (const CommandEntry& command : table_.commands) {
    EXPECT_THAT(help, HasSubstr("\n  " + command.name + " "));
    const std::string own = command_help(command, Paint());
    EXPECT_THAT(own, StartsWith("Examples:\n  " + command.examples.front().line));
    for (const OptionEntry& option : command.options) {
      if (option.common) {
        EXPECT_THAT(help, HasSubstr(option.name()));
      }
      EXPECT_THAT(own, HasSubstr(option.is_positional() ? option.value_name : option.name()));
      for (const std::string& word : option.words()) EXPECT_THAT(own, HasSubstr(word));
    }
    for (const std::string& line : split(own, '\n')) EXPECT_LE(display_width(line), 80u) << line;
  }
  for (const std::string& line : split(help, '\n')) EXPECT_LE(display_width(line), 80u) << line;
}

TEST_F(Documents, ColoursChangeNothingButColours) {
  std::string painted = program_help(table_, Paint(true));
  EXPECT_THAT(painted, HasSubstr("\x1b[1mExamples:\x1b[0m"));
  for (const std::string code : {"\x1b[1m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = painted.find(code)) != std::string::npos;) {
      painted.erase(at, code.size());
    }
  }
  EXPECT_EQ(painted, program_help(table_, Paint()));
}

TEST_F(Documents, ManPageIsComplete) {
  const std::string page = man_page(table_);
  EXPECT_THAT(page, StartsWith(".TH NQUEENS 1 "));
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "COMMANDS",
                              "COMMON OPTIONS", "ENVIRONMENT", "EXIT STATUS"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\n.SH ") + section + "\n"));
  }
  for (const CommandEntry& command : table_.commands) {
    EXPECT_THAT(page, HasSubstr("\n.SS nqueens " + command.name + " "));
    for (const OptionEntry& option : command.options) {
      for (const std::string& name : option.names) {
        std::string escaped = "\\fB";
        for (const char letter : name) escaped += letter == '-' ? "\\-" : std::string(1, letter);
        EXPECT_THAT(page, HasSubstr(escaped + "\\fR")) << command.name;
      }
    }
  }
}

TEST_F(Documents, CompletionsKnowEveryOptionAndWord) {
  for (const CompletionShell& shell : completion_shells()) {
    const std::string script = shell.script(table_);
    for (const CommandEntry& command : table_.commands) {
      EXPECT_THAT(script, HasSubstr(command.name));
      for (const OptionEntry& option : command.options) {
        for (const std::string& name : option.names) {
          const std::string written = shell.name == "fish" && name.size() > 2
                                          ? "-l " + name.substr(2)
                                      : shell.name == "fish" ? "-s " + name.substr(1)
                                                             : name;
          EXPECT_THAT(script, HasSubstr(written)) << shell.name << " " << command.name;
        }
        for (const std::string& word : option.words()) EXPECT_THAT(script, HasSubstr(word));
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::cli
