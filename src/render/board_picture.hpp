// The picture of one placement on its board: squares, queens, attacking queens in red with the
// lines that they share. Knows no file format.
#pragma once

#include <cstdint>
#include <span>

#include "nqueens/placement.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

/// Largest board whose squares are drawn one by one.
inline constexpr std::uint64_t kMaxBoardPicture = 1000;

/// Colours shared by all pictures of boards.
inline constexpr Colour kLightSquare{240, 230, 210};
inline constexpr Colour kDarkSquare{181, 147, 108};
inline constexpr Colour kFaintSquare{226, 211, 184};  ///< where something thin is drawn
inline constexpr Colour kFrame{92, 66, 42};
inline constexpr Colour kInk{38, 32, 30};
inline constexpr Colour kAttack{200, 30, 40};

/// Adds the squares of a board with a thin frame; the squares have this side, and the top left
/// corner of square (0, 0) lies at `corner`. Below two pixels a square the pattern is left out.
void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark = kDarkSquare);

/// Adds the queens, attacked ones in red, and the shared lines.
void add_queens(Scene& scene, Point corner, std::span<const Column> columns, double side);

/// A scene of about `size` pixels: a whole number of pixels a square where there is room for it.
/// Rows and columns are numbered at the edges where there is room. Precondition: columns in range,
/// 1 to kMaxBoardPicture of them.
Scene draw_board(std::span<const Column> columns, int size);

/// Side of a square in a picture of that size, and numbers beside the board: shared with others.
struct BoardLayout {
  double side = 0;
  double margin_left = 0;
  double margin_top = 0;
  int number_step = 0;  ///< every how many rows a number stands; 0: none
};
BoardLayout layout_board(std::uint64_t rows, std::uint64_t columns, int size);
void add_numbers(Scene& scene, const BoardLayout& layout, std::uint64_t rows,
                 std::uint64_t columns);

}  // namespace nqueens::render
