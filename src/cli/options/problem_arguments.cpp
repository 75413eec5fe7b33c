#include "cli/options/problem_arguments.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "base/numbers.hpp"
#include "cli/terminal/text.hpp"
#include "domain/problem.hpp"
#include "domain/text.hpp"
#include "journal/format.hpp"
#include "journal/journal.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"
#include "verify/verify.hpp"

namespace nqueens::cli {

namespace {

/// Returns what errors call the file.
std::string input_name(const std::string& file) {
  return file == "-" ? "standard input" : file;
}

/// Opens the file, or standard input for "-". Throws IoError, and InvalidArgument where standard
/// input was opened before: what it held has been read.
base::FileDescriptor open_input(const std::string& file) {
  static bool has_read_standard_input = false;
  if (file != "-") return base::open_for_reading(file);
  if (std::exchange(has_read_standard_input, true)) {
    refuse("standard input can be read only once; give - once, and a file beside it");
  }
  base::FileDescriptor input(::fcntl(0, F_DUPFD_CLOEXEC, 0));
  if (input.valid()) return input;
  base::throw_io("cannot read", input_name(file), errno);
}

void refuse_journal(std::string_view head, const char* wanted, const std::string& name) {
  if (!journal::is_journal(head)) return;
  refuse<InvalidPlacement>("this is a journal, not a {}: {}; nqueens merge and audit read it",
                           wanted, name);
}

/// Hands over the text, at most `most` bytes, in blocks; errors say `kind`.
void read_text(const std::string& file, const char* kind, std::size_t most,
               const std::function<void(std::string_view block)>& take) {
  const base::FileDescriptor opened = open_input(file);
  const std::string name = input_name(file);
  std::string block(std::size_t{1} << 16, '\0');
  std::size_t read = block.size();
  for (std::size_t bytes = 0; read == block.size(); bytes += read) {
    read = base::read_some(opened.get(), name, block.data(), block.size());
    const std::string_view text = std::string_view(block).substr(0, read);
    take(bytes == 0 ? placements::without_byte_order_mark(text) : text);
    if (bytes + read > most) refuse("too large for a {}: {}; at most {} bytes", kind, name, most);
  }
}

/// Reads squares or diagonals between white space or commas, at most `most`; '#' begins a
/// comment. The first one that is wrong is refused at once: the file may have no end.
template <typename Parse>
auto read_file_of(const std::string& things, const std::string& file, std::uint64_t most,
                  const Parse& parse) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
  constexpr std::size_t kLongest = 100;  // more letters than an item has
  constexpr std::string_view kBetween = ", \t\r\n#";
  std::vector<decltype(parse(file))> items;
  std::string word;
  std::uint64_t line = 1;
  bool in_comment = false;
  const auto end_word = [&] {
    if (word.empty()) return;
    try {
      items.push_back(parse(std::exchange(word, {})));
      if (items.size() > most) refuse("more {} than the board takes", things);
    } catch (const InvalidArgument& error) {
      refuse("line {} of {}: {}", line, input_name(file), error.what());
    }
  };
  const std::string kind = "file of " + things;
  read_text(file, kind.c_str(), kMaxBytes, [&](std::string_view block) {
    for (const char letter : block) {
      in_comment = letter == '#' || (in_comment && letter != '\n');
      const bool ends_word = in_comment || kBetween.find(letter) != kBetween.npos;
      if (!ends_word) word += letter == '\0' ? "\\x00" : std::string_view(&letter, 1);
      if (ends_word || word.size() > kLongest) end_word();
      if (letter == '\n') ++line;
    }
  });
  end_word();
  if (items.empty()) refuse("no {} in {}", things, input_name(file));
  return items;
}

/// Returns what the value of an option lists, else what the file of that name does; "-" is standard
/// input. Throws InvalidArgument, for a file with the number of the line, and IoError.
template <typename Parse>
auto read_items(const std::string& things, const char* example, const std::string& value,
                std::uint64_t most, const Parse& parse) {
  if (value == "-") return read_file_of(things, value, most, parse);
  std::error_code none;
  try {
    std::vector<decltype(parse(value))> items;
    for (const std::string& part : split(value, ',')) {
      items.push_back(parse(part.substr(std::min(part.find_first_not_of(' '), part.size()))));
    }
    return items;
  } catch (const InvalidArgument&) {
    if (!value.empty() && std::filesystem::exists(value, none)) {
      return read_file_of(things, value, most, parse);
    }
    if (may_be_square(value.substr(0, value.find(','))) || value.empty()) throw;
    refuse("'{}' is no file, and no list of {} such as {}", value, things, example);
  }
}

/// Reads no more than `in_row` squares for each row.
std::vector<Square> read_squares(const std::string& value, const BoardShape& board,
                                 std::uint64_t in_row) {
  if (board.rows == 0) {
    refuse("a board of size 0 has no square {}; give a larger board", value);
  }
  const std::uint64_t most = in_row > UINT64_MAX / board.rows ? UINT64_MAX : in_row * board.rows;
  return read_items("squares", "0:3,7:0 or d8,a1", value, most, [&](const std::string& text) {
    return parse_square(text, board.rows, board.columns);
  });
}

BoardFile board_file(const ProblemArguments& arguments) {
  if (!arguments.file) return {};
  const std::string name = input_name(*arguments.file);
  std::string text;
  read_text(*arguments.file, "board file", kMaxBoardBytes,
            [&](std::string_view block) { text += block; });
  refuse_journal(text, "board", name);
  return parse_board_file(text, name);
}

}  // namespace

