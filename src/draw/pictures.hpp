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

/// Largest board whose queens are drawn one by one: above they are more than the pixels show.
inline constexpr std::uint64_t kMaxBoardPicture = 20'000;
/// More boards on a sheet could not be made out.
inline constexpr std::size_t kMaxOnSheet = 5000;
/// Squares on a sheet that are not empty: bounds the memory of its shapes to about 0.4 GB.
inline constexpr std::size_t kMaxMarksOnSheet = 500'000;
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
inline constexpr Colour kAttack{200, 30, 40};  ///< and all else that is wrong
inline constexpr Colour kHalo{255, 248, 235};  ///< around lines in kAttack
inline constexpr Colour kBlocked{82, 58, 36};
inline constexpr Colour kGiven{40, 90, 140};
inline constexpr Colour kGivenLight{176, 205, 218};  ///< a light square whose queen is given
inline constexpr Colour kGivenDark{122, 160, 180};

/// The pairs that attack each other, of each line its neighbours: n queens on one are n - 1 pairs.
/// O(n log n) time, O(n^2) for superqueens. Precondition: the queens are sorted, each once.
std::vector<AttackingPair> find_attacks(const Board& board, std::span<const Square> queens);

/// What is on a square.
struct Mark {
  bool has_queen = false;
  bool is_attacked = false;   ///< the queen is
  bool is_given = false;      ///< a queen has to stand here
  bool is_forbidden = false;  ///< none may
};

/// The squares of a placement, in its order.
inline std::vector<Square> squares_of(std::span<const Column> columns) {
  std::vector<Square> squares;
  for (const Column column : columns) squares.push_back({squares.size(), column});
  return squares;
}

/// A board with queens, and what is wrong with them by its rules.
struct MarkedBoard {
  /// At least one row; queens may stand on any squares of the board. Throws InvalidArgument as
  /// checked_queens() does.
  MarkedBoard(const Board& board, std::vector<Square> queens);

  bool is_right() const { return attacks.empty() && misplaced == 0 && missing == 0; }
  /// The letter of a mark in a text, one of kLetters.
  char letter(const Mark& mark) const;
  /// Free, blocked, a queen, a given queen among others, a queen in a wrong place, the square of a
  /// given queen that is missing.
  static constexpr std::string_view kLetters = ".xQG!?";

  std::uint64_t rows;
  std::uint64_t columns;
  Variant variant;
  std::map<Square, Mark> marks;  ///< of the squares that are not free and empty
  std::vector<AttackingPair> attacks;
  std::size_t queens = 0;
  std::size_t misplaced = 0;  ///< queens where none may stand
  std::size_t missing = 0;    ///< given queens that are not there
  bool shows_given = false;   ///< given queens stand among others, and look different
};

/// What stands at the edges of a board.
enum class EdgeLabels {
  automatic,  ///< numbers where a picture of one board has room for them, else nothing
  none,
  numbers,  ///< rows and columns from 0, row 0 on top, as in placement files
  chess,    ///< ranks 1 2 3 ... from the lowest row, files a b c ... below
};

/// The board in about that many pixels, a whole number for each square where there are two: crosses
/// where no queen may stand, a tint where queens are given, in red what is wrong and the lines of
/// attacks. Throws InvalidArgument where labels that were asked for have no room.
Scene draw_board(const MarkedBoard& board, int pixels, EdgeLabels labels = EdgeLabels::automatic);

/// Many boards on one sheet, row by row, numbered from 1; about that many pixels wide, four to
/// three, boards of different sizes scaled to one width of at least 16 pixels. Precondition: 1 to
/// kMaxOnSheet boards, with kMaxMarksOnSheet marks at most. Throws as draw_board() does.
Scene draw_sheet(std::span<const MarkedBoard> boards, int pixels,
                 EdgeLabels labels = EdgeLabels::automatic);

/// The line of a tour in colours from first to last move. `squares` are row * columns + column; the
/// first is marked by a disc, the last of an open tour by a smaller one. Squares are numbered from
/// 1 where there is room. Precondition: 1 <= rows, columns <= kMaxTourPicture, squares on the
/// board.
Scene draw_tour(std::uint64_t rows, std::uint64_t columns, std::span<const std::uint32_t> squares,
                bool closed, int pixels);

/// Adds framed squares, from `corner` on; below two pixels a square the pattern is left out.
void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark);
/// The side of each of `n` squares on that many pixels: a whole number from two pixels on.
double square_side(double pixels, std::uint64_t n);

/// "c", or "3" on a board of more columns than letters.
std::string chess_file(std::uint64_t column, std::uint64_t columns);

struct TextStyle {
  bool unicode = false;  ///< chess queens and other signs instead of letters
  bool colour = false;   ///< squares and faults by escape sequences
  EdgeLabels labels = EdgeLabels::automatic;
};
/// A line for each row, of MarkedBoard::kLetters: a plain drawing is a board file, or a drawn
/// placement. In colour every square is two characters wide, which makes it about square.
std::string text_board(const MarkedBoard& board, const TextStyle& style);

/// Where the queens of a large board are: counted in cells, row i of a board of N in the row
/// floor(i M / N) of M rows of cells, and compared with the mean, as shades or colours. A random
/// solution shows as even noise, a formula as lines. The queens are counted while the rows go by,
/// so that no board is held, however large.
struct Density {
  /// M cells in a row, as many as give each nine expected queens, but 32 or more, and fewer where
  /// that makes them fill a picture of about that many pixels; none: at most 72 characters of text,
  /// which are twice as high as wide. 4 bytes a cell. Precondition: 1 <= board_size <=
  /// kMaxStreamedSize, 64 <= pixels <= 2^14.
  Density(std::uint64_t board_size, std::optional<int> pixels);

  /// Takes the columns of the rows from `first_row` on.
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
  int columns;  ///< of cells
  int rows;
  std::vector<std::uint32_t> counts;  ///< row by row
  std::optional<Square> outside;      ///< the first queen not on the board, which is not counted
  bool is_counted_from_one = true;    ///< every column so far is 1 to the size of the board
};

/// About `pixels` wide, every cell a whole number of them: below the mean blue to black, above it
/// yellow to white, as the scale below the map tells. The density must outlive the result.
Scene draw_density(const Density& density, int pixels);

/// A line of shades for each row of cells, " .:-=+*#%@" or blocks of Unicode, and one that says
/// what they mean.
std::string density_text(const Density& density, bool unicode);

}  // namespace nqueens::drawing
