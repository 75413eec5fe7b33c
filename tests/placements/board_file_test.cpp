// Board files: drawings, and what is refused.
#include "placements/board_file.hpp"

#include <gmock/gmock.h>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens {
namespace {

using ::testing::ElementsAre;

TEST(BoardFile, ReadsADrawing) {
  const BoardFile board =
      parse_board_file("\n# a puzzle\n.Q..x\r\n. . . G .\nx....  # below\n\n", "f");
  EXPECT_EQ(board.rows, 3);
  EXPECT_EQ(board.columns, 5);
  EXPECT_THAT(board.queens, ElementsAre(Square{0, 1}, Square{1, 3}));
  EXPECT_THAT(board.blocked, ElementsAre(Square{0, 4}, Square{2, 0}));
}

TEST(BoardFile, OnlyABlankLineEndsADrawing) {
  const BoardFile board = parse_board_file("\xEF\xBB\xBF# a\n..x\n  # b\nQ..\n", "f");
  EXPECT_EQ(board.rows, 2);
  EXPECT_THAT(board.queens, ElementsAre(Square{1, 0}));
}

TEST(BoardFile, IsTakenForADrawing) {
  for (const char* text : {"..", "Q.", "!.", "?G", "\n# a board\r\n \n .Q\n"}) {
    EXPECT_TRUE(is_drawing(text)) << text;
  }
  for (const char* text : {"", "# .Q\n", "0 1\n.Q", "# a\n1 3 0 2", "{"}) {
    EXPECT_FALSE(is_drawing(text)) << text;
  }
}

TEST(BoardFile, APlacementHasMoreLetters) {
  EXPECT_THAT(placements::parse_drawn_placement("!.?\n.!x\n# c\nG..\n.Q.\n", "f").columns,
              ElementsAre(0, 1, 0, 1));
}

TEST(BoardFile, NamesTheLineOfWhatItRefuses) {
  const std::string wide(65, '.');
  const std::string letters = " is no square; '.' is free, 'x' blocked, 'Q' or 'G' a queen given";
  std::string high;
  for (int row = 0; row < 65; ++row) high += ".\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"", "no board in f: it is empty"},
      {" \n\n# nothing\n", "no board in f: it is empty"},
      {"..\n...\n", "line 2 of f: 3 squares, where the rows above have 2"},
      {"..\n\n# b\n..\n",
       "line 4 of f: a second board begins; a board file has one; take out the lines of the "
       "others"},
      {"..\n.!\n", "line 2 of f: '!'" + letters},
      {std::string("..\n.\0\n", 6), "line 2 of f: '\\x00'" + letters},
      {"0 4 7 5 2 6 1 3\n", "line 1 of f: '0'" + letters},
      {wide, "line 1 of f: 65 squares; a board has at most 64 columns"},
      {high, "line 65 of f: more than 64 rows; a board has at most 64"},
      {"..\nn = 2\n", "line 2 of f: 'n'" + letters},
  };
  for (const auto& [input, line] : table) {
    const std::string text = input;
    EXPECT_EQ(tests::message_of<InvalidArgument>([&] { parse_board_file(text, "f"); }), line);
  }
}

}  // namespace
}  // namespace nqueens
