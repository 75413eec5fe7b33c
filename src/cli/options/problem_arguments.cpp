#include "cli/options/problem_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

/// A queen that must stand there, and what the user calls the square.
struct GivenQueen {
  Square square;
  std::string name;

  int row() const { return static_cast<int>(square.row); }
  int column() const { return static_cast<int>(square.column); }
};

/// How two queens attack each other. Precondition: they do.
std::string attack_text(const GivenQueen& a, const GivenQueen& b, const Problem& problem) {
  const int down = b.row() - a.row();
  const int right = b.column() - a.column();
  if (down == 0) return "in a row";
  if (right == 0) return "in a column";
  // On a torus a diagonal goes on at the opposite edge.
  const auto same = [&](int distance) {
    return distance == 0 ||
           (problem.variant() == Variant::torus && distance % problem.columns() == 0);
  };
  if (same(right - down)) return "on a diagonal";
  return same(right + down) ? "on an antidiagonal" : "by a knight's move";
}

std::vector<GivenQueen> given_queens(const ProblemArguments& arguments, const Problem& problem) {
  std::vector<GivenQueen> queens;
  for (const std::string& text : arguments.place) {
    for (const std::string& name : split(text, ',')) {
      queens.push_back({parse_square(name, problem.rows(), problem.columns()), name});
    }
  }
  return queens;
}

/// Requires the queens; refuses two that attack each other, and squares that are forbidden.
void place(const std::vector<GivenQueen>& queens, Problem& problem) {
  for (auto queen = queens.begin(); queen != queens.end(); ++queen) {
    if (((problem.allowed(queen->row()) >> queen->column()) & 1u) == 0) {
      throw InvalidArgument(fmt::format(
          "a queen is given on {}, which is blocked or excluded; take one back", queen->name));
    }
    for (auto other = queens.begin(); other != queen; ++other) {
      if (other->square == queen->square) continue;
      const bool attacked =
          other->row() == queen->row() ||
          ((problem.attacked(other->row(), other->column(), queen->row()) >> queen->column()) &
           1u) != 0;
      if (!attacked) continue;
      throw InvalidArgument(
          fmt::format("the given queens {} and {} attack each other {}; leave one out", other->name,
                      queen->name, attack_text(*other, *queen, problem)));
    }
  }
  for (const GivenQueen& queen : queens) problem.require(queen.square);
}

/// A diagonal or antidiagonal as --exclude takes it: "d:-2" or "a:5".
struct ExcludedLine {
  bool anti = false;
  int number = 0;

  /// May lie outside the board.
  int column_in(int row) const { return anti ? number - row : number + row; }
  std::string text() const { return fmt::format("{}:{}", anti ? 'a' : 'd', number); }
};

/// What --place, --block and --exclude take to make a problem, as short as may be.
struct Restrictions {
  std::vector<std::string> queens;
  std::vector<std::string> blocked;
  std::vector<std::string> excluded;
  int forbidden = 0;  ///< squares blocked or excluded
};

/// Excludes the diagonals that spare most squares, and takes their squares out of `blocked`, masks
/// by row. One that spares a single square is no shorter than the square.
std::vector<std::string> take_excluded(const Problem& problem,
                                       std::vector<std::uint64_t>& blocked) {
  const int rows = problem.rows();
  const int columns = problem.columns();
  std::vector<ExcludedLine> lines;
  const auto add_if_forbidden = [&](ExcludedLine line) {
    for (int row = 0; row < rows; ++row) {
      const int column = line.column_in(row);
      if (column < 0 || column >= columns) continue;
      if (((problem.allowed(row) >> column) & 1u) != 0) return;
    }
    lines.push_back(line);
  };
  for (int number = 1 - rows; number < columns; ++number) add_if_forbidden({false, number});
  for (int number = 0; number < rows + columns - 1; ++number) add_if_forbidden({true, number});

  const auto bit_of = [&](const ExcludedLine& line, int row) {
    const int column = line.column_in(row);
    return column < 0 || column >= columns ? 0 : std::uint64_t{1} << column;
  };
  const auto spared = [&](const ExcludedLine& line) {
    int squares = 0;
    for (int row = 0; row < rows; ++row) {
      if ((blocked[static_cast<std::size_t>(row)] & bit_of(line, row)) != 0) ++squares;
    }
    return squares;
  };
  std::vector<std::string> excluded;
  for (;;) {
    const auto best = std::max_element(
        lines.begin(), lines.end(),
        [&](const ExcludedLine& a, const ExcludedLine& b) { return spared(a) < spared(b); });
    if (best == lines.end() || spared(*best) < 2) return excluded;
    excluded.push_back(best->text());
    for (int row = 0; row < rows; ++row) {
      blocked[static_cast<std::size_t>(row)] &= ~bit_of(*best, row);
    }
    lines.erase(best);
  }
}

