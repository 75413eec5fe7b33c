// Boards with queens: their faults, and pictures of one board or of many on a sheet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/arrays.hpp"
#include "base/numbers.hpp"
#include "domain/attacks.hpp"
#include "draw/pictures.hpp"
#include "nqueens/error.hpp"

namespace nqueens::drawing {

namespace {

constexpr double kOuterMargin = 8;
/// From this many pixels a square, queens are crowns; below, discs.
constexpr double kCrownFrom = 9;
constexpr double kMinLabelledSide = 4;

struct Layout {
  EdgeLabels labels = EdgeLabels::none;  ///< none where there is no room
  double side = 0;                       ///< of a square
  double digit = 0;                      ///< the height of digits beside the board
  double band = 0;                       ///< room for digits, at the left and above or below
  double width = 0;                      ///< of the board and the bands
  double height = 0;
  std::uint64_t step = 1;  ///< every step-th row and column has a label
};

/// `pixels` is the length of the longer side with its labels, a whole number.
Layout lay_out(const MarkedBoard& board, double pixels, EdgeLabels labels) {
  Layout layout;
  const std::uint64_t n = std::max(board.rows, board.columns);
  const double side = pixels / static_cast<double>(n);
  if (side >= kMinLabelledSide) {
    layout.labels = labels == EdgeLabels::automatic ? EdgeLabels::numbers : labels;
  } else if (labels == EdgeLabels::numbers || labels == EdgeLabels::chess) {
    throw InvalidArgument(fmt::format(
        "squares of {:.1f} pixels have no room for --labels; take a larger --pixels, or "
        "--labels none",
        side));
  }
  double width = 0;  // that of the longest number
  if (layout.labels != EdgeLabels::none) {
    layout.digit = std::clamp(side * 0.3, 7.0, std::max(14.0, pixels * 0.018));
    const std::uint64_t largest = layout.labels == EdgeLabels::chess ? n : n - 1;
    width = text_width(fmt::to_string(largest), layout.digit);
    layout.band = std::ceil(std::max(width, layout.digit) + layout.digit * 0.6);
  }
  layout.side = square_side(pixels - layout.band, n);
  layout.width = layout.band + std::round(layout.side * static_cast<double>(board.columns));
  layout.height = layout.band + std::round(layout.side * static_cast<double>(board.rows));
  for (const unsigned step : {1u, 2u, 5u, 10u, 20u, 50u, 100u, 200u, 500u}) {
    layout.step = step;
    if (step * layout.side >= width + layout.digit * 0.75) break;
  }
  return layout;
}

/// Adds numbers at the left and above the board whose squares begin at `corner`; or ranks at the
/// left and files below.
void add_labels(Scene& scene, Point corner, const MarkedBoard& board, const Layout& layout) {
  if (layout.labels == EdgeLabels::none) return;
  const bool chess = layout.labels == EdgeLabels::chess;
  const auto [rows, columns] = std::pair(board.rows, board.columns);
  const auto middle = [&](std::uint64_t line) {
    return layout.side * (static_cast<double>(line) + 0.5);
  };
  const double left = corner.x - 2 - layout.digit * 0.4;
  const double away = 2 + layout.digit * 0.9;
  const double y = chess ? corner.y + middle(rows) - layout.side / 2 + away : corner.y - away;
  // With a step of 5 labels from 1 are 5, 10, 15, those from 0 are 0, 5, 10.
  for (auto i = chess ? layout.step - 1 : 0; i < std::max(rows, columns); i += layout.step) {
    const std::string number = fmt::to_string(chess ? i + 1 : i);
    const Point beside{left, corner.y + middle(chess ? rows - 1 - i : i)};
    const std::string name = chess ? chess_file(i, columns) : number;
    if (i < rows) scene.add(Text{beside, layout.digit, number, kFrame, 1});
    if (i < columns) scene.add(Text{{corner.x + middle(i), y}, layout.digit, name, kFrame});
  }
}

/// Adds a crown with five points, a waist, a foot, and a ball on each point.
void add_crown(Scene& scene, Point corner, double side, Colour fill) {
  const auto at = [&](double x, double y) {
    return Point{corner.x + x * side, corner.y + y * side};
  };
  scene.add(Polygons{{{at(0.29, 0.68), at(0.155, 0.315), at(0.335, 0.52), at(0.325, 0.22),
                       at(0.44, 0.49), at(0.5, 0.18), at(0.56, 0.49), at(0.675, 0.22),
                       at(0.665, 0.52), at(0.845, 0.315), at(0.71, 0.68)},
                      {at(0.29, 0.715), at(0.71, 0.715), at(0.735, 0.775), at(0.265, 0.775)},
                      {at(0.25, 0.81), at(0.75, 0.81), at(0.775, 0.88), at(0.225, 0.88)}},
                     fill});
  scene.add(Strokes{{{at(0.145, 0.285)},
                     {at(0.32, 0.185)},
                     {at(0.5, 0.145)},
                     {at(0.68, 0.185)},
                     {at(0.855, 0.285)}},
                    0.084 * side,
                    fill});
}

/// Returns the centre of a square, in squares from the corner of the board.
Point middle_of(const Square& square) {
  return {static_cast<double>(square.column) + 0.5, static_cast<double>(square.row) + 0.5};
}

/// Returns the stroke from one queen to the other, in squares; on a torus the shorter way, which
/// may continue at the opposite edge in a second piece. Both ends leave room for the queens.
std::vector<Points> line_between(const MarkedBoard& board, const AttackingPair& pair) {
  constexpr double kLeftOut = 0.36;
  Point at = middle_of(pair.first);
  const Point end = middle_of(pair.second);
  std::vector<Points> pieces;
  if (board.variant != Variant::torus || pair.line == Line::column || pair.line == Line::row) {
    pieces = {{at, end}};
  } else {
    const auto n = static_cast<double>(board.rows);
    const double rows = end.y - at.y;
    const double down = 2 * rows > n ? -1 : 1;
    const double right = pair.line == Line::diagonal ? down : -down;
    // All coordinates are multiples of one half, so these comparisons are exact.
    for (double left = std::min(rows, n - rows); left > 0;) {
      const double way = std::min({left, right > 0 ? n - at.x : at.x, down > 0 ? n - at.y : at.y});
      const Point to{at.x + right * way, at.y + down * way};
      pieces.push_back({at, to});
      left -= way;
      at = {to.x == (right > 0 ? n : 0) ? n - to.x : to.x,
            to.y == (down > 0 ? n : 0) ? n - to.y : to.y};
    }
  }
  const auto shorten = [](Point& from, const Point& to) {
    const double part = kLeftOut / std::hypot(to.x - from.x, to.y - from.y);
    from = {std::lerp(from.x, to.x, part), std::lerp(from.y, to.y, part)};
  };
  shorten(pieces.front().front(), pieces.front().back());
  shorten(pieces.back().back(), pieces.back().front());
  return pieces;
}

/// Draws what is on the squares; the first one begins at `corner`.
void add_marks(Scene& scene, Point corner, double side, const MarkedBoard& board) {
  const auto in_pixels = [&](const Point& point) {
    return Point{corner.x + side * point.x, corner.y + side * point.y};
  };
  // Queens in small squares are dots, of at least two pixels.
  Strokes dots{{}, std::max(1.1 * side, std::clamp(2 + 8 * side, 2.0, 3.0)), kInk};
  Strokes given_dots{{}, dots.width, kGiven};
  Strokes wrong_dots{{}, dots.width, kAttack};
  for (const auto& [square, mark] : board.marks) {
    const Point middle = in_pixels(middle_of(square));
    const auto around = [&](double half) {
      return rectangle(middle.x - half, middle.y - half, 2 * half, 2 * half);
    };
    const bool is_wrong = mark.is_attacked || (mark.has_queen && mark.is_forbidden);
    const bool is_missing = mark.is_given && !mark.has_queen;
    const bool is_given = mark.is_given && (board.shows_given || is_missing);
    if (is_given && side >= 2) {
      const bool dark = is_dark(square.row, square.column, board.rows);
      scene.add(Polygons{{around(side / 2)}, dark ? kGivenDark : kGivenLight});
    }
    if (mark.is_forbidden) {
      // A longer cross stays visible under a queen.
      const Points ends = around(std::max(side * (mark.has_queen ? 0.4 : 0.25), 1.5));
      scene.add(
          Strokes{{{ends[0], ends[2]}, {ends[1], ends[3]}}, std::max(1.0, side / 10), kBlocked});
    }
    if (is_missing) {
      const double width = std::max(1.0, side * 0.06);
      Points frame = around(std::max(side / 2 - width, 2.0));
      frame.push_back(frame.front());
      scene.add(Strokes{{frame}, width, kAttack});
    }
    if (mark.has_queen && side >= kCrownFrom) {
      add_crown(scene, around(side / 2).front(), side, is_wrong ? kAttack : kInk);
    } else if (mark.has_queen) {
      (is_wrong ? wrong_dots : is_given ? given_dots : dots).lines.push_back({middle});
    }
  }
  Strokes lines{{}, std::max(1.0, side * 0.07), kAttack};
  for (const AttackingPair& pair : board.attacks) {
    for (const Points& piece : line_between(board, pair)) {
      lines.lines.push_back({in_pixels(piece.front()), in_pixels(piece.back())});
    }
  }
  Strokes halo{lines.lines, lines.width + std::max(1.5, side * 0.06), kHalo};
  for (Strokes* const strokes : {&halo, &lines, &dots, &given_dots, &wrong_dots}) {
    if (!strokes->lines.empty()) scene.add(std::move(*strokes));
  }
}

void add_board(Scene& scene, Point corner, const MarkedBoard& board, const Layout& layout) {
  corner.x += layout.band;
  if (layout.labels != EdgeLabels::chess) corner.y += layout.band;
  add_squares(scene, corner, board.rows, board.columns, layout.side, kDarkSquare);
  add_labels(scene, corner, board, layout);
  add_marks(scene, corner, layout.side, board);
}

/// Says below the picture what tinted squares are, if it has any.
void add_legend(Scene& scene, std::span<const MarkedBoard> boards, EdgeLabels labels) {
  const bool is_needed = std::ranges::any_of(boards, &MarkedBoard::has_tints);
  if (!is_needed || labels == EdgeLabels::none) return;
  const double size = std::max(8.0, std::round(scene.width * 0.0175));
  const double y = std::exchange(scene.height, scene.height + size + kOuterMargin);
  scene.add(Polygons{{rectangle(0, y, scene.width, size + kOuterMargin)}, kWhite});
  scene.add(Polygons{{rectangle(kOuterMargin, y, size, size)}, kGivenDark});
  scene.add(Text{{kOuterMargin + 1.6 * size, y + size / 2}, size, "given queen", kFrame, 0});
}

/// Chooses how many boards a row of a sheet has: four to three, few gaps in the last row.
std::size_t boards_in_row(std::size_t boards) {
  const double wished = std::sqrt(static_cast<double>(boards) * 4 / 3);
  const auto min = static_cast<std::size_t>(std::max(1.0, std::floor(wished)));
  std::size_t best = min;
  for (std::size_t width = min; width <= min + 2; ++width) {
    const auto gaps = [boards](std::size_t in_row) { return (in_row - boards % in_row) % in_row; };
    if (gaps(width) < gaps(best)) best = width;
  }
  return std::min(best, boards);
}

}  // namespace

std::vector<AttackingPair> find_attacks(const Board& board, std::span<const Square> queens) {
  std::vector<AttackingPair> pairs;
  std::vector<std::pair<std::uint64_t, Square>> lines(queens.size());
  for (const Line line : {Line::column, Line::diagonal, Line::antidiagonal, Line::row}) {
    if (line == Line::antidiagonal && board.variant() == Variant::semi) continue;
    for (std::size_t i = 0; i < queens.size(); ++i) {
      lines[i] = {line_number(board, line, queens[i]), queens[i]};
    }
    std::sort(lines.begin(), lines.end());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].first != lines[i - 1].first) continue;
      pairs.push_back({lines[i - 1].second, lines[i].second, line});
    }
  }
  for (std::size_t i = 0; i < queens.size() && board.variant() == Variant::superqueens; ++i) {
    for (std::size_t j = i + 1; j < queens.size(); ++j) {
      if (attack(board, queens[i], queens[j]) != Line::knights_move) continue;
      pairs.push_back({queens[i], queens[j], Line::knights_move});
    }
  }
  return pairs;
}

