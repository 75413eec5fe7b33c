// The text of journals: round trips, lines left out, refusals.
#include "journal/format.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"
#include "support/tally_of.hpp"

namespace nqueens::journal {
namespace {

using engine::Tally;
using ::testing::HasSubstr;
using tests::SeededRandom;
using tests::tally_of;

const JournalHeader kHeader = {16, "plain", "rows", 3, 100, 0x123456789ABCDEF0};

std::string record(std::uint64_t task, std::uint64_t solutions) {
  return format_record(kHeader.plan_id, task, tally_of(solutions));
}

std::string error_of(const std::string& text) {
  return tests::message_of<JournalError>([&] { parse_journal(text, "a.nqj"); });
}

TEST(JournalFormat, HeaderSurvivesTheRoundTrip) {
  EXPECT_EQ(parse_header(format_header(kHeader), "a.nqj"), kHeader);
  const engine::Plan plan(engine::row_decomposition(Problem(8)), 2);
  EXPECT_EQ(parse_header(format_header(header_of(plan)), "a.nqj"), header_of(plan));
  Problem blocked(32);
  for (std::uint64_t row = 0; row < 32; ++row) blocked.block({row, row});
  const engine::Plan restricted(engine::row_decomposition(blocked), 1);
  EXPECT_EQ(parse_header(format_header(header_of(restricted)), "a"), header_of(restricted));
}

TEST(JournalFormat, TheTextIsFixed) {
  EXPECT_EQ(format_header(kHeader),
            "nqueens-journal 1 board=16 problem=plain decomposition=rows depth=3 tasks=100 "
            "plan=123456789abcdef0 sum=3e88848c5365088a\n");
  EXPECT_EQ(record(7, 70000), "7 70000 4479 4481 116912bf94185ceb\n");
}

std::vector<std::uint64_t> random_tallies() {
  SeededRandom random;
  std::vector<std::uint64_t> tallies(random.below(100));
  for (std::uint64_t& tally : tallies) tally = random.word() >> random.below(64);
  return tallies;
}

PROPERTY(JournalFormat, RecordsSurviveTheRoundTrip) {
  const std::vector<std::uint64_t> tallies = random_tallies();
  std::string text = format_header(kHeader);
  const std::size_t count = std::min<std::size_t>(tallies.size(), kHeader.tasks);
  for (std::size_t i = 0; i < count; ++i) text += record(i, tallies[i]);
  const JournalContents contents = parse_journal(text, "a.nqj");
  RC_ASSERT(contents.header == kHeader);
  RC_ASSERT(contents.torn_bytes == 0u && contents.damaged.count == 0u);
  RC_ASSERT(contents.whole_bytes == text.size());
  RC_ASSERT(contents.records.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    RC_ASSERT(contents.records[i].task_id == i);
    RC_ASSERT(contents.records[i].tally.solutions() == tallies[i]);
  }
}

/// Lines of tasks 0 to 19, each with a tally of its own.
std::vector<std::string> twenty_lines() {
  std::vector<std::string> lines;
  for (std::uint64_t task = 0; task < 20; ++task) lines.push_back(record(task, 1000 + task));
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

/// Parses damaged lines of twenty_lines() under a header; returns how many tasks are left.
std::size_t tasks_left(const std::string& damaged) {
  const JournalContents contents = parse_journal(format_header(kHeader) + damaged, "a.nqj");
  for (const JournalRecord& good : contents.records) {
    RC_ASSERT(good.tally.solutions() == 1000 + good.task_id);
  }
  RC_ASSERT(contents.whole_bytes + contents.torn_bytes ==
            format_header(kHeader).size() + damaged.size());
  return contents.records.size();
}

PROPERTY(JournalFormat, AChangedByteCostsItsLineOnly) {
  std::string text = join(twenty_lines());
  SeededRandom random;
  char& byte = text[random.below(text.size())];
  const bool was_end = byte == '\n';
  byte = static_cast<char>(byte ^ static_cast<char>(random.from_to(1, 255)));
  RC_ASSERT(tasks_left(text) >= (was_end ? 18u : 19u));
}

// Blocks of a batch reach the disk in any order; one that never did reads as zeros.
PROPERTY(JournalFormat, ZerosCostTheLinesThatTheyTouch) {
  const std::string whole = join(twenty_lines());
  SeededRandom random;
  const std::size_t begin = random.below(whole.size());
  const std::size_t size = random.from_to(1, 5000);
  std::string written_over = whole;
  const std::size_t end = std::min(begin + size, whole.size());
  written_over.replace(begin, end - begin, end - begin, '\0');
  const auto lines = [&](std::size_t from, std::size_t to) {
    return static_cast<std::size_t>(std::count(whole.begin() + static_cast<std::ptrdiff_t>(from),
                                               whole.begin() + static_cast<std::ptrdiff_t>(to),
                                               '\n'));
  };
  RC_ASSERT(tasks_left(written_over) + 1 >= lines(0, begin) + lines(end, whole.size()));
  std::string inserted = whole;
  inserted.insert(begin, size, '\0');
  RC_ASSERT(tasks_left(inserted) >= 19u);
}

TEST(JournalFormat, EqualDuplicatesAreDroppedAndDifferentOnesRefused) {
  const std::string text = format_header(kHeader) + record(1, 5) + record(2, 6) + record(1, 5);
  EXPECT_EQ(parse_journal(text, "a.nqj").records.size(), 2u);
  EXPECT_EQ(parse_journal(text, "a.nqj").duplicates, 1u);
  EXPECT_THAT(error_of(text + record(2, 7)),
              HasSubstr("contradiction in journal a.nqj: task 2 has the tallies 6 and 7"));
}

TEST(JournalFormat, WhoCountedStandsBesideTheRecords) {
  const Provenance one{"a1", "0.1.0", "bitmask", "avx2", 8};
  const Provenance other{"b-2.example.org", "0.1.0", "simd", "portable", 1, "3/64"};
  const std::string lines[] = {format_provenance_line(kHeader.plan_id, one),
                               format_provenance_line(kHeader.plan_id, other)};
  EXPECT_EQ(lines[0],
            "# host=a1 version=0.1.0 engine=bitmask isa=avx2 threads=8 a3853a98ff715000\n");
  const std::string text =
      format_header(kHeader) + lines[0] + record(1, 5) + lines[1] + record(2, 6) + lines[0];
  const JournalContents contents = parse_journal(text, "a.nqj");
  EXPECT_EQ(contents.counted_by, (std::vector<Provenance>{one, other}));
  EXPECT_EQ(contents.records.size(), 2u);
  EXPECT_EQ(contents.whole_bytes, text.size());

  // Part of such a line is a torn write at the end, a damaged line anywhere else.
  const std::string before = format_header(kHeader) + record(1, 5);
  for (std::size_t length = 1; length < lines[0].size(); ++length) {
    const JournalContents torn = parse_journal(before + lines[0].substr(0, length), "a.nqj");
    EXPECT_EQ(torn.torn_bytes, length);
    EXPECT_TRUE(torn.counted_by.empty());
  }
  for (std::string bad : {std::string("# rubbish\n"), std::string("#\n"), lines[0].substr(1),
                          format_provenance_line(kHeader.plan_id + 1, one)}) {
    const JournalContents damaged = parse_journal(before + bad + record(2, 6), "a.nqj");
    EXPECT_EQ(damaged.damaged.count, 1u) << bad;
    EXPECT_EQ(damaged.damaged.bytes, bad.size());
    EXPECT_EQ(damaged.records.size(), 2u);
    EXPECT_TRUE(damaged.counted_by.empty());
  }
}

TEST(JournalFormat, WordsOfWhoCountedAreMadePlain) {
  const Provenance odd{"my host\n", "", std::string(100, 'x'), "a/b", 2};
  const std::string text = format_provenance(odd);
  EXPECT_EQ(text,
            "host=my_host_ version=unknown engine=" + std::string(64, 'x') + " isa=a_b threads=2");
  const auto read = parse_provenance(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(format_provenance(*read), text);
  for (const std::string threads : {"0", "-2"}) {
    EXPECT_FALSE(parse_provenance(text.substr(0, text.size() - 1) + threads));
  }
  EXPECT_FALSE(parse_provenance(text + " "));
  EXPECT_FALSE(parse_provenance(text + " shard="));
  EXPECT_EQ(parse_provenance(text + " shard=3/64")->shard, "3/64");
  EXPECT_FALSE(parse_provenance(text + " shard=3 64"));
  EXPECT_FALSE(parse_provenance(""));
}

/// A closed journal of five tasks.
ClosedJournal sample() {
  ClosedJournal closed;
  closed.header = kHeader;
  closed.header.tasks = 5;
  closed.counted_by = {{"b2", "0.1.1", "simd", "portable", 1},
                       {"a1", "0.1.0", "bitmask", "avx2", 8}};
  closed.tallies = {70000, 0, 12, 18446744073709551614u, 4};
  WideCount sum = 0;
  for (const std::uint64_t tally : closed.tallies) sum += tally;
  for (int which = 0; which < 2; ++which) {
    closed.residues[which] = static_cast<std::uint32_t>(sum % engine::kResiduePrimes[which]);
  }
  return closed;
}

/// A closed journal that somebody has changed, check sums included.
std::string forged(const std::string& below, const std::string& sums) {
  const std::string header = format_header(sample().header);
  const std::string text = header.substr(0, header.rfind(" sum=")) + " closed " + sums +
                           " text=" + base::to_hex(base::checksum(below));
  return text + " sum=" + base::to_hex(base::checksum(text)) + "\n" + below;
}

TEST(ClosedText, TheTextIsFixed) {
  EXPECT_EQ(format_closed(sample()),
            "nqueens-journal 1 board=16 problem=plain decomposition=rows depth=3 tasks=5 "
            "plan=123456789abcdef0 closed solutions=18446744073709621630 residues=55118,22497 "
            "text=e8aa3e2ef27cd9d6 sum=d25775d81c3e2540\n"
            "# host=a1 version=0.1.0 engine=bitmask isa=avx2 threads=8 a3853a98ff715000\n"
            "# host=b2 version=0.1.1 engine=simd isa=portable threads=1 5649de402bcd79e2\n"
            "0 70000 4479 4481 50a65a3c77f1e276\n"
            "1 0 0 0 b94eed2970ca42b8\n"
            "2 12 12 12 49b41e31ea41581d\n"
            "3 18446744073709551614 50623 18000 9c744f3edae87669\n"
            "4 4 4 4 c94dbff9bedc8529\n");
}

PROPERTY(ClosedText, SurvivesTheRoundTrip) {
  const std::vector<std::uint64_t> tallies = random_tallies();
  ClosedJournal closed = sample();
  closed.tallies = tallies;
  closed.header.tasks = tallies.size();
  std::uint32_t residues[2] = {0, 0};
  for (const std::uint64_t tally : tallies) {
    for (int which = 0; which < 2; ++which) {
      residues[which] =
          (residues[which] + tally_of(tally).residue(which)) % engine::kResiduePrimes[which];
    }
  }
  std::copy(std::begin(residues), std::end(residues), closed.residues);
  const std::string text = format_closed(closed);
  const JournalContents contents = parse_journal(text, "a.nqj");
  RC_ASSERT(contents.closed);
  RC_ASSERT(contents.header == closed.header);
  RC_ASSERT(contents.counted_by.size() == 2u);
  RC_ASSERT(contents.whole_bytes == text.size());
  RC_ASSERT(contents.records.size() == tallies.size());
  for (std::size_t task = 0; task < tallies.size(); ++task) {
    RC_ASSERT(contents.records[task].task_id == task);
    RC_ASSERT(contents.records[task].tally.solutions() == tallies[task]);
  }
  // Counters are written in one order, each once.
  std::swap(closed.counted_by[0], closed.counted_by[1]);
  closed.counted_by.push_back(closed.counted_by[0]);
  RC_ASSERT(format_closed(closed) == text);
}

TEST(ClosedText, ChangedItIsRefusedWhole) {
  const std::string whole = format_closed(sample());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char other : {'0', '1', '9', 'a', ' ', '\n', '\0'}) {
      if (whole[at] == other) continue;
      std::string text = whole;
      text[at] = other;
      EXPECT_NE(error_of(text), "nothing thrown") << at << " " << int{other};
    }
    EXPECT_NE(error_of(whole.substr(0, at)), "nothing thrown") << at;
  }
  for (const std::string& more : {record(1, 0), record(1, 0).substr(0, 5), std::string(512, '\0'),
                                  std::string("\n"), whole}) {
    EXPECT_THAT(error_of(whole + more), HasSubstr("closed journal was changed: a.nqj; "));
  }
}

/// Check sums are right, so only the sums contradict the records.
TEST(ClosedText, ForgeriesContradictTheRest) {
  const std::string whole = format_closed(sample());
  const std::string below = whole.substr(whole.find('\n') + 1);
  const std::string sums = "solutions=18446744073709621630 residues=55118,22497";
  EXPECT_EQ(forged(below, sums), whole);
  const auto replaced = [&](const std::string& old, const std::string& with) {
    std::string text = below;
    text.replace(text.find(old), old.size(), with);
    return text;
  };
  const std::string more = replaced(record(2, 12), record(2, 13));
  const std::string last = record(4, 4);
  for (const std::string& forgery :
       {forged(more, sums), forged(more, "solutions=18446744073709621631 residues=55118,22497"),
        forged(below, "solutions=1 residues=55118,22497"),
        forged(replaced(record(2, 12), ""), sums),
        // Another order, or a task or machine twice: a journal has one spelling.
        forged(replaced(last, "").insert(below.find(record(0, 70000)), last), sums),
        forged(below + last, sums),
        forged(below + format_provenance_line(kHeader.plan_id, sample().counted_by[0]), sums)}) {
    EXPECT_THAT(error_of(forgery), HasSubstr("closed journal was changed: a.nqj")) << forgery;
  }
  // When the sums are right too, only counting again can tell.
  EXPECT_EQ(error_of(forged(more, "solutions=18446744073709621631 residues=55119,22498")),
            "nothing thrown");
}

TEST(JournalFormat, RefusesHeadersAndImpossibleRecords) {
  const std::string header = format_header(kHeader);
  EXPECT_THAT(error_of(""), HasSubstr("not a journal: a.nqj"));
  EXPECT_THAT(error_of("0 4 7 5 2 6 1 3\n"), HasSubstr("not a journal: a.nqj"));
  EXPECT_THAT(error_of(header.substr(0, 40)), HasSubstr("not a journal"));
  EXPECT_THAT(error_of("nqueens-journal 2 board=16\n"), HasSubstr("unknown version of journal"));
  std::string wrong_board = header;
  wrong_board.replace(wrong_board.find("16"), 2, "17");
  EXPECT_THAT(error_of(wrong_board), HasSubstr("damaged journal header: a.nqj"));
  EXPECT_THAT(error_of(header + record(100, 1)), HasSubstr("task outside the plan"));
  EXPECT_THAT(error_of(header + format_record(kHeader.plan_id, 1, Tally::restored(10, 10, 11))),
              HasSubstr("wrong tally in journal a.nqj: task 1"));
}

TEST(JournalFormat, ARecordOfAnotherPlanIsNoRecord) {
  const std::string header = format_header(kHeader);
  const std::string foreign = format_record(kHeader.plan_id + 1, 1, tally_of(5));
  const JournalContents contents = parse_journal(header + foreign + record(2, 5), "a.nqj");
  EXPECT_EQ(contents.records.size(), 1u);
  EXPECT_EQ(contents.damaged.count, 1u);
}

TEST(JournalFormat, ASecondSpellingIsNoRecord) {
  const std::string header = format_header(kHeader);
  const std::string good = record(1, 5);
  for (const std::string& bad : {"0" + good, " " + good, "+" + good, "1 05" + good.substr(3)}) {
    EXPECT_EQ(parse_journal(header + bad, "a.nqj").damaged.count, 1u) << bad;
  }
}

}  // namespace
}  // namespace nqueens::journal
