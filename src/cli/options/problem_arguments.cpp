#include "cli/options/problem_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/numbers.hpp"
#include "cli/options/input_file.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/squares.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/problem.hpp"
#include "domain/restrictions.hpp"
#include "journal/format.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"

namespace nqueens::cli {

namespace {

BoardFile read_board_file(const std::string& file) {
  const base::FileDescriptor opened = open_input(file);
  const std::string name = input_name(file);
  const std::string text = read_board_text(opened.get(), name);
  if (!journal::is_journal(text)) return parse_board_file(text, name);
  throw InvalidArgument(
      fmt::format("this is a journal, not a board: {}; nqueens merge and audit read it", name));
}

/// The file of the arguments; empty without one.
BoardFile board_file(const ProblemArguments& arguments) {
  return arguments.file ? read_board_file(*arguments.file) : BoardFile();
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
    return read_all_squares(values, shape.rows, shape.columns);
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

bool ProblemArguments::has_restrictions() const {
  return variant != Variant::queens || file || !place.empty() || !block.empty() || !exclude.empty();
}

namespace option {

Option board(ProblemArguments& to) {
  return {.name = "board size",
          .to = &to.board,
          .value = "N|MxN",
          .help = fmt::format(
              "board size, 0 to {}, or rows and columns, as in 8x12: a queen in each row",
              kMaxProblemSize),
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
              "what a queen attacks; on a torus diagonals go on at the opposite edge, superqueens "
              "attack as knights too, semi leaves out antidiagonals; default: queens",
          .words = std::move(variants)};
}

std::vector<Option> with_restrictions(std::vector<Option> options, ProblemArguments& to) {
  std::vector<Option> more = {
      variant(to.variant),
      place(to.place),
      block(to.block),
      {.name = "--exclude",
       .to = &to.exclude,
       .value = "d:K|a:K,...",
       .help = "diagonals that stay empty; d:K is where column - row = K, a:K where row + column "
               "= K; on a torus the line goes on at the opposite edge"},
      {.name = "--board",
       .to = &to.file,
       .value = "FILE|-",
       .help =
           "file of a board: a drawing, a line a row, '.' free, 'Q' a queen given, 'x' blocked"},
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
