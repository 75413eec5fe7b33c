// Placements as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/text_board.hpp"

namespace nqueens::render {
namespace {

TEST(TextBoard, Plain) {
  EXPECT_EQ(text_board(Placement{1, 3, 0, 2}, {}), ".Q..\n...Q\nQ...\n..Q.\n");
  EXPECT_EQ(text_board(Placement{1, 3, 2, 0}, {}), ".Q..\n...X\n..X.\nQ...\n");
  EXPECT_EQ(text_board(Placement{0}, {}), "Q\n");
}

TEST(TextBoard, Unicode) {
  EXPECT_EQ(text_board(Placement{0, 1}, {.unicode = true}), "\u2655 \u00b7\n\u00b7 \u2655\n");
  EXPECT_EQ(text_board(Placement{0}, {.unicode = true}), "\u265b\n");
}

TEST(TextBoard, ColoursChangeNothingButColours) {
  std::string text = text_board(Placement{1, 3, 2, 0}, {.colour = true});
  EXPECT_THAT(text, testing::HasSubstr("\x1b[1;38;5;160mX "));
  for (std::size_t at = 0; (at = text.find('\x1b')) != text.npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, "  Q     \n      X \n    X   \nQ       \n");
}

}  // namespace
}  // namespace nqueens::render
