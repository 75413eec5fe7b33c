// Lists of placements: which texts are lists, reading in pieces, faults.
#include "placements/placement_list.hpp"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include <vector>

#include "nqueens/error.hpp"
#include "placements/support.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace nqueens::placements {
namespace {

using ::testing::ElementsAre;

std::vector<ListedPlacement> read(const std::string& text) {
  const auto file = tests::memory_file(text);
  PlacementInput input(file.get(), "input");
  std::vector<ListedPlacement> found;
  read_list(input, [&](const ListedPlacement& placement) {
    found.push_back(placement);
    return true;
  });
  return found;
}

bool is_list(const std::string& text, std::optional<std::uint64_t> rows = std::nullopt) {
  const auto file = tests::memory_file(text);
  return placements::is_list(PlacementInput(file.get(), "input"), rows);
}

TEST(PlacementList, IsTakenForOne) {
  for (const char* text : {"1 3 0 2\n2 0 3 1\n",
                           "1,3,0,2\n2,0,3,1",
                           "# two\n\n1 3 0 2 # one\r\n\n2 0 3 1",
                           "1 3 0 2\n0 2 4 1 3\n",
                           "2 4 1 3\n3 1 4 2\n",
                           "0 1\n1 0",
                           ".Q\nQ.\n\nQ.\n.Q\n",
                           "Q\n#\n\nQ\n",
                           "Q\n\n\nQ",
                           "1 3 0 2\n2 0 3 9\n",
                           "0 2 4 6\n0 2 4 7\n",
                           "1 3 0 2\n2 0",
                           "1 3 0 2\nx",
                           "1 3 0 2\n1 3 0 x\n",
                           "y\n1 3 0 2",
                           "1 3 x 2\n1 3 0 2\n",
                           "# two\n.Q\nQ.\n\n# the second\nQ.\n.Q\n",
                           "",
                           "row0,row1\n",
                           "\"row0\"\n0\n"}) {
    EXPECT_TRUE(is_list(text)) << text;
  }
  for (const char* text :
       {"\n", "1 3 0 2", "1 3 0 2\n", "1 3\n0 2\n", "0 4 7 5\n2 6 1 3\n", "0 4 7 5 2 6 1\n3\n",
        "1\n3\n0\n2\n", "0\n0\n", "0 x\n1 y\n", "0 4 7 5\nx", "1 3 0 2\n,4", "1 3 0 2\n4 6 9 7\n",
        "Q\n#\nQ\n", ".Q\nQ.\n", "Q\n\n\n", "\n\n.Q\nQ.\n# one\n"}) {
    EXPECT_FALSE(is_list(text)) << text;
  }
  EXPECT_TRUE(is_list("0 6\n6 0\n", 2));
  EXPECT_TRUE(is_list("0 6\n1 7\n", 2));
  EXPECT_FALSE(is_list("0 6\n1 7\n"));
  EXPECT_TRUE(is_list("0\n5\n", 1));
}

/// One solution broken into lines anywhere is not a list.
PROPERTY(PlacementList, ASolutionIsNone) {
  const auto size = 2 * *rc::gen::inRange<std::uint64_t>(2, 30);
  RC_PRE(size % 6 != 2);
  std::string text;
  for (const Column column : tests::staircase(size)) {
    text += std::to_string(column) + (*rc::gen::inRange(0, 3) == 0 ? "\n" : " ");
  }
  RC_ASSERT(!is_list(text));
}

TEST(PlacementList, ReadsLinesAndDrawings) {
  const auto lines = read("# none\n1,3,0,2\n\n  0 # one queen\r\n2 0 3 1");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0].columns, ElementsAre(1, 3, 0, 2));
  EXPECT_EQ(lines[0].where, "line 2");
  EXPECT_EQ(lines[1].where, "line 4");
  EXPECT_THAT(lines[2].columns, ElementsAre(2, 0, 3, 1));
  const auto boards = read("\n.Q.\n\n# two\nQ..\n. . Q\n");
  ASSERT_EQ(boards.size(), 2u);
  EXPECT_EQ(boards[1].where, "board 2");
  EXPECT_EQ(boards[1].width, 3u);
  EXPECT_THAT(boards[1].columns, ElementsAre(0, 2));
  EXPECT_TRUE(read("row0,row1\n").empty());
  EXPECT_THAT(read("\xEF\xBB\xBF"
                   "1 3 0 2\n")[0]
                  .columns,
              ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(read("\xEF\xBB\xBF# a\n.Q\n# b\nQ.\n")[0].columns, ElementsAre(1, 0));
}

TEST(PlacementList, ReadsTextsOfManyBlocks) {
  const std::string line = tests::as_text(tests::staircase(1000)) + "\n";
  std::string text;
  while (text.size() < 3 * kHeadBytes) text += line;
  const auto lines = read(text);
  EXPECT_EQ(lines.size(), text.size() / line.size());
  for (const ListedPlacement& placement : lines) {
    ASSERT_EQ(placement.columns, tests::staircase(1000)) << placement.where;
  }
}

TEST(PlacementList, EndsWhenTheSinkHasEnough) {
  const auto file = tests::memory_file("1 3 0 2\nx\n");
  PlacementInput input(file.get(), "input");
  int calls = 0;
  read_list(input, [&](const ListedPlacement&) { return ++calls < 1; });
  EXPECT_EQ(calls, 1);
}

TEST(PlacementList, NamesThePlaceOfAFault) {
  EXPECT_THROW_WITH(read("1 3 0 2\n1 y"), InvalidPlacement, "'y' at byte 2, row 1 of line 2 of");
  EXPECT_THROW_WITH(read("1 3 0 2\n,1"), InvalidPlacement, "',' at byte 0, row 0 of line 2 of");
  EXPECT_THROW_WITH(read("0\n4294967295"), InvalidPlacement, "4294967295 in row 0 of line 2");
  EXPECT_THROW_WITH(read("Q\n\n..\n"), InvalidPlacement, "no queen in row 0 of board 2 of");
  EXPECT_THROW_WITH(read("1 " + std::string(17 << 20, ' ')), InvalidPlacement, "is longer than");
}

}  // namespace
}  // namespace nqueens::placements
