#include "nqueens/board.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "base/arrays.hpp"
#include "base/numbers.hpp"
#include "domain/boards.hpp"
#include "domain/problem.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Variant> kVariants[] = {{Variant::queens, "queens"},
                                             {Variant::torus, "torus"},
                                             {Variant::superqueens, "superqueens"},
                                             {Variant::semi, "semi"}};
constexpr base::Word<Line> kLineNames[] = {{Line::column, "column"},
                                           {Line::diagonal, "diagonal"},
                                           {Line::antidiagonal, "antidiagonal"},
                                           {Line::row, "row"},
                                           {Line::knights_move, "knight's move"}};

[[noreturn]] void refuse_large(const Board& board) {
  throw InvalidArgument(
      fmt::format("a board of {} is too large: only a square board without variant and excluded "
                  "diagonals may have more than {} rows and columns",
                  board_text(board), kMaxProblemSize));
}

template <typename T>
std::vector<T> as_set(std::vector<T> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

constexpr Line kLines[] = {Line::column, Line::diagonal, Line::antidiagonal, Line::row};

bool is_knights_move(const Square& a, const Square& b) {
  const auto apart = [](std::uint64_t one, std::uint64_t other) {
    return one < other ? other - one : one - other;
  };
  const std::uint64_t down = apart(a.row, b.row);
  const std::uint64_t right = apart(a.column, b.column);
  return (down == 1 && right == 2) || (down == 2 && right == 1);
}

bool attacks_along(Variant variant, Line line) {
  return variant != Variant::semi || line != Line::antidiagonal;
}

std::uint64_t number_of_lines(const Board& board, Line line) {
  return line == Line::row      ? board.rows()
         : line == Line::column ? board.columns()
                                : board.rows() + board.columns();
}

/// The queens are queen_at(0) to queen_at(count - 1).
template <typename QueenAt>
std::optional<AttackingPair> first_attack(const Board& board, std::uint64_t count,
                                          const QueenAt& queen_at) {
  std::uint64_t lines = 0;
  for (const Line line : kLines) lines += number_of_lines(board, line);
  base::PageArray<std::uint64_t> marks(lines / 64 + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Square queen = queen_at(i);
    bool may_be_attacked = board.variant() == Variant::superqueens;
    std::uint64_t first_of_kind = 0;
    for (const Line line : kLines) {
      const std::uint64_t number = first_of_kind + line_number(board, line, queen);
      first_of_kind += number_of_lines(board, line);
      const std::uint64_t bit = std::uint64_t{1} << number % 64;
      std::uint64_t& word = marks[number / 64];
      may_be_attacked |= (word & bit) != 0 && attacks_along(board.variant(), line);
      word |= bit;
    }
    for (std::uint64_t before = 0; may_be_attacked && before < i; ++before) {
      const Square other = queen_at(before);
      if (const auto line = attack(board, other, queen)) return AttackingPair{other, queen, *line};
    }
  }
  return std::nullopt;
}

/// Returns the words; if they are many, only the number of things that `noun` names.
std::string list_text(const std::vector<std::string>& words, int number, std::string_view noun) {
  constexpr std::size_t kMaxShown = 12;
  if (words.size() <= kMaxShown) return fmt::format("{}", fmt::join(words, ","));
  return fmt::format("{} {}s", number, noun);
}

}  // namespace

std::string_view to_string(Variant variant) {
  return base::word_of(kVariants, variant);
}

Variant parse_variant(std::string_view name) {
  return base::parse_word(kVariants, name, "variant");
}

Board::Board(Sides sides, Variant variant)
    : rows_(static_cast<std::uint64_t>(sides.rows)),
      columns_(static_cast<std::uint64_t>(sides.columns)),
      variant_(variant) {
  const auto [least, most] = std::minmax(sides.rows, sides.columns);
  if (least < (is_square() ? 0 : 1) || most > static_cast<std::int64_t>(kMaxStreamedSize)) {
    throw InvalidArgument(
        is_square() ? fmt::format("board size out of range: {}; a board has 0 to {} rows",
                                  sides.rows, kMaxStreamedSize)
                    : fmt::format("board out of range: {} rows of {} columns; a board that is not "
                                  "square has 1 to {} of each",
                                  sides.rows, sides.columns, kMaxProblemSize));
  }
  if (is_large() && !has_only_squares()) refuse_large(*this);
  if (variant == Variant::torus && !is_square()) {
    throw InvalidArgument(
        fmt::format("a torus is square: it cannot have {} rows of {} columns", rows_, columns_));
  }
}

