// Text for the terminal: escaping, quoting, durations, tables, the progress line; output files,
// which are checked before a search.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/terminal/streams.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::cli {
namespace {

using tests::SeededRandom;

/// What a shell makes of one quoted word.
std::string through_sh(const std::string& quoted) {
  const std::string command = "printf %s " + quoted + " | od -An -v -tx1";
  // "sh -c" takes the command as one word; single quotes inside of it are spliced.
  std::string spliced;
  for (const char letter : command) {
    if (letter == '\'') {
      spliced += "'\\''";
    } else {
      spliced += letter;
    }
  }
  FILE* const pipe = ::popen(("LC_ALL=C sh -c '" + spliced + "'").c_str(), "r");
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

PROPERTY(EscapeControls, LeavesNoControlAndIsStable) {
  SeededRandom random;
  std::string text(random.below(100), ' ');
  for (char& letter : text) letter = static_cast<char>(random.word());
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
  EXPECT_EQ(shell_quote("a\nb\x1b\\"), "$'a\\nb\\x1b\\\\'");
  EXPECT_EQ(shell_quote("a'\n"), "$'a\\'\\n'");
}

TEST(ShellQuote, SurvivesAShell) {
  for (const std::string text :
       {"plain", "a b", "it's", "$HOME `id` \"x\" \\ !", "Grüße", "*", "~", "#x", "-n"}) {
    EXPECT_EQ(through_sh(shell_quote(text)), text);
  }
}

TEST(FormatDuration, KeepsThreeFiguresOrTwoUnits) {
  EXPECT_EQ(format_duration(0.0042), "4.2 ms");
  EXPECT_EQ(format_duration(0), "under 1 us");
  EXPECT_EQ(format_duration(0.00003), "30 us");
  EXPECT_EQ(format_duration(0.52), "0.52 s");
  EXPECT_EQ(format_duration(12.34), "12.3 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(7500), "2 h 05 min");
  EXPECT_EQ(format_duration(3 * 86400 + 4 * 3600), "3 days 4 h");
  EXPECT_EQ(format_duration(12 * 365.2425 * 86400), "12.0 years");
  EXPECT_EQ(format_duration(1e300), "3.2e292 years");
}

TEST(RoughDuration, HasTwoSignificantDigits) {
  EXPECT_EQ(about(0.0009), "less than 1 ms");
  EXPECT_EQ(about(0.0012345), "about 1.2 ms");
  std::vector<std::string> said;
  for (const double seconds : {0.0234, 0.1, 0.996, 9.96, 59.4, 59.7, 200., 7500., 100 * 86400.,
                               123 * 86400., 12 * 365.2425 * 86400, 1e13, 1e300}) {
    said.push_back(rough_duration(seconds));
  }
  EXPECT_EQ(
      join(said, ", "),
      "23 ms, 0.10 s, 1.0 s, 10 s, 59 s, 1.0 min, 3.3 min, 2.1 h, 100 days, 120 days, 12 years, "
      "320000 years, 3.2e292 years");
  EXPECT_EQ(to_digits(0, 2), "0");
  EXPECT_EQ(to_digits(0.000123, 2), "0.00012");
  EXPECT_EQ(to_digits(99.6, 2), "100");
  EXPECT_EQ(to_digits(12345, 2), "12000");
  EXPECT_EQ(to_digits(999999, 2), "1.0e6");
  EXPECT_EQ(to_digits(3.9434e10, 4), "3.943e10");
}

PROPERTY(Wrap, LosesNoWordAndKeepsTheWidth) {
  SeededRandom random;
  std::vector<std::string> words(random.from_to(1, 50));
  for (std::string& word : words) {
    word = std::string(random.from_to(1, 50), static_cast<char>('a' + random.below(26)));
  }
  const std::size_t width = random.from_to(1, 39);
  const std::vector<std::string> lines = wrap(join(words, " "), width);
  RC_ASSERT(join(lines, " ") == join(words, " "));
  for (const std::string& line : lines) {
    RC_ASSERT(line.size() <= width || line.find(' ') == std::string::npos);
  }
}

Progress snapshot() {
  Progress progress;
  progress.tasks_done = 1190;
  progress.tasks_total = 3200;
  progress.fraction = 0.372;
  progress.seconds = 3;
  progress.tasks_per_second = 410;
  progress.seconds_left = 5.1;
  return progress;
}

TEST(ProgressLine, ShowsWhatIsKnownAndFits) {
  Progress progress = snapshot();
  EXPECT_EQ(progress_line(progress_fields("Q(20)", progress), 79, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  410/s  after 3.0 s  5.1 s left");
  EXPECT_EQ(progress_line(progress_fields("Q(20)", progress), 40, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  410/s");
  EXPECT_EQ(progress_line(progress_fields("Q(20)", progress), 14, Paint()), "37.2 %  Q(20)");
  EXPECT_EQ(progress_line(progress_fields("Q(20)", progress), 3, Paint()), "");
  progress.seconds_left.reset();
  progress.tasks_per_second = 0.25;
  progress.seconds = 4760;
  EXPECT_EQ(progress_line(progress_fields("Q(20)", progress), 79, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  15/min  after 1.3 h");
  progress.tasks_per_second = 0.001;
  EXPECT_EQ(progress_fields("Q(20)", progress)[3], "3.6/h");
}

TEST(ProgressLine, SaysAllOnlyWhenAllIsDone) {
  Progress progress = snapshot();
  progress.fraction = 1;
  EXPECT_EQ(describe_progress(progress), "1190 of 3200 tasks done (99.99 %)");
  progress.tasks_done = progress.tasks_total;
  EXPECT_EQ(describe_progress(progress), "3200 of 3200 tasks done (100.0 %)");
  progress.tasks_done = 2;
  progress.fraction = 0.00012;
  EXPECT_EQ(describe_progress(progress), "2 of 3200 tasks done (0.012 %)");
  EXPECT_EQ(describe_progress(progress, {"records", "recounted"}),
            "2 of 3200 records recounted (0.012 %)");
}

PROPERTY(ProgressLine, NeverExceedsTheWidth) {
  SeededRandom random;
  Progress progress;
  progress.tasks_done = random.word();
  progress.tasks_total = random.word();
  progress.fraction = static_cast<double>(random.below(1000)) / 1000;
  progress.tasks_per_second = static_cast<double>(random.below(1'000'000)) / 7;
  progress.seconds_left = static_cast<double>(random.below(1 << 30));
  const std::size_t width = random.below(200);
  RC_ASSERT(display_width(progress_line(progress_fields("Q(27)", progress), width, Paint())) <=
            width);
}

TEST(ProgressLine, NamesThePhaseAndWhatFits) {
  using Phase = SolveProgress::Phase;
  struct Case {
    Phase phase;
    std::uint64_t rows;
    std::uint64_t restarts;
    std::size_t width;
    std::string line;
  };
  constexpr std::uint64_t kAll = 1'000'000'000;
  for (const Case& one : std::initializer_list<Case>{
           {Phase::start, 0, 0, 79, "0.000 %  0 of 1000000000 rows"},
           {Phase::start, 400'000'000, 0, 79, "40.0 %  400000000 of 1000000000 rows  3.0 s left"},
           // The time of one start tells nothing of the next.
           {Phase::start, 400'000'000, 3, 79, "40.0 %  400000000 of 1000000000 rows  restart 3"},
           // Less than all is never shown as 100 %.
           {Phase::start, 999'999'999, 0, 20, "99.99 %"},
           {Phase::repair, kAll, 0, 79, "repair  1000000000 queens"},
           {Phase::repair, kAll, 0, 10, "repair"},
           {Phase::output, 400'000'000, 0, 79, "40.0 %  400000000 of 1000000000 rows out"},
           {Phase::verification, kAll, 0, 79, "verification  1000000000 queens"}}) {
    const SolveProgress progress{.phase = one.phase,
                                 .board_size = kAll,
                                 .rows = one.rows,
                                 .restarts = one.restarts,
                                 .seconds = 2};
    EXPECT_EQ(progress_line(progress_fields(progress), one.width, Paint()), one.line);
  }
}

TEST(RequireWritable, LooksAtDevicesFilesAndRoom) {
  const tests::TemporaryDirectory folder;
  const auto refusal = [](const std::string& name, std::uint64_t bytes) {
    return tests::message_of<IoError>([&] { require_writable(name, bytes); });
  };
  const std::string path = folder / "new";
  EXPECT_EQ(refusal(path, 0), "nothing thrown");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(refusal(path, UINT64_MAX).substr(0, 23), "too little room on disk");
  EXPECT_EQ(refusal("/dev/null", UINT64_MAX), "nothing thrown");
  tests::write_file(path, "kept");
  EXPECT_EQ(refusal(path, 0), "nothing thrown");
  EXPECT_EQ(tests::read_file(path), "kept");
  const std::string link = folder / "link";
  std::filesystem::create_symlink(folder / "none" / "new", link);
  EXPECT_EQ(refusal(link, 0).substr(0, 12), "cannot write");
}

}  // namespace
}  // namespace nqueens::cli