Restrictions restrictions_of(const Problem& problem) {
  Restrictions result;
  std::vector<std::uint64_t> blocked;
  std::vector<std::pair<int, int>> queens;
  for (int row = 0; row < problem.rows(); ++row) {
    const std::uint64_t allowed = problem.allowed(row);
    blocked.push_back(problem.full_row() & ~allowed);
    if (blocked.back() == 0 || std::popcount(allowed) != 1) continue;
    // A row with one square left has a queen, unless it attacks one: --place refuses those.
    const int column = std::countr_zero(allowed);
    const bool attacked = std::any_of(queens.begin(), queens.end(), [&](const auto& other) {
      return (problem.attacked(other.first, other.second, row) & allowed) != 0;
    });
    if (attacked) continue;
    queens.emplace_back(row, column);
    result.queens.push_back(fmt::format("{}:{}", row, column));
    blocked.back() = 0;
  }
  for (const std::uint64_t mask : blocked) result.forbidden += std::popcount(mask);
  result.excluded = take_excluded(problem, blocked);
  for (int row = 0; row < problem.rows(); ++row) {
    for (std::uint64_t mask = blocked[static_cast<std::size_t>(row)]; mask != 0; mask &= mask - 1) {
      result.blocked.push_back(fmt::format("{}:{}", row, std::countr_zero(mask)));
    }
  }
  return result;
}

}  // namespace

bool ProblemArguments::has_restrictions() const {
  return variant != ProblemArguments().variant || !place.empty() || !block.empty() ||
         !exclude.empty();
}

namespace option {

Option board(ProblemArguments& to) {
  return {.name = "board size",
          .to = &to.board,
          .value = "N|MxN",
          .help = fmt::format(
              "board size, 0 to {}, or rows and columns, as in 8x12: a queen in each row",
              kMaxProblemSize),
          .required = true};
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
      {.name = "--place",
       .to = &to.place,
       .value = "SQUARE,...",
       .help = "squares that have queens; a square is ROW:COLUMN, counted from 0, row 0 on top, or "
               "as in chess: a1 is the lower left corner"},
      {.name = "--block",
       .to = &to.block,
       .value = "SQUARE,...",
       .help = "squares that stay empty"},
      {.name = "--exclude",
       .to = &to.exclude,
       .value = "d:K|a:K,...",
       .help = "diagonals that stay empty; d:K is where column - row = K, a:K where row + column "
               "= K"},
  };
  std::move(more.begin(), more.end(), std::back_inserter(options));
  return options;
}

}  // namespace option

Problem make_problem(const ProblemArguments& arguments) {
  const BoardShape shape = parse_board(arguments.board.value_or(""));
  const Variant variant = parse_variant(arguments.variant);
  Problem problem = shape.is_square() ? Problem(shape.columns, variant)
                                      : Problem(shape.rows, shape.columns, variant);
  for (const std::string& text : arguments.block) {
    for (const Square& square : parse_squares(text, problem.rows(), problem.columns())) {
      problem.block(square);
    }
  }
  for (const std::string& text : arguments.exclude) {
    for (const std::string& line : split(text, ',')) {
      const auto [anti, number] = parse_diagonal(line);
      anti ? problem.block_antidiagonal(number) : problem.block_diagonal(number);
    }
  }
  place(given_queens(arguments, problem), problem);
  return problem;
}

std::string board_text(const Problem& problem) {
  return problem.is_square() ? fmt::to_string(problem.columns())
                             : fmt::format("{}x{}", problem.rows(), problem.columns());
}

std::string title(const Problem& problem, char letter) {
  constexpr std::size_t kMaxShown = 12;
  const Restrictions lists = restrictions_of(problem);
  std::string text = fmt::format("{}(", letter);
  if (problem.variant() != Variant::queens) {
    text += fmt::format("{} ", to_string(problem.variant()));
  }
  text += board_text(problem);
  if (!lists.queens.empty()) {
    text += " with " + (lists.queens.size() <= kMaxShown ? join(lists.queens, ",")
                                                         : plural(lists.queens.size(), "queen"));
  }
  std::vector<std::string> forbidden = lists.blocked;
  forbidden.insert(forbidden.end(), lists.excluded.begin(), lists.excluded.end());
  if (!forbidden.empty()) {
    text += " without " + (forbidden.size() <= kMaxShown
                               ? join(forbidden, ",")
                               : plural(static_cast<std::uint64_t>(lists.forbidden), "square"));
  }
  return text + ")";
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