bool Board::is_large() const {
  return std::max(rows_, columns_) > static_cast<std::uint64_t>(kMaxProblemSize);
}

bool Board::has_only_squares() const {
  return is_square() && variant_ == Variant::queens && excluded_.empty();
}

bool Board::is_plain() const {
  return has_only_squares() && given_.empty() && blocked_.empty();
}

void Board::place(const Square& square) {
  require_on_board(square);
  given_.push_back(square);
}

void Board::block(const Square& square) {
  require_on_board(square);
  blocked_.push_back(square);
}

void Board::exclude(const Diagonal& diagonal) {
  if (is_large()) refuse_large(*this);
  const int rows = static_cast<int>(rows_);
  const int columns = static_cast<int>(columns_);
  const int first = diagonal.anti ? 0 : 1 - rows;
  const int last = diagonal.anti ? rows + columns - 2 : columns - 1;
  if (diagonal.number < first || diagonal.number > last) {
    throw InvalidArgument(
        fmt::format("no such {}; this board has {} to {}",
                    diagonal.anti ? fmt::format("antidiagonal: row + column = {}", diagonal.number)
                                  : fmt::format("diagonal: column - row = {}", diagonal.number),
                    first, last));
  }
  excluded_.push_back(diagonal);
}

bool Board::excludes(const Square& square) const {
  const auto row = static_cast<std::int64_t>(square.row);
  const auto column = static_cast<std::int64_t>(square.column);
  return std::any_of(excluded_.begin(), excluded_.end(), [&](const Diagonal& diagonal) {
    const std::int64_t away = (diagonal.anti ? row + column : column - row) - diagonal.number;
    return variant_ == Variant::torus ? away % static_cast<std::int64_t>(rows_) == 0 : away == 0;
  });
}

void Board::require_on_board(const Square& square) const {
  if (square.row < rows_ && square.column < columns_) return;
  throw InvalidArgument(
      rows_ == 0
          ? "square outside the board: a board of 0 has none"
          : fmt::format("square outside the board: row {}, column {}; a board of {} has "
                        "rows 0 to {} and columns 0 to {}",
                        square.row, square.column, board_text(*this), rows_ - 1, columns_ - 1));
}

bool operator==(const Board& a, const Board& b) {
  return a.rows_ == b.rows_ && a.columns_ == b.columns_ && a.variant_ == b.variant_ &&
         as_set(a.given_) == as_set(b.given_) && as_set(a.blocked_) == as_set(b.blocked_) &&
         as_set(a.excluded_) == as_set(b.excluded_);
}

std::uint64_t line_number(const Board& board, Line line, const Square& square) {
  const std::uint64_t number = line == Line::row      ? square.row
                               : line == Line::column ? square.column
                               : line == Line::diagonal
                                   ? square.row + board.columns() - 1 - square.column
                                   : square.row + square.column;
  const bool goes_on = line == Line::diagonal || line == Line::antidiagonal;
  if (goes_on && board.variant() == Variant::torus) return number % board.rows();
  return number;
}

std::optional<Line> attack(const Board& board, const Square& a, const Square& b) {
  if (a == b) return std::nullopt;
  for (const Line line : kLines) {
    if (attacks_along(board.variant(), line) &&
        line_number(board, line, a) == line_number(board, line, b)) {
      return line;
    }
  }
  if (board.variant() == Variant::superqueens && is_knights_move(a, b)) return Line::knights_move;
  return std::nullopt;
}

std::optional<AttackingPair> find_attack(const Board& board, std::span<const Column> columns) {
  return first_attack(board, columns.size(), [&](std::uint64_t row) {
    return Square{row, columns[row]};
  });
}

