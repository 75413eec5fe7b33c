#include "cli/options/problem_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <iterator>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "domain/problem.hpp"
#include "journal/file.hpp"
#include "journal/format.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "placements/board_file.hpp"
#include "placements/placement_input.hpp"

namespace nqueens::cli {

namespace {

/// No square is that long: the text is something else.
constexpr std::size_t kMaxSquareLength = 64;
constexpr std::size_t kBlockBytes = 1 << 16;

std::uint64_t parse_coordinate(std::string_view text, std::string_view subject,
                               std::uint64_t count) {
  // Millions of them are plain digits; parse_whole() takes 1e3 too, and refuses the others.
  const auto value = base::parse_number<std::uint64_t>(text);
  if (value && *value < count) return *value;
  return parse_whole(text, subject, 0, count - 1);
}

/// "b4", on the board or not; "B4" and "aa1" too, which are refused.
bool is_chess_square(std::string_view text) {
  const std::size_t letters = std::min(text.find_first_of("0123456789"), text.size());
  return (letters == 1 || letters == 2) && letters < text.size() &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(letters),
                     [](unsigned char letter) { return std::isalpha(letter) != 0; }) &&
         text.find_first_not_of("0123456789", letters) == std::string_view::npos;
}

Square parse_chess_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t kLetters = 26;
  if (text[0] < 'a' || text[0] > 'z' || text.find_first_of("0123456789") > 1) {
    throw InvalidArgument(
        fmt::format("a square as in chess begins with one small letter, a to z, like b4, not '{}'; "
                    "other columns need ROW:COLUMN, both counted from 0",
                    text));
  }
  const auto column = static_cast<std::uint64_t>(text[0] - 'a');
  const auto number = base::parse_number<std::uint64_t>(text.substr(1));
  if (number && *number >= 1 && *number <= rows && column < columns) {
    return {rows - *number, column};
  }
  throw InvalidArgument(fmt::format("square {} lies outside the board, which has a1 to {}{}", text,
                                    static_cast<char>('a' + std::min(columns, kLetters) - 1),
                                    rows));
}

}  // namespace

Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  if (is_chess_square(text)) return parse_chess_square(text, rows, columns);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos ||
      text.size() > kMaxSquareLength) {
    constexpr std::size_t kShown = 40;
    throw InvalidArgument(fmt::format(
        "a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, not '{}{}'; "
        "separate squares by commas",
        escape_controls(text.substr(0, kShown)), text.size() > kShown ? "..." : ""));
  }
  return {parse_coordinate(text.substr(0, colon), "row", rows),
          parse_coordinate(text.substr(colon + 1), "column", columns)};
}

namespace {

/// Takes a text in pieces of any size.
class SquareReader {
 public:
  SquareReader(std::uint64_t rows, std::uint64_t columns) : rows_(rows), columns_(columns) {}

  void append(std::string_view text) {
    for (const char letter : text) {
      if (letter == '#') in_comment_ = true;
      if (letter == '\n') in_comment_ = false;
      if (!in_comment_ && std::string_view(", \t\r\n").find(letter) == std::string_view::npos) {
        square_ += letter;
        if (square_.size() > kMaxSquareLength) end_square();
        continue;
      }
      end_square();
      if (letter == '\n') ++line_;
      if (letter == ',' && !in_comment_) {
        if (after_comma_ || squares_.empty()) parse_square({}, rows_, columns_);  // refuses it
        after_comma_ = true;
      }
    }
  }

  std::vector<Square> finish() {
    end_square();
    if (after_comma_) parse_square({}, rows_, columns_);
    return std::move(squares_);
  }

  std::uint64_t line() const { return line_; }

 private:
  void end_square() {
    if (square_.empty()) return;
    squares_.push_back(parse_square(square_, rows_, columns_));
    square_.clear();
    after_comma_ = false;
  }

