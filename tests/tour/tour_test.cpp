// find_tour() as a user sees it: a tour, or why there is none.
#include "nqueens/tour.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;
using tests::message_of;

/// Whether the path can be completed, by trying all moves.
bool exists_plainly(std::uint64_t rows, std::uint64_t columns, bool closed,
                    std::vector<std::uint64_t>& path, std::vector<bool>& seen) {
  const auto is_move = [&](std::uint64_t one, std::uint64_t two) {
    const auto distance = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
    return distance(one / columns, two / columns) * distance(one % columns, two % columns) == 2;
  };
  if (path.size() == rows * columns) {
    return !closed || path.size() == 1 || is_move(path.back(), path.front());
  }
  for (std::uint64_t next = 0; next < rows * columns; ++next) {
    if (seen[next] || !is_move(path.back(), next)) continue;
    seen[next] = true;
    path.push_back(next);
    if (exists_plainly(rows, columns, closed, path, seen)) return true;
    path.pop_back();
    seen[next] = false;
  }
  return false;
}

TEST(FindTour, AgreesWithPlainBacktracking) {
  for (std::uint64_t rows = 1; rows <= 5; ++rows) {
    for (std::uint64_t columns = rows; rows * columns <= 20; ++columns) {
      for (std::uint64_t start = 0; start < 2 * rows * columns; ++start) {
        const bool closed = start % 2 == 1;
        std::vector<std::uint64_t> path = {start / 2};
        std::vector<bool> seen(rows * columns);
        seen[start / 2] = true;
        const TourOptions options = {.start = {start / 2 / columns, start / 2 % columns},
                                     .closed = closed};
        if (exists_plainly(rows, columns, closed, path, seen)) {
          EXPECT_TRUE(is_tour(find_tour(rows, columns, options)));
        } else {
          EXPECT_THROW(find_tour(rows, columns, options), NoSolution);
        }
      }
    }
  }
}

/// How many squares start a tour.
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

// The numbers follow from theorems; the complete search has counted those of three rows.
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
      const bool has_one = (rows >= 5 && (rows * columns) % 2 == 0) || rows * columns == 1;
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

TEST(FindTour, LargeBoardsHaveToursFromAnySquare) {
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

TEST(FindTour, RothsRuleReachesEverySquareOfLargeBoards) {
  for (const std::uint64_t side : {50u, 100u, 301u, 400u}) {
    const TourStatistics did = find_tour(side, side).statistics;
    EXPECT_EQ(did.walks, 1u);
    EXPECT_EQ(did.left_over + did.rotations + did.backtracks, 0u);
  }
}

TEST(FindTour, NarrowBoardsHaveTours) {
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
  for (const bool closed : {false, true}) {
    EXPECT_EQ(find_tour(1, 1, {.closed = closed}).squares.size(), 1u);
  }
}

TEST(FindTour, RefusesBadArguments) {
  EXPECT_THROW(find_tour(0, 8), InvalidArgument);
  EXPECT_THROW(find_tour(8, 0), InvalidArgument);
  EXPECT_THROW(find_tour(100'000, 100'000), InvalidArgument);
  EXPECT_THROW(find_tour(~std::uint64_t{0}, 2), InvalidArgument);
  EXPECT_THROW_WITH(find_tour(8, 8, {.start = {8, 0}}), InvalidArgument, "row 8, column 0");
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
