// Board files: drawings and CSPLib instances as they are published, and what is refused.
#include "placements/board_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BoardFile, ReadsADrawing) {
  const BoardFile board =
      parse_board_file("\n# a puzzle\n.Q..x\r\n. . . . .\nx....  # below\n\n", "f");
  EXPECT_EQ(board.rows, 3);
  EXPECT_EQ(board.columns, 5);
  EXPECT_THAT(board.queens, ElementsAre(Square{0, 1}));
  EXPECT_THAT(board.blocked, ElementsAre(Square{0, 4}, Square{2, 0}));
  EXPECT_THAT(board.excluded, IsEmpty());
}

TEST(BoardFile, ReadsExcludedDiagonals) {
  const BoardFile board = parse_board_file(
      "n =  10\nnumdiags =  4\ndiags =  [[4, 1], [14, 0],\n   [0, 0], [18, 1]]\n\n", "f");
  EXPECT_EQ(board.rows, 10);
  EXPECT_EQ(board.columns, 10);
  EXPECT_THAT(board.excluded, ElementsAre(Diagonal{true, 4}, Diagonal{false, 5},
                                          Diagonal{false, -9}, Diagonal{true, 18}));
}

TEST(BoardFile, ReadsBlockedSquares) {
  for (const char* const text :
       {"letting n =  4\nletting blocks =  [[1, 3], [4, 4]]\n\n",
        "letting n = 4\nletting blocks = [[1,3],\n[4,4],\n]",
        "language ESSENCE' 1.0\n$ of a competition\nletting n=4 letting blocks=[[1,3],[4,4]]"}) {
    const BoardFile board = parse_board_file(text, "f");
    EXPECT_EQ(board.rows, 4);
    EXPECT_THAT(board.blocked, ElementsAre(Square{0, 2}, Square{3, 3})) << text;
  }
}

TEST(BoardFile, OnlyABlankLineEndsADrawing) {
  const BoardFile board = parse_board_file("\xEF\xBB\xBF# a\n..x\n  # b\nQ..\n", "f");
  EXPECT_EQ(board.rows, 2);
  EXPECT_THAT(board.queens, ElementsAre(Square{1, 0}));
}

TEST(BoardFile, IsTakenForADrawing) {
  for (const char* text : {"..", "Q.", "X.", "\n# a board\r\n \n .Q\n"}) {
    EXPECT_TRUE(is_drawing(text)) << text;
  }
  for (const char* text : {"", "# .Q\n", "0 1\n.Q", "# a\n1 3 0 2", "{"}) {
    EXPECT_FALSE(is_drawing(text)) << text;
  }
}

TEST(BoardFile, AttackedQueensAreThoseOfAPlacement) {
  EXPECT_THAT(parse_drawn_placement("X..\n.X.\n# c\nQ..\n", "f").columns, ElementsAre(0, 1, 0));
}

TEST(BoardFile, NamesTheLineOfWhatItRefuses) {
  const std::string wide(65, '.');
  std::string high;
  for (int row = 0; row < 65; ++row) high += ".\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"", "no board in f: it is empty"},
      {" \n\n# nothing\n", "no board in f: it is empty"},
      {"..\n...\n", "line 2 of f: 3 squares, where the rows above have 2"},
      {"..\n\n# b\n..\n",
       "line 4 of f: a second board begins; a board file has one; take out the lines of the "
       "others"},
      {"..\n.X\n", "line 2 of f: 'X' is no square; '.' is free, 'Q' a queen given, 'x' blocked"},
      {std::string("..\n.\0\n", 6),
       "line 2 of f: byte 0x00 is no square; '.' is free, 'Q' a queen given, 'x' blocked"},
      {"0 4 7 5 2 6 1 3\n",
       "line 1 of f: '0' is no square; '.' is free, 'Q' a queen given, 'x' blocked"},
      {wide, "line 1 of f: 65 squares; a board has at most 64 columns"},
      {high, "line 65 of f: more than 64 rows; a board has at most 64"},
      {"..\nn = 2\n", "line 2 of f: a drawing and a CSPLib instance in one file; give one of them"},
      {"n = 2\n..\n", "line 2 of f: a drawing and a CSPLib instance in one file; give one of them"},
      {"n = 65\ndiags = []", "line 1 of f: n must be 1 to 64"},
      {"n = 0\ndiags = []", "line 1 of f: n must be 1 to 64"},
      {"n = 99999999999\ndiags = []", "line 1 of f: n must be 1 to 64"},
      {"n = 4\n", "no board in f: diags or blocks is missing"},
      {"diags = []\n", "no board in f: n is missing"},
      {"n = 4\nn = 4\n", "line 2 of f: n is given twice"},
      {"n = 4\nletting init = [[1, 1]]",
       "line 2 of f: unknown name 'init'; an instance has n, and diags or blocks"},
      {"n = 4\nblocks = []\ndiags = []\n",
       "line 3 of f: diags and blocks in one file; an instance has one of them"},
      {"n = 4\nnumdiags = 2\ndiags = [[1, 1]]\n", "line 2 of f: numdiags is 2, and diags has 1"},
      {"n = 4\ndiags = [[1, 1],\n[7, 0]]\n",
       "line 3 of f: no diagonal is [7, 0]; the first is 0 to 6, the second 1 for sums and 0 for "
       "differences"},
      {"n = 4\ndiags = [[1, 2]]\n",
       "line 2 of f: no diagonal is [1, 2]; the first is 0 to 6, the second 1 for sums and 0 for "
       "differences"},
      {"n = 4\nblocks = [[0, 1]]\n",
       "line 2 of f: no square is [0, 1]; rows and columns are 1 to 4"},
      {"n = 4\nblocks = [[1, 5]]\n",
       "line 2 of f: no square is [1, 5]; rows and columns are 1 to 4"},
      {"n = 4\nblocks = [[1 5]]\n", "line 2 of f: '5' where ',' is expected"},
      {"n = 4\nblocks = [[1, 2] [3, 4]]\n", "line 2 of f: '[' where ',' or ']' is expected"},
      {"n = 4\nblocks = [[1,\n", "line 2 of f: the file ends where a number is expected"},
      {"n = -4\n", "line 1 of f: '-' where a number is expected"},
      {"n 4\n", "line 1 of f: '4' where '=' is expected"},
  };
  for (const auto& [input, line] : table) {
    const std::string text = input;
    EXPECT_EQ(tests::message_of<InvalidArgument>([&] { parse_board_file(text, "f"); }), line);
  }
}

}  // namespace
}  // namespace nqueens