  std::uint64_t rows_;
  std::uint64_t columns_;
  std::vector<Square> squares_;
  std::string square_;  ///< what was read of the next one
  bool after_comma_ = false;
  bool in_comment_ = false;
  std::uint64_t line_ = 1;
};

std::vector<Square> read_squares_of(const std::string& value, std::uint64_t rows,
                                    std::uint64_t columns) {
  const base::FileDescriptor file = open_input(value);
  const std::string name = input_name(value);
  SquareReader reader(rows, columns);
  std::vector<Square> squares;
  try {
    const auto block = std::make_unique<char[]>(kBlockBytes);
    bool is_first = true;
    while (const std::size_t bytes = base::read_some(file.get(), name, block.get(), kBlockBytes)) {
      const std::string_view text(block.get(), bytes);
      reader.append(std::exchange(is_first, false) ? placements::without_byte_order_mark(text)
                                                   : text);
    }
    squares = reader.finish();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}, line {}: {}", name, reader.line(), error.what()));
  }
  if (squares.empty()) throw InvalidArgument(fmt::format("no squares in {}", name));
  return squares;
}

/// The squares that the value of an option stands for: those that it lists, else those of the file
/// of that name; "-" is standard input. Squares are separated by white space, or a comma; in a file
/// '#' begins a comment. A file is read piece by piece. Throws InvalidArgument, for a file with the
/// number of the line, and IoError.
std::vector<Square> read_squares(const std::string& value, std::uint64_t rows,
                                 std::uint64_t columns) {
  if (rows == 0 || columns == 0) {
    throw InvalidArgument(
        fmt::format("a board of size 0 has no square {}; give a larger board", value));
  }
  if (value == "-") return read_squares_of(value, rows, columns);
  std::error_code none;
  const bool is_file = !value.empty() && std::filesystem::exists(value, none);
  try {
    SquareReader reader(rows, columns);
    reader.append(value);
    std::vector<Square> squares = reader.finish();
    if (squares.empty()) parse_square(value, rows, columns);  // refuses it
    return squares;
  } catch (const InvalidArgument&) {
    if (is_file) return read_squares_of(value, rows, columns);
    const bool is_chess = is_chess_square(value.substr(0, value.find(',')));
    if (is_chess || value.find(':') != std::string::npos || value.empty()) throw;
    throw InvalidArgument(
        fmt::format("neither squares nor a file of squares: '{}'; a square is ROW:COLUMN, both "
                    "counted from 0, or as in chess, and squares are separated by commas",
                    value));
  }
}

/// The file of the arguments; empty without one.
BoardFile board_file(const ProblemArguments& arguments) {
  if (!arguments.file) return {};
  const base::FileDescriptor opened = open_input(*arguments.file);
  const std::string name = input_name(*arguments.file);
  const std::string text = read_board_text(opened.get(), name);
  if (!journal::is_journal(text)) return parse_board_file(text, name);
  throw InvalidArgument(
      fmt::format("this is a journal, not a board: {}; nqueens merge and audit read it", name));
}

BoardShape shape_of(const BoardFile& file) {
  return {static_cast<std::uint64_t>(file.rows), static_cast<std::uint64_t>(file.columns)};
}

/// "d:-3" or "a:5".
Diagonal parse_diagonal(std::string_view text) {
  Diagonal diagonal;
  if (text.starts_with("d:") || text.starts_with("a:")) {
    diagonal.anti = text[0] == 'a';
    if (const auto number = base::parse_number<int>(text.substr(2))) {
      diagonal.number = *number;
      return diagonal;
    }
  }
  throw InvalidArgument(
      fmt::format("an excluded diagonal must be d:K, where column - row = K, or a:K, where "
                  "row + column = K, not '{}'; separate diagonals by commas",
                  text));
}

Board make_board(const ProblemArguments& arguments, const BoardFile& file,
                 const BoardShape& shape) {
  if (arguments.file && shape != shape_of(file)) {
    throw InvalidArgument(fmt::format("{} is a board of {}x{}, not {}; leave out the size",
                                      escape_controls(input_name(*arguments.file)), file.rows,
                                      file.columns, board_text(shape.rows, shape.columns)));
  }
  Board board(shape.rows, shape.columns, arguments.variant);
  const auto squares = [&](const std::vector<std::string>& values) {
    std::vector<Square> all;
    for (const std::string& value : values) {
      const std::vector<Square> more = read_squares(value, shape.rows, shape.columns);
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  };
  for (const Square& square : file.blocked) board.block(square);
  for (const Square& square : squares(arguments.block)) board.block(square);
  for (const std::string& text : arguments.exclude) {
    for (const std::string& line : split(text, ',')) board.exclude(parse_diagonal(line));
  }
  for (const Square& square : file.queens) board.place(square);
  for (const Square& square : squares(arguments.place)) board.place(square);
  return board;
}

}  // namespace

