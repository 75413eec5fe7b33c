// Which of the eight images of a solution the engine `simd` counts, and how often: the border rule.
// Decided by the queens of the four border lines alone, so nothing is compared at the end. Knows
// nothing of prefixes or kernels.
//
// Let w(s) be the weight below and G the eight symmetries of the square. What has to hold is
// sum over g of w(g s) = 8 for every solution s: summed over all s, and divided by 8, it says that
// the weighted solutions are all solutions (solutions with a symmetry of their own included).
//
// Boards of 2 and more. Let m of a border line be the distance of its queen from the nearer end.
//  1. No queen in a corner. Then m >= 1 everywhere. Let T be the lines where m is least, t = |T|.
//     A weight is given when the left line is in T and its queen in the upper half. (Not in the
//     middle of an odd board: if the least m is that of the middle, all four queens are in the
//     middle, and left and right share a row.) For each line of T two of the eight images bring it
//     to the left, one of them with its queen in the upper half: t images have a weight. It is 8,
//     halved if the right line is tied, halved once more if the top or the bottom line is (or
//     both):
//       t = 1: 8;  opposite pair: 4 + 4;  adjacent pair: 4 + 4;
//       three, the ends of the pair at the left: 2 + 2, the third: 4;  four: 2 + 2 + 2 + 2.
//  2. A queen in a corner; there is one only (two share a row, a column or a diagonal). Two images
//     bring it to row 0, column 0; they are transposes of one another. Let the right line's queen
//     stand in row b and the bottom line's in column c: the transpose has them in c and b. The two
//     squares lie on one antidiagonal if b = c, so one image has c > b: that one has weight 8.
#pragma once

#include <cstdint>

namespace nqueens::counting {

/// The queens of the four border lines of a solution.
struct BorderQueens {
  int left_row = 0;
  int right_row = 0;
  int top_column = 0;
  int bottom_column = 0;
};

/// The weight of a solution with these border queens: 8, 4, 2 or 0; 1 for boards below 2, where
/// the four lines are one.
std::uint32_t border_weight(int board_size, const BorderQueens& queens);

}  // namespace nqueens::counting