std::vector<Square> checked_queens(const Board& board) {
  std::vector<Square> queens = as_set(board.given());
  const std::vector<Square> blocked =
      queens.empty() ? std::vector<Square>() : as_set(board.blocked());
  for (const Square& queen : queens) {
    if (!board.excludes(queen) && !std::binary_search(blocked.begin(), blocked.end(), queen)) {
      continue;
    }
    throw InvalidArgument(fmt::format(
        "a queen is given on {}, which is blocked or excluded; leave one out", to_text(queen)));
  }
  if (queens.empty()) return queens;
  if (const auto pair =
          first_attack(board, queens.size(), [&](std::uint64_t i) { return queens[i]; })) {
    const bool is_move = pair->line == Line::knights_move;
    throw InvalidArgument(
        fmt::format("the given queens {} and {} attack each other {} {}; leave one out",
                    to_text(pair->first), to_text(pair->second),
                    is_move                                                 ? "by a"
                    : pair->line == Line::row || pair->line == Line::column ? "in a"
                    : pair->line == Line::antidiagonal                      ? "on an"
                                                                            : "on a",
                    to_string(pair->line)));
  }
  return queens;
}

std::string_view to_string(Line line) {
  return base::word_of(kLineNames, line);
}

void report_column_out_of_range(const Square& square, const std::string& board, std::uint64_t width,
                                const std::string& hint, const std::string& name, int base) {
  const auto from = static_cast<std::uint64_t>(base);
  throw InvalidPlacement(
      fmt::format("column out of range: {} in row {}{}{}; a board of {} has columns {} to {}{}",
                  square.column + from, square.row, name.empty() ? "" : " of ", name, board, from,
                  width - 1 + from, hint));
}

void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name, const std::string& hint, int base) {
  const auto outside =
      std::find_if(columns.begin(), columns.end(), [&](Column column) { return column >= width; });
  if (outside == columns.end()) return;
  const bool may_count_from_one =
      base == 0 && std::all_of(columns.begin(), columns.end(),
                               [&](Column column) { return 1 <= column && column <= width; });
  report_column_out_of_range({static_cast<std::uint64_t>(outside - columns.begin()), *outside},
                             board_text(columns.size(), width), width,
                             may_count_from_one ? kCountedFromOne : hint, name, base);
}

std::string to_string(const AttackingPair& pair) {
  const std::string queens = fmt::format("row {}, column {} and row {}, column {}", pair.first.row,
                                         pair.first.column, pair.second.row, pair.second.column);
  if (pair.line == Line::knights_move) return queens + " are a knight's move apart";
  return fmt::format("{} share a{} {}", queens, pair.line == Line::antidiagonal ? "n" : "",
                     to_string(pair.line));
}

std::string board_text(std::uint64_t rows, std::uint64_t columns) {
  return rows == columns ? fmt::to_string(rows) : fmt::format("{}x{}", rows, columns);
}

std::string board_text(const Board& board) {
  return board_text(board.rows(), board.columns());
}

std::string to_text(const Board& given_as) {
  const Problem problem(given_as);
  const Board board = board_of(problem);
  const auto texts = [](const auto& items) {
    std::vector<std::string> words;
    for (const auto& item : items) words.push_back(to_text(item));
    return words;
  };
  std::string text;
  if (board.variant() != Variant::queens) text += fmt::format("{} ", to_string(board.variant()));
  text += board_text(board);
  if (!board.given().empty()) {
    text +=
        " with " + list_text(texts(board.given()), static_cast<int>(board.given().size()), "queen");
  }
  std::vector<std::string> forbidden = texts(board.blocked());
  const std::vector<std::string> excluded = texts(board.excluded());
  forbidden.insert(forbidden.end(), excluded.begin(), excluded.end());
  if (!forbidden.empty()) {
    int squares = 0;
    for (int row = 0; row < problem.rows(); ++row) {
      squares += problem.columns() - std::popcount(problem.allowed(row));
    }
    squares -= static_cast<int>(board.given().size()) * (problem.columns() - 1);
    text += " without " + list_text(forbidden, squares, "square");
  }
  return text;
}

}  // namespace nqueens