MarkedBoard::MarkedBoard(const Board& board, std::vector<Square> squares)
    : rows(board.rows()), columns(board.columns()), variant(board.variant()) {
  squares = base::as_set(std::move(squares));
  queens = squares.size();
  for (const Square& square : squares) marks[square].has_queen = true;
  for (const Square& square : checked_queens(board)) marks[square].is_given = true;
  for (const Square& square : board.blocked()) marks[square].is_forbidden = true;
  for (std::uint64_t row = 0; row < rows && !board.excluded().empty(); ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      if (board.excludes({row, column})) marks[{row, column}].is_forbidden = true;
    }
  }
  attacks = find_attacks(board, squares);
  for (const AttackingPair& pair : attacks) {
    marks[pair.first].is_attacked = marks[pair.second].is_attacked = true;
  }
  for (const auto& [square, mark] : marks) {
    if (mark.has_queen && mark.is_forbidden) ++misplaced;
    if (mark.is_given && !mark.has_queen) ++missing;
    shows_given = shows_given || (mark.has_queen && !mark.is_given);
  }
  has_tints = !board.given().empty() && (shows_given || missing > 0);
}

char MarkedBoard::letter(const Mark& mark) const {
  if (!mark.has_queen) return mark.is_given ? '?' : mark.is_forbidden ? 'x' : '.';
  if (mark.is_attacked || mark.is_forbidden) return '!';
  return mark.is_given && shows_given ? 'G' : 'Q';
}

