// Board ranges and lists of squares.
#include "cli/squares.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseBoardRange, ReadsSizesAndRanges) {
  const BoardRange one = parse_board_range("1.6e1");
  EXPECT_EQ(one.first, 16);
  EXPECT_EQ(one.last, 16);
  EXPECT_FALSE(one.is_range);
  const BoardRange several = parse_board_range("4..8");
  EXPECT_EQ(several.first, 4);
  EXPECT_EQ(several.last, 8);
  EXPECT_TRUE(several.is_range);
  EXPECT_TRUE(parse_board_range("5..5").is_range);
}

TEST(ParseBoardRange, RefusesTheRest) {
  const auto line = [](const std::string& text) {
    return refusal([&] { parse_board_range(text); });
  };
  EXPECT_EQ(line("8..4"), "range is empty: 8..4; write 4..8");
  EXPECT_EQ(line("4.."), "board size is missing: ''; 0 to 32");
  EXPECT_EQ(line("..4"), "board size is missing: ''; 0 to 32");
  EXPECT_EQ(line("4..33"), "board size out of range: 33; 0 to 32");
  EXPECT_EQ(line("4..-5"), "board size is negative: -5; 0 to 32");
  EXPECT_EQ(line("1..2..3"), "board size is not a number: 2..3; 0 to 32");
}

TEST(ParseSquares, ReadsPairs) {
  EXPECT_EQ(parse_squares("0:3", 8), (std::vector<Square>{{0, 3}}));
  EXPECT_EQ(parse_squares("0:3,7:0", 8), (std::vector<Square>{{0, 3}, {7, 0}}));
}

TEST(ParseSquares, RefusesTheRest) {
  const auto line = [](const std::string& text, int size) {
    return refusal([&] { parse_squares(text, size); });
  };
  EXPECT_EQ(line("8:0", 8), "row out of range: 8; 0 to 7");
  EXPECT_EQ(line("0:8", 8), "column out of range: 8; 0 to 7");
  EXPECT_EQ(line("0:-1", 8), "column is negative: -1; 0 to 7");
  EXPECT_EQ(line("0:", 8), "column is missing: ''; 0 to 7");
  EXPECT_EQ(line("x:0", 8), "row is not a number: x; 0 to 7");
  EXPECT_EQ(line("0:0", 0), "square outside of the board: 0:0; a board of size 0 has no squares");
  for (const char* text : {"3", "1:2:3"}) {
    EXPECT_EQ(line(text, 8), std::string("square is not a pair: ") + text +
                                 "; write ROW:COLUMN, both counted from 0, and commas between "
                                 "squares");
  }
  EXPECT_EQ(line("0:1,", 8),
            "square is not a pair: ''; write ROW:COLUMN, both counted from 0, and commas between "
            "squares");
}

}  // namespace
}  // namespace nqueens::cli
