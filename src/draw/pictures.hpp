// Pictures of boards, densities and tours: scenes, and text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "draw/scene.hpp"
#include "nqueens/board.hpp"

namespace nqueens::drawing {

/// Largest board whose queens are drawn one by one: larger ones have more queens than pixels.
inline constexpr std::uint64_t kMaxBoardPicture = 20'000;
inline constexpr std::size_t kMaxOnSheet = 5000;  ///< more boards would be too small to see
/// A sheet has at most this many squares that are not empty: its shapes take about 0.4 GB.
inline constexpr std::size_t kMaxMarksOnSheet = 500'000;
/// Longest side of a board whose tour is drawn: the line needs four pixels a square.
inline constexpr std::uint64_t kMaxTourPicture = 200;

inline constexpr Colour kWhite{255, 255, 255};
inline constexpr Colour kLightSquare{240, 230, 210};
inline constexpr Colour kDarkSquare{181, 147, 108};
inline constexpr Colour kFaintSquare{226, 211, 184};  ///< under thin lines
inline constexpr Colour kFrame{92, 66, 42};
inline constexpr Colour kInk{38, 32, 30};
inline constexpr Colour kAttack{200, 30, 40};  ///< and other faults
inline constexpr Colour kHalo{255, 248, 235};  ///< around lines in kAttack
inline constexpr Colour kBlocked{82, 58, 36};
inline constexpr Colour kGiven{40, 90, 140};
inline constexpr Colour kGivenLight{176, 205, 218};  ///< a light square whose queen is given
inline constexpr Colour kGivenDark{122, 160, 180};

/// Lists the attacking pairs, only neighbours on each line: n queens on a line give n - 1 pairs.
/// O(n log n) time, O(n^2) for superqueens. Precondition: the queens are sorted and distinct.
std::vector<AttackingPair> find_attacks(const Board& board, std::span<const Square> queens);

struct Mark {
  bool has_queen = false;
  bool is_attacked = false;   ///< by another queen
  bool is_given = false;      ///< a queen must be here
  bool is_forbidden = false;  ///< no queen may be here
};

inline std::vector<Square> squares_of(std::span<const Column> columns) {
  std::vector<Square> squares;
  for (const Column column : columns) squares.push_back({squares.size(), column});
  return squares;
}

/// A board with queens, and their faults.
struct MarkedBoard {
  /// Precondition: at least one row; queens on the board. Throws like checked_queens().
  MarkedBoard(const Board& board, std::vector<Square> queens);

  bool is_right() const { return attacks.empty() && misplaced == 0 && missing == 0; }
  char letter(const Mark& mark) const;
  /// A free and a blocked square, a queen, a given queen where others are not given, a queen in a
  /// wrong place, a missing given queen.
  static constexpr std::string_view kLetters = ".xQG!?";