std::string chess_file(std::uint64_t column, std::uint64_t columns) {
  constexpr std::uint64_t kLetters = 26;
  if (columns > kLetters) return fmt::to_string(column + 1);
  return std::string(1, static_cast<char>('a' + column));
}

double square_side(double pixels, std::uint64_t n) {
  const double side = pixels / static_cast<double>(n);
  return side >= 2 ? std::floor(side) : side;
}

void add_squares(Scene& scene, Point corner, std::uint64_t rows, std::uint64_t columns, double side,
                 Colour dark) {
  const double width = std::round(side * static_cast<double>(columns));
  const double height = std::round(side * static_cast<double>(rows));
  const double frame = side < 4 ? 1 : 2;
  scene.add(Polygons{
      {rectangle(corner.x - frame, corner.y - frame, width + 2 * frame, height + 2 * frame)},
      kFrame});
  scene.add(Polygons{{rectangle(corner.x, corner.y, width, height)}, kLightSquare});
  if (side < 2) return;
  scene.add(DarkSquares{corner, side, rows, columns, side < kCrownFrom ? kFaintSquare : dark});
}

Scene draw_board(const MarkedBoard& board, int pixels, EdgeLabels labels) {
  const Layout layout = lay_out(board, std::max(pixels - 2 * kOuterMargin, 16.0), labels);
  Scene scene;
  scene.width = layout.width + 2 * kOuterMargin;
  scene.height = layout.height + 2 * kOuterMargin;
  scene.title = fmt::format("{} on a board of {} x {}", base::plural(board.queens, "queen"),
                            board.rows, board.columns);
  scene.add(Polygons{{rectangle(0, 0, scene.width, scene.height)}, kWhite});
  add_board(scene, {kOuterMargin, kOuterMargin}, board, layout);
  add_legend(scene, {&board, 1}, labels);
  return scene;
}

