// Escaping, quoting, durations and wrapping of text.
#include "cli/terminal/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdio>
#include <string>

namespace nqueens::cli {
namespace {

/// What a shell makes of one quoted word.
std::string through_bash(const std::string& quoted) {
  const std::string command = "printf %s " + quoted + " | od -An -v -tx1";
  // "bash -c" takes the command as one word; single quotes inside of it are spliced.
  std::string spliced;
  for (const char letter : command) {
    if (letter == '\'') {
      spliced += "'\\''";
    } else {
      spliced += letter;
    }
  }
  FILE* const pipe = ::popen(("LC_ALL=C bash -c '" + spliced + "'").c_str(), "r");
  if (pipe == nullptr) return "no shell";
  std::string bytes;
  unsigned byte = 0;
  while (std::fscanf(pipe, "%x", &byte) == 1) bytes += static_cast<char>(byte);
  ::pclose(pipe);
  return bytes;
}

TEST(EscapeControls, LeavesPlainTextAndUtf8Alone) {
  for (const char* text : {"", "queens.txt", "Grüße", "日本", "a\\nb", "~", "\xF0\x9F\x91\x91"}) {
    EXPECT_EQ(escape_controls(text), text);
  }
}

TEST(EscapeControls, ShowsWhatCouldCommandATerminal) {
  EXPECT_EQ(escape_controls("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(escape_controls("\x1b[2J\x7f"), "\\x1b[2J\\x7f");
  EXPECT_EQ(escape_controls(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(escape_controls("\xC2\x9B"
                            "31m"),
            "\\xc2\\x9b31m");  // 8-bit CSI
  EXPECT_EQ(escape_controls("\xE2\x80\xAE"
                            "x"),
            "\\xe2\\x80\\xaex");  // right-to-left override
  EXPECT_EQ(escape_controls("\xFF\xC3(\xE2\x82"), "\\xff\\xc3(\\xe2\\x82");
  EXPECT_EQ(escape_controls("\xC0\xAF\xED\xA0\x80"), "\\xc0\\xaf\\xed\\xa0\\x80");
}

RC_GTEST_PROP(EscapeControls, LeavesNoControlAndIsStable, (const std::string& text)) {
  const std::string escaped = escape_controls(text);
  for (const char letter : escaped) {
    RC_ASSERT(static_cast<unsigned char>(letter) >= 0x20 && letter != '\x7f');
  }
  RC_ASSERT(escape_controls(escaped) == escaped);
}

TEST(ShellQuote, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(shell_quote("count"), "count");
  EXPECT_EQ(shell_quote("./a-b_c/d.nqj"), "./a-b_c/d.nqj");
  EXPECT_EQ(shell_quote("0:3,1:7"), "0:3,1:7");
  EXPECT_EQ(shell_quote(""), "''");
  EXPECT_EQ(shell_quote("a b"), "'a b'");
  EXPECT_EQ(shell_quote("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quote("a\nb'\\"), "$'a\\nb\\'\\\\'");
}

TEST(ShellQuote, SurvivesAShell) {
  for (const std::string text : {"plain", "a b", "it's", "$HOME `id` \"x\" \\ !", "a\nb\tc",
                                 "\x1b[31m'\\", "Grüße", "\xff\x80'", "*", "~", "#x", "-n"}) {
    EXPECT_EQ(through_bash(shell_quote(text)), text);
  }
}

TEST(FormatDuration, KeepsThreeFiguresOrTwoUnits) {
  EXPECT_EQ(format_duration(0.0042), "4.2 ms");
  EXPECT_EQ(format_duration(-1), "0 us");
  EXPECT_EQ(format_duration(0.00003), "30 us");
  EXPECT_EQ(format_duration(0.52), "0.52 s");
  EXPECT_EQ(format_duration(12.34), "12.3 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 05 min");
  EXPECT_EQ(format_duration(3 * 86400 + 4 * 3600), "3 d 4 h");
  EXPECT_EQ(format_duration(12 * 365.2425 * 86400), "12.0 years");
  EXPECT_EQ(format_duration(1e300), "3.2e+292 years");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string>{""}));
  EXPECT_EQ(split("a,", ','), (std::vector<std::string>{"a", ""}));
}

RC_GTEST_PROP(Wrap, LosesNoWordAndKeepsTheWidth, ()) {
  const auto words = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
      rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')))));
  const auto width = *rc::gen::inRange<std::size_t>(1, 40);
  const std::vector<std::string> lines = wrap(join(words, " "), width);
  RC_ASSERT(join(lines, " ") == join(words, " "));
  for (const std::string& line : lines) {
    RC_ASSERT(line.size() <= width || line.find(' ') == std::string::npos);
  }
}

}  // namespace
}  // namespace nqueens::cli
