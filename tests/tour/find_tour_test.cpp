// find_tour() as a user sees it: tours wherever there are some, reasons where there are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/tour.hpp"
#include "support/message_of.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;
using tests::message_of;

/// Starts with a tour, of all of the board; fails where the search gives up.
int starts_with_tour(std::uint64_t rows, std::uint64_t columns, bool closed) {
  int found = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      try {
        const TourResult tour =
            find_tour(rows, columns, {.start = {row, column}, .closed = closed});
        EXPECT_TRUE(is_tour(tour));
        EXPECT_EQ(tour.squares.front(), row * columns + column);
        EXPECT_EQ(tour.closed, closed);
        ++found;
      } catch (const NoSolution&) {
      }
    }
  }
  return found;
}

// Every board up to 8 x 8 and every start. The numbers of starts follow from the theorems, but for
// boards of three rows, where the complete search has counted them.
TEST(FindTour, OpenToursOfEveryBoardAndStartUpToEight) {
  for (std::uint64_t rows = 1; rows <= 8; ++rows) {
    for (std::uint64_t columns = rows; columns <= 8; ++columns) {
      const auto squares = static_cast<int>(rows * columns);
      int expected = squares % 2 == 1 ? (squares + 1) / 2 : squares;
      if (rows == 4) expected = static_cast<int>(2 * columns);
      if (rows == 3 && columns == 4) expected = 6;
      if (rows == 3 && columns == 7) expected = 10;
      if (rows == 3 && columns == 8) expected = 22;
      const bool none = (rows <= 2 && squares > 1) || (rows == 4 && columns == 4) ||
                        (rows == 3 && (columns == 3 || columns == 5 || columns == 6));
      if (none) expected = 0;
      EXPECT_EQ(starts_with_tour(rows, columns, false), expected) << rows << " x " << columns;
      if (rows != columns) {
        EXPECT_EQ(starts_with_tour(columns, rows, false), expected);
      }
    }
  }
}

TEST(FindTour, ClosedToursOfEveryBoardAndStartUpToEight) {
  for (std::uint64_t rows = 1; rows <= 8; ++rows) {
    for (std::uint64_t columns = rows; columns <= 8; ++columns) {
      const bool has_one = rows >= 5 && (rows * columns) % 2 == 0;
      const int expected = has_one ? static_cast<int>(rows * columns) : 0;
      EXPECT_EQ(starts_with_tour(rows, columns, true), expected) << rows << " x " << columns;
      if (rows != columns) {
        EXPECT_EQ(starts_with_tour(columns, rows, true), expected);
      }
    }
  }
  EXPECT_EQ(starts_with_tour(3, 10, true), 30);
  EXPECT_EQ(starts_with_tour(3, 12, true), 36);
}

TEST(FindTour, LargerBoards) {
  base::Random random(2);
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t rows = 5 + random.below(80);
    const std::uint64_t columns = 6 + 2 * random.below(40);
    const Square start = {random.below(static_cast<std::uint32_t>(rows)),
                          random.below(static_cast<std::uint32_t>(columns))};
    EXPECT_TRUE(is_tour(find_tour(rows, columns, {.start = start, .closed = i % 2 == 1})));
  }
  for (const bool closed : {false, true}) {
    EXPECT_TRUE(is_tour(find_tour(1000, 1000, {.start = {123, 456}, .closed = closed})));
  }
}

TEST(FindTour, NarrowBoards) {
  EXPECT_TRUE(is_tour(find_tour(3, 200, {})));
  EXPECT_TRUE(is_tour(find_tour(200, 3, {.closed = true})));
  EXPECT_TRUE(is_tour(find_tour(5, 500, {.start = {2, 250}})));
}

TEST(FindTour, TheSameEveryTime) {
  for (const bool closed : {false, true}) {
    const TourOptions options = {.start = {3, 2}, .closed = closed};
    EXPECT_EQ(find_tour(60, 31, options).squares, find_tour(60, 31, options).squares);
  }
}

TEST(FindTour, SaysWhyThereIsNone) {
  const auto why = [](std::uint64_t rows, std::uint64_t columns, const TourOptions& options) {
    return message_of<NoSolution>([&] { find_tour(rows, columns, options); });
  };
  EXPECT_EQ(why(4, 4, {}),
            "no open tour: 4 x 4 from row 0, column 0; the board of 4 x 4 has no tour");
  EXPECT_THAT(why(7, 7, {.start = {0, 1}}), HasSubstr("begins on the colour of the corners"));
  EXPECT_THAT(why(2, 9, {}), HasSubstr("a side of 2"));
  EXPECT_THAT(why(4, 9, {.start = {1, 5}}), HasSubstr("begins on an outer square"));
  EXPECT_THAT(why(7, 7, {.closed = true}), HasSubstr("the number of squares is odd"));
  EXPECT_THAT(why(4, 10, {.closed = true}), HasSubstr("Schwenk"));
  EXPECT_THAT(why(3, 7, {.start = {1, 3}}), HasSubstr("every possibility was tried"));
  EXPECT_THAT(why(1, 1, {.closed = true}), HasSubstr("no closed tour"));
  EXPECT_EQ(find_tour(1, 1).squares.size(), 1u);
}

TEST(FindTour, RefusesBadArguments) {
  EXPECT_THROW(find_tour(0, 8), InvalidArgument);
  EXPECT_THROW(find_tour(8, 0), InvalidArgument);
  EXPECT_THROW(find_tour(100'000, 100'000), InvalidArgument);
  EXPECT_THROW(find_tour(~std::uint64_t{0}, 2), InvalidArgument);
  EXPECT_EQ(message_of<InvalidArgument>([] {
              find_tour(8, 8, {.start = {8, 0}});
            }),
            "start outside of the board: row 8, column 0; rows are 0 to 7, columns 0 to 7");
}

TEST(FindTour, CanBeStopped) {
  EXPECT_THROW(find_tour(1000, 1000, {.stop = tests::already_stopped()}), Stopped);
  EXPECT_THROW(find_tour(20, 20, {.stop = tests::already_stopped()}), Stopped);
}

TEST(IsTour, FindsWhatIsWrong) {
  TourResult tour = find_tour(6, 6, {.closed = true});
  EXPECT_TRUE(is_tour(tour));
  TourResult other = tour;
  std::swap(other.squares[3], other.squares[4]);
  EXPECT_FALSE(is_tour(other));
  other = tour;
  other.squares.pop_back();
  EXPECT_FALSE(is_tour(other));
  other = tour;
  other.squares[5] = 36;
  EXPECT_FALSE(is_tour(other));
  other = find_tour(5, 5);
  other.closed = true;
  EXPECT_FALSE(is_tour(other));
}

}  // namespace
}  // namespace nqueens