Scene draw_sheet(std::span<const MarkedBoard> boards, int pixels, EdgeLabels labels) {
  const EdgeLabels edges = labels == EdgeLabels::automatic ? EdgeLabels::none : labels;
  const std::size_t in_row = boards_in_row(boards.size());
  const std::size_t rows_of_boards = (boards.size() + in_row - 1) / in_row;
  const double cell =
      std::max(16.0, std::floor(static_cast<double>(pixels) / static_cast<double>(in_row)));
  const double gap = std::max(4.0, std::round(cell * 0.08));
  const double caption = cell < 40 ? 0 : std::max(std::clamp(cell * 0.07, 6.0, 12.0), cell * 0.05);
  const double height = cell + std::ceil(2 * caption);
  Scene scene;
  scene.width = cell * static_cast<double>(in_row) + gap;
  scene.height = height * static_cast<double>(rows_of_boards) + gap;
  scene.title = base::plural(boards.size(), "placement");
  scene.add(Polygons{{rectangle(0, 0, scene.width, scene.height)}, kWhite});
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Layout layout = lay_out(boards[i], cell - gap, edges);
    const Point corner{
        gap + cell * static_cast<double>(i % in_row) + std::floor((cell - gap - layout.width) / 2),
        gap + height * static_cast<double>(i / in_row)};
    add_board(scene, corner, boards[i], layout);
    if (caption == 0) continue;
    scene.add(Text{
        {corner.x + (layout.width + layout.band) / 2, corner.y + layout.height + caption * 1.2},
        caption,
        fmt::to_string(i),
        kFrame});
  }
  add_legend(scene, boards, labels);
  return scene;
}

}  // namespace nqueens::drawing
