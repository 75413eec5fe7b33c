// The text of journals: round trips, torn tails, and every kind of damage by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <climits>

#include "counting/rows/row_decomposition.hpp"
#include "journal/format.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {
namespace {

using counting::Tally;
using ::testing::HasSubstr;

const JournalHeader kHeader = {16, "plain", "rows", 3, 100, 0x123456789ABCDEF0};

Tally tally_of(std::uint64_t solutions) {
  Tally tally;
  tally.add(solutions, 1);
  return tally;
}

std::string record(std::uint64_t task, std::uint64_t solutions) {
  return format_record(kHeader.plan_id, task, tally_of(solutions));
}

std::string error_of(const std::string& text) {
  try {
    parse_journal(text, "a.nqj");
  } catch (const JournalError& error) {
    return error.what();
  }
  return "no error";
}

TEST(JournalFormat, HeaderSurvivesTheRoundTrip) {
  EXPECT_EQ(parse_header(format_header(kHeader), "a.nqj"), kHeader);
  const counting::Plan plan(Problem(8), counting::row_decomposition(), 2);
  EXPECT_EQ(parse_header(format_header(header_of(plan)), "a.nqj"), header_of(plan));
  Problem blocked(32);
  for (std::uint64_t row = 0; row < 32; ++row) blocked.block({row, row});
  const counting::Plan restricted(blocked, counting::row_decomposition(), 1);
  EXPECT_EQ(parse_header(format_header(header_of(restricted)), "a"), header_of(restricted));
}

TEST(JournalFormat, TheTextIsFixed) {
  EXPECT_EQ(format_header(kHeader),
            "nqueens-journal 1 board=16 problem=plain decomposition=rows depth=3 tasks=100 "
            "plan=123456789abcdef0 sum=3e88848c5365088a\n");
  EXPECT_EQ(record(7, 70000), "7 70000 4479 4481 116912bf94185ceb\n");
}

RC_GTEST_PROP(JournalFormat, RecordsSurviveTheRoundTrip,
              (const std::vector<std::uint64_t>& tallies)) {
  std::string text = format_header(kHeader);
  const std::size_t count = std::min<std::size_t>(tallies.size(), kHeader.tasks);
  for (std::size_t i = 0; i < count; ++i) text += record(i, tallies[i]);
  const JournalContents contents = parse_journal(text, "a.nqj");
  RC_ASSERT(contents.header == kHeader);
  RC_ASSERT(contents.torn_bytes == 0u);
  RC_ASSERT(contents.good_bytes == text.size());
  RC_ASSERT(contents.records.size() == count);
  for (std::size_t i = 0; i < count; ++i) {
    RC_ASSERT(contents.records[i].task_id == i);
    RC_ASSERT(contents.records[i].tally.solutions() == tallies[i]);
  }
}

RC_GTEST_PROP(JournalFormat, CutAnywhereItKeepsTheWholeRecordsBeforeTheCut, ()) {
  std::vector<std::size_t> ends = {format_header(kHeader).size()};
  std::string text = format_header(kHeader);
  for (std::uint64_t task = 0; task < 20; ++task) {
    text += record(task, *rc::gen::arbitrary<std::uint64_t>());
    ends.push_back(text.size());
  }
  const auto cut = *rc::gen::inRange(ends.front(), text.size() + 1);
  const JournalContents contents = parse_journal(text.substr(0, cut), "a.nqj");
  const auto whole = std::upper_bound(ends.begin(), ends.end(), cut) - ends.begin() - 1;
  RC_ASSERT(contents.records.size() == static_cast<std::size_t>(whole));
  RC_ASSERT(contents.good_bytes == ends[static_cast<std::size_t>(whole)]);
  RC_ASSERT(contents.torn_bytes == cut - contents.good_bytes);
}

RC_GTEST_PROP(JournalFormat, AChangedByteIsNeverTakenForAResult, ()) {
  std::string text = format_header(kHeader);
  for (std::uint64_t task = 0; task < 6; ++task) text += record(task, 1000 + task);
  const std::string before = text;
  const auto position = *rc::gen::inRange<std::size_t>(0, text.size());
  text[position] =
      *rc::gen::suchThat(rc::gen::arbitrary<char>(), [&](char c) { return c != before[position]; });
  try {
    const JournalContents contents = parse_journal(text, "a.nqj");
    // Only the last record can have gone, as a torn tail; the others are what they were.
    RC_ASSERT(contents.records.size() == 5u);
    for (const JournalRecord& good : contents.records) {
      RC_ASSERT(good.tally.solutions() == 1000 + good.task_id);
    }
  } catch (const JournalError&) {
  }
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
  EXPECT_EQ(contents.good_bytes, text.size());

  // A part of such a line at the end is a torn write, anywhere else it is damage.
  const std::string before = format_header(kHeader) + record(1, 5);
  for (std::size_t length = 1; length < lines[0].size(); ++length) {
    const JournalContents torn = parse_journal(before + lines[0].substr(0, length), "a.nqj");
    EXPECT_EQ(torn.torn_bytes, length);
    EXPECT_TRUE(torn.counted_by.empty());
  }
  for (std::string bad : {std::string("# rubbish\n"), std::string("#\n"), lines[0].substr(1),
                          format_provenance_line(kHeader.plan_id + 1, one)}) {
    EXPECT_THAT(error_of(before + bad + record(2, 6)),
                HasSubstr("damaged journal: a.nqj in line 3"))
        << bad;
  }
}

TEST(JournalFormat, WordsOfWhoCountedAreMadePlain) {
  const Provenance odd{"my host\n", "", std::string(100, 'x'), "a/b", -1};
  const std::string text = format_provenance(odd);
  EXPECT_EQ(text,
            "host=my_host_ version=unknown engine=" + std::string(64, 'x') + " isa=a_b threads=-1");
  const auto read = parse_provenance(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(format_provenance(*read), text);
  EXPECT_FALSE(parse_provenance(text + " "));
  EXPECT_FALSE(parse_provenance(text + " shard="));
  EXPECT_EQ(parse_provenance(text + " shard=3/64")->shard, "3/64");
  EXPECT_FALSE(parse_provenance(text + " shard=3 64"));
  EXPECT_FALSE(parse_provenance(""));
  const Provenance longest{std::string(99, 'x'),
                           std::string(99, 'x'),
                           std::string(99, 'x'),
                           std::string(99, 'x'),
                           INT_MIN,
                           std::string(99, '/')};
  EXPECT_EQ(format_provenance(longest).size(), kLongestProvenance);
}

TEST(JournalFormat, ZerosThatNeverReachedTheDiskAreATornTail) {
  const std::string good = format_header(kHeader) + record(1, 5);
  const JournalContents contents = parse_journal(good + std::string(4096, '\0'), "a.nqj");
  EXPECT_EQ(contents.records.size(), 1u);
  EXPECT_EQ(contents.torn_bytes, 4096u);
}

TEST(JournalFormat, NamesEveryDamage) {
  const std::string header = format_header(kHeader);
  EXPECT_THAT(error_of(""), HasSubstr("not a journal: a.nqj"));
  EXPECT_THAT(error_of("0 4 7 5 2 6 1 3\n"), HasSubstr("not a journal: a.nqj"));
  EXPECT_THAT(error_of(header.substr(0, 40)), HasSubstr("not a journal"));
  EXPECT_THAT(error_of("nqueens-journal 2 board=16\n"), HasSubstr("unknown version of journal"));
  std::string wrong_board = header;
  wrong_board.replace(wrong_board.find("16"), 2, "17");
  EXPECT_THAT(error_of(wrong_board), HasSubstr("damaged journal header: a.nqj"));
  EXPECT_THAT(error_of(header + "rubbish\n" + record(1, 1)),
              HasSubstr("damaged journal: a.nqj in line 2; "));
  EXPECT_THAT(error_of(header + record(1, 1) + "rubbish\n"),
              HasSubstr("damaged journal: a.nqj in line 3; "));
  EXPECT_THAT(error_of(header + record(1, 1) + std::string(100, 'x')),
              HasSubstr("damaged journal: a.nqj in line 3; "));
  EXPECT_THAT(error_of(header + record(100, 1)), HasSubstr("task outside the plan"));
  EXPECT_THAT(error_of(header + format_record(kHeader.plan_id, 1, Tally::restored(10, 10, 11))),
              HasSubstr("wrong tally in journal a.nqj: task 1"));
}

TEST(JournalFormat, ARecordOfAnotherPlanIsNoRecord) {
  const std::string header = format_header(kHeader);
  const std::string foreign = format_record(kHeader.plan_id + 1, 1, tally_of(5));
  EXPECT_THAT(error_of(header + foreign), HasSubstr("damaged journal"));
  EXPECT_THAT(error_of(header + foreign + record(1, 5)), HasSubstr("damaged journal"));
}

TEST(JournalFormat, ASecondSpellingIsNoRecord) {
  const std::string header = format_header(kHeader);
  const std::string good = record(1, 5);
  for (const std::string& bad : {"0" + good, " " + good, "+" + good, "1 05" + good.substr(3)}) {
    EXPECT_THAT(error_of(header + bad), HasSubstr("damaged journal")) << bad;
  }
}

}  // namespace
}  // namespace nqueens::journal