PlacementSource::PlacementSource(const std::string& file, int base, ProblemArguments& problem)
    : opened_(open_input(file)) {
  input_.emplace(opened_.get(), input_name(file), base, true);
  refuse_journal(input_->head(), "placement", name());
  if (!input_->is_json()) return;
  opened_ = array_of_json(*input_, problem);
  input_.emplace(opened_.get(), input_name(file), base);
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

const char* ProblemArguments::square_option() const {
  if (!place.empty()) return "--place";
  if (!block.empty()) return "--block";
  if (!exclude.empty()) return "--exclude";
  return file ? "--board" : nullptr;
}

bool ProblemArguments::has_restrictions() const {
  return variant.value_or(Variant::queens) != Variant::queens || square_option() != nullptr;
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

Option variant(std::optional<Variant>& to) {
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
       "no queen stands on these diagonals, or on those of a file; d:K: column - row = K, a:K: "
       "row + column = K",
       "d:K|a:K,...|FILE"},
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
    refuse("{} is a board of {}x{}, not {}; leave out the size", input_name(*arguments.file),
           file.rows, file.columns, board_text(shape.rows, shape.columns));
  }
  Board board(shape.rows, shape.columns, arguments.variant.value_or(Variant::queens));
  for (const Square& square : file.blocked) board.block(square);
  for (const std::string& value : arguments.block) {
    for (const Square& square : read_squares(value, shape, shape.columns)) board.block(square);
  }
  for (const std::string& value : arguments.exclude) {
    const std::uint64_t most = 2 * (shape.rows + shape.columns);
    for (const Diagonal& line : read_items("diagonals", "d:0,a:7", value, most, parse_diagonal)) {
      board.exclude(line);
    }
  }
  for (const Square& square : file.queens) board.place(square);
  for (const std::string& value : arguments.place) {
    for (const Square& square : read_squares(value, shape, 1)) board.place(square);
  }
  return board;
}

Board make_board(const ProblemArguments& arguments, const std::filesystem::path& journal) {
  if (arguments.has_board()) {
    return make_board(arguments, arguments.has_restrictions() ? kMaxProblemSize : kMaxCountSize);
  }
  const std::string name = journal.string();
  if (name.empty()) {
    refuse("board size is missing; for example: nqueens count 16");
  }
  std::error_code none;
  const auto size = std::filesystem::file_size(journal, none);
  if (!std::filesystem::exists(journal, none) || (!none && size == 0)) {
    refuse("no journal in {}; check the name, or give the board size to begin it", name);
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
