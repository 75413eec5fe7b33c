// Pictures of placements and tours: scenes, and text. (Densities: density.hpp.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

/// Largest board whose squares are drawn one by one.
inline constexpr std::uint64_t kMaxBoardPicture = 1000;
/// More boards on a sheet could not be made out.
inline constexpr std::size_t kMaxOnSheet = 5000;
/// Queens on a sheet: bounds the memory of its shapes, 0.4 GB where all attack each other.
inline constexpr std::size_t kMaxQueensOnSheet = 500'000;
/// Longest side of a board whose tour is drawn: with less than four pixels a square the line cannot
/// be followed.
inline constexpr std::uint64_t kMaxTourPicture = 200;

/// Colours of all boards.
inline constexpr Colour kWhite{255, 255, 255};
inline constexpr Colour kLightSquare{240, 230, 210};
inline constexpr Colour kDarkSquare{181, 147, 108};
inline constexpr Colour kFaintSquare{226, 211, 184};  ///< below something thin
inline constexpr Colour kFrame{92, 66, 42};
inline constexpr Colour kInk{38, 32, 30};
inline constexpr Colour kAttack{200, 30, 40};
inline constexpr Colour kBlocked{128, 124, 120};

/// Queens that attack each other.
struct Conflicts {
  std::vector<bool> is_attacked;     ///< by row
  std::vector<AttackingPair> pairs;  ///< neighbours on a line: n queens on one are n - 1 pairs
};
/// O(N log N). Precondition: columns in range.
Conflicts find_conflicts(std::span<const Column> columns);

/// What stands at the edges of a board.
enum class EdgeLabels {
  numbers,  ///< rows and columns from 0, row 0 on top, as in placement files
  chess,    ///< ranks 1 2 3 ... from the lowest row, files a b c ... below
};

/// "c", or "3" on a board of more columns than letters.
std::string chess_file(std::uint64_t column, std::uint64_t columns);

/// Where the squares of a board picture lie.
struct BoardLayout {
  EdgeLabels labels = EdgeLabels::numbers;
  double side = 0;  ///< of a square
  double margin_left = 0;
  double margin_top = 0;
  double margin_bottom = 0;
  int number_step = 0;  ///< every how many rows a number stands; 0: none
};
BoardLayout layout_board(std::uint64_t board_size, int pixels,
                         EdgeLabels labels = EdgeLabels::numbers);

/// The board with its queens, attacked ones in red, and the lines that they share; about so many
/// pixels, a whole number for each square where there is room. Rows and columns are labelled where
/// there is room; labels as in chess throw InvalidArgument without it. Precondition: 1 to
/// kMaxBoardPicture columns in range.
Scene draw_board(std::span<const Column> columns, int pixels,
                 EdgeLabels labels = EdgeLabels::numbers);

/// Whether the queen is the only one that may stand in its row. Not for a column of -1.
bool is_given_queen(const Problem& problem, int row, int column);

/// A board with queens, by row their column or -1: those given, or those of a placement. Crosses on
/// the squares where no queen may stand, except in the rows of given queens. Precondition: the
/// board has a square.
Scene draw_problem(const Board& board, std::span<const int> queens, int pixels,
                   EdgeLabels labels = EdgeLabels::numbers);

/// A board of a sheet.
struct SheetBoard {
  Placement placement;
  std::uint64_t columns = 0;  ///< of the board
};
struct SheetStyle {
  bool labels = false;  ///< ranks and files as draw_board() has them
  bool attacks = true;  ///< red queens and lines; not for variants, whose queens attack otherwise
};
/// Many boards on one sheet, row by row, numbered from 1; about so many pixels wide, four to three,
/// boards of different sizes scaled to one width of at least 16 pixels. Precondition: 1 to
/// kMaxOnSheet boards, each of 1 to kMaxBoardPicture rows and columns, with kMaxQueensOnSheet
/// queens at most.
Scene draw_sheet(const std::vector<SheetBoard>& boards, int pixels, const SheetStyle& style = {});

/// The line of a tour in colours from first to last move. `squares` are row * columns + column; the
/// first is marked by a disc, the last of an open tour by a smaller one. Squares are numbered from
/// 1 where there is room. Precondition: 1 <= rows, columns <= kMaxTourPicture, squares on the
/// board.
Scene draw_tour(std::uint64_t rows, std::uint64_t columns, std::span<const std::uint32_t> squares,
                bool closed, int pixels);

/// Adds framed squares with this side, square (0, 0) at `corner`. Below two pixels a square the
/// pattern is left out.
void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark = kDarkSquare);

struct TextStyle {
  bool unicode = false;  ///< chess queens instead of letters
  bool colour = false;   ///< squares and attacks by escape sequences
  bool labels = false;   ///< ranks and files as in chess
};
/// A line a row. Plain: '.' and 'Q', and 'X' for an attacked queen. In colour every square is two
/// characters wide, which makes it about square. Precondition: columns in range.
std::string text_board(std::span<const Column> columns, const TextStyle& style);
/// The same for what draw_problem() shows: '.', 'Q', and 'x' for a square where no queen may stand.
/// A plain drawing is a board file of the problem.
std::string text_problem(const Board& board, std::span<const int> queens, const TextStyle& style);

}  // namespace nqueens::render