  std::uint64_t rows;
  std::uint64_t columns;
  Variant variant;
  std::map<Square, Mark> marks;  ///< for all squares but free empty ones
  std::vector<AttackingPair> attacks;
  std::size_t queens = 0;
  std::size_t misplaced = 0;  ///< queens where none may stand
  std::size_t missing = 0;    ///< given squares without a queen
  bool shows_given = false;   ///< some queens are not given, so given ones look different
  bool has_tints = false;     ///< some squares look as those of given queens
};

enum class EdgeLabels {
  automatic,  ///< numbers if a picture of one board has room, else none
  none,
  numbers,  ///< rows and columns from 0, row 0 on top, as in placement files
  chess,    ///< ranks 1 2 3 ... from the lowest row, files a b c ... below
};

/// Draws a board whose longer side has about `pixels` pixels, a whole number for each square from
/// two on. Crosses are blocked squares, tinted squares have given queens (a legend says so, unless
/// `labels` is none), and faults are red, with the lines of attacks. Throws InvalidArgument if
/// labels that were asked for do not fit.
Scene draw_board(const MarkedBoard& board, int pixels, EdgeLabels labels = EdgeLabels::automatic);

/// Draws many boards on one sheet, row by row, numbered from 0, about `pixels` pixels wide, in a
/// ratio of 4 to 3. All boards are scaled to one width of at least 16 pixels. Precondition: 1 to
/// kMaxOnSheet boards with at most kMaxMarksOnSheet marks. Throws like draw_board().
Scene draw_sheet(std::span<const MarkedBoard> boards, int pixels,
                 EdgeLabels labels = EdgeLabels::automatic);

/// Writes the numbers of the squares in the order of a tour, a line of text for each row.
std::string tour_text(std::uint64_t columns, std::span<const std::uint32_t> squares);

/// Draws a tour as a path whose colours change from the first move to the last. `squares` are row *
/// columns + column. A disc marks the first square, a smaller one the last of an open tour; squares
/// are numbered from 1 if they fit. Precondition: rows and columns are 1 to kMaxTourPicture, all
/// squares on the board.
Scene draw_tour(std::uint64_t rows, std::uint64_t columns, std::span<const std::uint32_t> squares,
                bool closed, int pixels);

/// Adds a framed board at `corner`; below two pixels a square it has no pattern.
void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark);
/// Returns the side of each of `n` squares on `pixels` pixels: a whole number from two on.
double square_side(double pixels, std::uint64_t n);

/// Returns "c", or "3" on boards of more than 26 columns.
std::string chess_file(std::uint64_t column, std::uint64_t columns);

struct TextStyle {
  bool unicode = false;  ///< chess queens and other signs, not letters
  bool colour = false;   ///< by escape sequences
  EdgeLabels labels = EdgeLabels::automatic;
};
/// Writes a line of text for each row, in MarkedBoard::kLetters: in plain style a board file or a
/// drawn placement. In colour each square is two characters wide, which makes it about square.
std::string text_board(const MarkedBoard& board, const TextStyle& style);

/// Tells how dense queens are on a large board: counts in cells (row i of N is in row floor(i M /
/// N) of M rows of cells), shown as shades or colours relative to the mean. A random solution looks
/// like even noise, a formula shows stripes. Queens are counted as rows pass, so no board is held
/// in memory.
struct Density {
  /// Chooses the cells in a row: about nine expected queens a cell, at least 32 cells, at most what
  /// fits `pixels` pixels. Without `pixels` it makes text of at most 72 characters, which are twice
  /// as high as wide. 4 bytes a cell. Precondition: 1 <= board_size <= kMaxStreamedSize, 64 <=
  /// pixels <= 2^14.
  Density(std::uint64_t board_size, std::optional<int> pixels);

  /// Counts the columns of the rows from `first_row` on.
  void add(std::uint64_t first_row, std::span<const std::uint64_t> columns_of_rows);

  std::uint32_t at(int row, int column) const {
    return counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
  double mean() const {
    return static_cast<double>(board_size) / static_cast<double>(counts.size());
  }
  std::uint32_t least() const { return *std::min_element(counts.begin(), counts.end()); }
  std::uint32_t most() const { return *std::max_element(counts.begin(), counts.end()); }

  std::uint64_t board_size;
  int columns;  ///< in cells
  int rows;
  std::vector<std::uint32_t> counts;  ///< row by row
  std::optional<Square> outside;      ///< the first queen outside the board, not counted
  bool is_counted_from_one = true;    ///< every column so far is in 1..board_size
};

/// Draws about `pixels` wide, each cell a whole number of pixels: blue to black below the mean,
/// yellow to white above, with a scale below the map. The density must outlive the result.
Scene draw_density(const Density& density, int pixels);

/// Writes shades, " .:-=+*#%@" or blocks of Unicode, row by row of cells, and a legend.
std::string density_text(const Density& density, bool unicode);

}  // namespace nqueens::drawing
