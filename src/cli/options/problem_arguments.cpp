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
#include "domain/restrictions.hpp"
#include "journal/format.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/board_file.hpp"

namespace nqueens::cli {

namespace {

std::uint64_t rows_of(const Problem& problem) {
  return static_cast<std::uint64_t>(problem.rows());
}

std::uint64_t width_of(const Problem& problem) {
  return static_cast<std::uint64_t>(problem.columns());
}

std::vector<Square> given_queens(const ProblemArguments& arguments, const BoardFile& file,
                                 const Problem& problem) {
  std::vector<Square> queens = file.queens;
  const std::vector<Square> more =
      read_all_squares(arguments.place, rows_of(problem), width_of(problem));
  queens.insert(queens.end(), more.begin(), more.end());
  return queens;
}

BoardFile read_board_file(const std::string& file) {
  const base::FileDescriptor opened = open_input(file);
  const std::string name = input_name(file);
  const std::string text = read_board_text(opened.get(), name);
  if (!journal::is_journal(text)) return parse_board_file(text, name);
  throw InvalidArgument(fmt::format(
      "this is a journal, not a board: {}; nqueens status, audit and merge read it", name));
}

/// The board of the arguments, or else of their file; every square allowed.
Problem board_of(const ProblemArguments& arguments, const BoardFile& file) {
  BoardShape shape{file.rows, file.columns};
  if (arguments.board) {
    shape = parse_board(*arguments.board);
    if (arguments.file && (shape.rows != file.rows || shape.columns != file.columns)) {
      throw InvalidArgument(fmt::format("{} is a board of {}x{}, not {}; leave out the size",
                                        escape_controls(input_name(*arguments.file)), file.rows,
                                        file.columns, *arguments.board));
    }
  }
  const Variant variant = parse_variant(arguments.variant);
  return shape.is_square() ? Problem(shape.columns, variant)
                           : Problem(shape.rows, shape.columns, variant);
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

}  // namespace

bool ProblemArguments::has_restrictions() const {
  return !has_only_squares() || !place.empty() || !block.empty();
}

bool ProblemArguments::has_only_squares() const {
  return variant == ProblemArguments().variant && exclude.empty() && !file;
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

Option variant(std::string& to) {
  std::vector<std::string> variants;
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    variants.emplace_back(to_string(variant));
  }
  return {.name = "--variant",
          .to = &to,
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

Problem make_problem(const ProblemArguments& arguments) {
  const BoardFile file = arguments.file ? read_board_file(*arguments.file) : BoardFile();
  Problem problem = board_of(arguments, file);
  for (const Square& square : file.blocked) problem.block(square);
  for (const Square& square :
       read_all_squares(arguments.block, rows_of(problem), width_of(problem))) {
    problem.block(square);
  }
  for (const std::string& text : arguments.exclude) {
    for (const std::string& line : split(text, ',')) {
      const auto [anti, number] = parse_diagonal(line);
      anti ? problem.block_antidiagonal(number) : problem.block_diagonal(number);
    }
  }
  place_queens(given_queens(arguments, file, problem), problem);
  return problem;
}

Problem make_problem(const ProblemArguments& arguments, const std::filesystem::path& journal) {
  if (arguments.has_board()) return make_problem(arguments);
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
  const Problem problem = journal::problem_of(journal::read_header(name), name);
  if (!arguments.has_restrictions()) return problem;
  ProblemArguments same_board = arguments;
  same_board.board = board_text(problem);
  return make_problem(same_board);
}

PlacementArgument read_placement(PlacementSource& source) {
  PlacementArgument placement{source.name(), {}, 0};
  placement.columns = placements::read_placement(source.input(), &placement.width);
  return placement;
}

std::string shape_text(std::uint64_t queens, std::uint64_t width) {
  const std::string text = plural(queens, "queen");
  return width == 0 ? text : fmt::format("{} and {}", text, plural(width, "column"));
}

Problem make_problem_of(const PlacementArgument& placement, ProblemArguments arguments) {
  const std::size_t queens = placement.columns.size();
  const std::string described =
      fmt::format("{} in {}", shape_text(queens, placement.width), escape_controls(placement.name));
  if (!arguments.has_board()) {
    if (std::max<std::uint64_t>(queens, placement.width) > kMaxProblemSize) {
      throw InvalidPlacement(fmt::format("{}; {}", described, kOnlyPlainIsLarge));
    }
    arguments.board = placement.is_rectangle() ? fmt::format("{}x{}", queens, placement.width)
                                               : fmt::to_string(queens);
  }
  Problem problem = make_problem(arguments);
  if (queens != static_cast<std::size_t>(problem.rows()) ||
      (placement.width != 0 && placement.width != width_of(problem))) {
    throw InvalidPlacement(fmt::format("{}, and a board of {}", described, board_text(problem)));
  }
  return problem;
}

std::string title(const Problem& problem, char letter) {
  return fmt::format("{}({})", letter, to_text(problem));
}

std::vector<std::string> problem_options(const Problem& problem) {
  const Restrictions lists = restrictions_of(problem);
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::vector<std::string>& list) {
    if (!list.empty()) words.insert(words.end(), {name, join(list, ",")});
  };
  if (problem.variant() != Variant::queens) {
    words.insert(words.end(), {"--variant", std::string(to_string(problem.variant()))});
  }
  add("--place", lists.queens);
  add("--block", lists.blocked);
  add("--exclude", lists.excluded);
  return words;
}

}  // namespace nqueens::cli
