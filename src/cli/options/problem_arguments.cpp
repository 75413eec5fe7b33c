#include "cli/options/problem_arguments.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <memory>

#include "base/numbers.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "domain/problem.hpp"
#include "journal/file.hpp"
#include "journal/format.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"
#include "verify/verify.hpp"

namespace nqueens::cli {

namespace {

/// For errors.
std::string input_name(const std::string& file) {
  return file == "-" ? "standard input" : file;
}

/// Opens the file, or standard input for "-". Throws IoError, and InvalidArgument where standard
/// input was opened before: what it held has been read.
base::FileDescriptor open_input(const std::string& file) {
  static bool has_read_standard_input = false;
  if (file != "-") return base::open_for_reading(file);
  if (std::exchange(has_read_standard_input, true)) {
    throw InvalidArgument(
        "standard input can be read only once; give - once, and a file beside it");
  }
  base::FileDescriptor input(::fcntl(0, F_DUPFD_CLOEXEC, 0));
  if (input.valid()) return input;
  base::throw_io("cannot read", input_name(file), errno);
}

void refuse_journal(std::string_view head, const char* wanted, const std::string& name) {
  if (!journal::is_journal(head)) return;
  throw InvalidPlacement(fmt::format(
      "this is a journal, not a {}: {}; nqueens merge and audit read it", wanted, name));
}

/// No square is that long: the text is something else.
constexpr std::size_t kMaxSquareLength = 64;
constexpr std::size_t kBlockBytes = 1 << 16;

/// `name`: row or column.
std::uint64_t parse_coordinate(std::string_view text, std::string_view name,
                               std::string_view square, std::uint64_t count) {
  // Millions of them are plain digits; parse_whole() takes 1e3 too, and refuses the others.
  const auto value = base::parse_number<std::uint64_t>(text);
  if (value && *value < count) return *value;
  return parse_whole(text, fmt::format("the {} of square {}", name, square), 0, count - 1);
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

PlacementSource::PlacementSource(const std::string& file, int base)
    : opened_(open_input(file)), input_(opened_.get(), input_name(file), base) {
  refuse_journal(input_.head(), "placement", name());
}

placements::ListedPlacement read_one(PlacementSource& source) {
  placements::ListedPlacement one;
  one.columns = placements::read_placement(source.input(), &one.width);
  return one;
}

BoardShape shape_of(const placements::ListedPlacement& placement) {
  const std::uint64_t rows = placement.columns.size();
  return {rows, placement.width == 0 ? rows : placement.width};
}

VerifyResult verify_listed(const placements::ListedPlacement& placement, const Board& board,
                           const VerifyOptions& options, const PlacementSource& source) {
  const std::string name = placement.where.empty()
                               ? source.name()
                               : fmt::format("{} of {}", placement.where, source.name());
  return verifying::verify_columns(placement.columns, board, options, {}, name, placement.width);
}

Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  if (is_chess_square(text)) return parse_chess_square(text, rows, columns);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos ||
      text.size() > kMaxSquareLength) {
    throw InvalidArgument(
        fmt::format("a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, "
                    "not '{}'; separate squares by commas",
                    text));
  }
  return {parse_coordinate(text.substr(0, colon), "row", text, rows),
          parse_coordinate(text.substr(colon + 1), "column", text, columns)};
}

namespace {

/// Squares of a text that comes in pieces of any size: between them white space, or a comma; '#'
/// begins a comment.
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

/// Piece by piece: a file that holds something else is refused at its beginning.
std::vector<Square> read_square_file(const std::string& file, SquareReader reader) {
  const base::FileDescriptor opened = open_input(file);
  const std::string name = input_name(file);
  std::vector<Square> squares;
  try {
    const auto block = std::make_unique<char[]>(kBlockBytes);
    bool is_first = true;
    while (const std::size_t bytes =
               base::read_some(opened.get(), name, block.get(), kBlockBytes)) {
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

/// The squares that the value of an option lists, else those of the file of that name; "-" is
/// standard input. Throws InvalidArgument, for a file with the number of the line, and IoError.
std::vector<Square> read_squares(const std::string& value, const BoardShape& shape) {
  if (shape.rows == 0) {
    throw InvalidArgument(
        fmt::format("a board of size 0 has no square {}; give a larger board", value));
  }
  SquareReader reader(shape.rows, shape.columns);
  if (value == "-") return read_square_file(value, reader);
  std::error_code none;
  const bool is_file = !value.empty() && std::filesystem::exists(value, none);
  try {
    SquareReader words = reader;
    words.append(value);
    std::vector<Square> squares = words.finish();
    if (squares.empty()) parse_square(value, shape.rows, shape.columns);  // refuses it
    return squares;
  } catch (const InvalidArgument&) {
    if (is_file) return read_square_file(value, reader);
    const bool is_chess = is_chess_square(value.substr(0, value.find(',')));
    if (is_chess || value.find(':') != std::string::npos || value.empty()) throw;
    throw InvalidArgument(
        fmt::format("'{}' is no file, and no list of squares such as 0:3,7:0 or d8,a1", value));
  }
}

/// The file of the arguments; empty without one.
BoardFile board_file(const ProblemArguments& arguments) {
  if (!arguments.file) return {};
  const base::FileDescriptor opened = open_input(*arguments.file);
  const std::string name = input_name(*arguments.file);
  const std::string text = read_board_text(opened.get(), name);
  refuse_journal(text, "board", name);
  return parse_board_file(text, name);
}

/// "d:-3" or "a:5".
Diagonal parse_diagonal(std::string_view text) {
  if (text.starts_with("d:") || text.starts_with("a:")) {
    if (const auto number = base::parse_number<int>(text.substr(2))) {
      return {text[0] == 'a', *number};
    }
  }
  throw InvalidArgument(
      fmt::format("an excluded diagonal must be d:K, where column - row = K, or a:K, where "
                  "row + column = K, not '{}'; separate diagonals by commas",
                  text));
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
          .help = std::move(sizes) + "; or rows and columns, as in 8x12",
          .value = "N|MxN",
          .required = true,
          .unless = {"--board"}};
}

Option placement_board(ProblemArguments& to) {
  return {"board size", &to.board,
          "board of each placement; default: square, or that of --board or of a drawing; needed "
          "for rectangles, and for lists of boards of one row",
          "N|MxN"};
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
              "what a queen attacks; torus: diagonals go on at the opposite edge, superqueens: "
              "also like a knight, semi: not along antidiagonals",
          .words = std::move(variants),
          .topic = Topic::boards};
}

Option base(int& to) {
  return {"--base", &to, "number of the first column in the file; default: 0", "0|1", 0, 1};
}

std::vector<Option> with_restrictions(std::vector<Option> options, ProblemArguments& to) {
  std::vector<Option> more = {
      variant(to.variant),
      {"--place", &to.place, "queens stand on these squares; or on those of a file",
       "SQUARE,...|FILE"},
      {"--block", &to.block, "no queen stands on these squares; or on those of a file",
       "SQUARE,...|FILE"},
      {"--exclude", &to.exclude,
       "no queen stands on these diagonals; d:K: column - row = K, a:K: row + column = K",
       "d:K|a:K,..."},
      {"--board", &to.file,
       "the board as a drawing; '.' is free, 'x' blocked, 'Q' or 'G' a given queen", "FILE|-"},
  };
  for (Option& option : more) {
    option.topic = Topic::boards;
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace option

Board make_board(const ProblemArguments& arguments, std::uint64_t max, std::uint64_t min) {
  std::optional<BoardShape> shape;
  if (arguments.board) shape = parse_board(*arguments.board, max, min);
  return make_board(arguments, shape);
}

Board make_board(const ProblemArguments& arguments, const std::optional<BoardShape>& asked) {
  const BoardFile file = board_file(arguments);
  const BoardShape drawn{static_cast<std::uint64_t>(file.rows),
                         static_cast<std::uint64_t>(file.columns)};
  const BoardShape shape = asked.value_or(drawn);
  if (arguments.file && shape != drawn) {
    throw InvalidArgument(fmt::format("{} is a board of {}x{}, not {}; leave out the size",
                                      input_name(*arguments.file), file.rows, file.columns,
                                      board_text(shape.rows, shape.columns)));
  }
  Board board(shape.rows, shape.columns, arguments.variant);
  for (const Square& square : file.blocked) board.block(square);
  for (const std::string& value : arguments.block) {
    for (const Square& square : read_squares(value, shape)) board.block(square);
  }
  for (const std::string& text : arguments.exclude) {
    for (const std::string& line : split(text, ',')) board.exclude(parse_diagonal(line));
  }
  for (const Square& square : file.queens) board.place(square);
  for (const std::string& value : arguments.place) {
    for (const Square& square : read_squares(value, shape)) board.place(square);
  }
  return board;
}

Board make_board(const ProblemArguments& arguments, const std::filesystem::path& journal) {
  if (arguments.has_board()) return make_board(arguments);
  const std::string name = journal.string();
  if (name.empty()) {
    throw InvalidArgument("board size is missing; for example: nqueens count 16");
  }
  std::error_code none;
  if (!std::filesystem::exists(journal, none)) {
    throw InvalidArgument(fmt::format(
        "no such journal: {}; check the name, or give the board size to begin it", name));
  }
  if (std::filesystem::is_regular_file(journal, none) &&
      std::filesystem::file_size(journal, none) == 0) {
    throw InvalidArgument(
        fmt::format("journal is empty: {}; give the board size to begin it", name));
  }
  const Board board = board_of(journal::problem_of(journal::read_header(name), name));
  if (!arguments.has_restrictions()) return board;
  return make_board(arguments, BoardShape{board.rows(), board.columns()});
}

std::string title(const Board& board, char letter) {
  return fmt::format("{}({})", letter, to_text(board));
}

std::string name_of(const Board& board) {
  return board.is_plain() || board.is_large() ? plural(board.rows(), "queen") : title(board);
}

std::vector<std::string> board_options(const Board& any) {
  const Board board = board_of(Problem(any));
  std::vector<std::string> words;
  if (board.variant() != Variant::queens) {
    words = {"--variant", std::string(to_string(board.variant()))};
  }
  const auto add = [&](const char* name, const auto& items) {
    std::vector<std::string> list;
    for (const auto& item : items) list.push_back(to_text(item));
    if (!list.empty()) words.insert(words.end(), {name, join(list, ",")});
  };
  add("--place", board.given());
  add("--block", board.blocked());
  add("--exclude", board.excluded());
  return words;
}

}  // namespace nqueens::cli