const char* ProblemArguments::square_option() const {
  if (!place.empty()) return "--place";
  if (!block.empty()) return "--block";
  if (!exclude.empty()) return "--exclude";
  return file ? "--board" : nullptr;
}

bool ProblemArguments::has_restrictions() const {
  return variant != Variant::queens || square_option() != nullptr;
}

namespace option {

Option board(ProblemArguments& to, std::string sizes) {
  return {.name = "board size",
          .to = &to.board,
          .value = "N|MxN",
          .help = std::move(sizes) + ", or rows and columns, as in 8x12: a queen in each row",
          .required = true,
          .unless = {"--board"}};
}

Option variant(Variant& to) {
  std::vector<std::string> variants;
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    variants.emplace_back(to_string(variant));
  }
  return {.name = "--variant",
          .to = [&to](const std::string& word) { to = parse_variant(word); },
          .help =
              "what a queen attacks; on a torus diagonals go on at the opposite edge, "
              "superqueens move as knights too, semi leaves out antidiagonals",
          .words = std::move(variants)};
}

Option base(int& to) {
  return {.name = "--base",
          .to = &to,
          .value = "0|1",
          .help = "number of the first column in the file; default: 0",
          .max = 1};
}

std::vector<Option> with_restrictions(std::vector<Option> options, ProblemArguments& to) {
  std::vector<Option> more = {
      variant(to.variant),
      {.name = "--place",
       .to = &to.place,
       .value = "SQUARE,...|FILE",
       .help = "only solutions with queens on these squares; ROW:COLUMN, counted from 0, row 0 on "
               "top, or as in chess, a1 the lower left corner; or a file of squares"},
      {.name = "--block",
       .to = &to.block,
       .value = "SQUARE,...|FILE",
       .help = "only solutions without queens on these squares"},
      {.name = "--exclude",
       .to = &to.exclude,
       .value = "d:K|a:K,...",
       .help = "diagonals that stay empty; d:K: column - row = K, a:K: row + column = K"},
      {.name = "--board",
       .to = &to.file,
       .value = "FILE|-",
       .help = "drawing of a board: '.' is free, 'x' blocked, 'Q' or 'G' a queen given"},
  };
  std::move(more.begin(), more.end(), std::back_inserter(options));
  return options;
}

}  // namespace option

Board make_board(const ProblemArguments& arguments, std::uint64_t max, std::uint64_t min) {
  const BoardFile file = board_file(arguments);
  return make_board(arguments, file,
                    arguments.board ? parse_board(*arguments.board, max, min) : shape_of(file));
}

Board make_board(const ProblemArguments& arguments, const BoardShape& shape) {
  return make_board(arguments, board_file(arguments), shape);
}

Board make_board(const ProblemArguments& arguments, const std::filesystem::path& journal) {
  if (arguments.has_board()) return make_board(arguments);
  const std::string name = journal.string();
  std::error_code none;
  if (!std::filesystem::exists(journal, none)) {
    throw InvalidArgument(
        fmt::format("no such journal: {}; check the name, or give the board size to begin it",
                    escape_controls(name)));
  }
  if (std::filesystem::is_regular_file(journal, none) &&
      std::filesystem::file_size(journal, none) == 0) {
    throw InvalidArgument(fmt::format("journal is empty: {}; give the board size to begin it",
                                      escape_controls(name)));
  }
  const Board board = board_of(journal::problem_of(journal::read_header(name), name));
  if (!arguments.has_restrictions()) return board;
  return make_board(arguments, BoardShape{board.rows(), board.columns()});
}

std::string title(const Board& board, char letter) {
  return fmt::format("{}({})", letter, to_text(board));
}

std::vector<std::string> board_options(const Board& any) {
  const Board board = board_of(Problem(any));
  std::vector<std::string> words;
  const auto add = [&](const char* name, const auto& items) {
    std::vector<std::string> list;
    for (const auto& item : items) list.push_back(to_text(item));
    if (!list.empty()) words.insert(words.end(), {name, join(list, ",")});
  };
  if (board.variant() != Variant::queens) {
    words.insert(words.end(), {"--variant", std::string(to_string(board.variant()))});
  }
  add("--place", board.given());
  add("--block", board.blocked());
  add("--exclude", board.excluded());
  return words;
}

}  // namespace nqueens::cli
