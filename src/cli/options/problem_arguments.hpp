// The options that say which problem: a board, what its queens attack, and the squares that are
// given or forbidden. Every command about restricted boards has them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/input_file.hpp"
#include "cli/options/option.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::cli {

struct ProblemArguments {
  std::optional<std::string> board;  ///< "8" or "8x12"; may be missing with a file
  std::string variant = "queens";
  std::vector<std::string> place;
  std::vector<std::string> block;
  std::vector<std::string> exclude;
  std::optional<std::string> file;

  /// Whether an option, besides the board's size, was given that changes the plain problem.
  bool has_restrictions() const;
  /// Whether of those at most --place and --block were given.
  bool has_only_squares() const;
  bool has_board() const { return board || file; }
};

namespace option {

/// The board as an argument.
Option board(ProblemArguments& to);
Option variant(std::string& to);
/// The options of a command, and behind them those that restrict its board.
std::vector<Option> with_restrictions(std::vector<Option> options, ProblemArguments& to);

}  // namespace option

/// The problem; reads the board file. Throws InvalidArgument for squares outside the board, for
/// given queens that attack each other, for a queen given on a forbidden square, and for a file
/// that is none or of another size; IoError where it cannot be read.
Problem make_problem(const ProblemArguments& arguments);

/// The same for a run with a journal: without a board the problem of the journal. Squares that are
/// given then must be those of the journal, which resuming checks. Throws InvalidArgument for a
/// journal that is missing or empty, and as read_header() does.
Problem make_problem(const ProblemArguments& arguments, const std::filesystem::path& journal);

/// A placement, and what its file tells of the board.
struct PlacementArgument {
  std::string name;  ///< of the file, for errors
  Placement columns;
  std::uint64_t width = 0;  ///< columns of the board where a drawing tells them, else 0

  bool is_rectangle() const { return width != 0 && width != columns.size(); }
};
/// Reads the only placement.
PlacementArgument read_placement(PlacementSource& source);

/// "8 queens"; with a width "5 queens and 8 columns".
std::string shape_text(std::uint64_t queens, std::uint64_t width);

/// Said of larger boards: what else is asked needs a Problem.
inline constexpr const char* kOnlyPlainIsLarge =
    "only a plain square board may have more than 64 rows and columns";
static_assert(kMaxProblemSize == 64);

/// The problem that the placement is to solve. Without a board in the arguments it is that of the
/// placement. Throws InvalidPlacement where the two differ, and as make_problem() does.
Problem make_problem_of(const PlacementArgument& placement, ProblemArguments arguments);

/// "Q(8 with 0:3 without 1:1)", "Q(torus 13)".
std::string title(const Problem& problem, char letter = 'Q');

/// The options that, behind the board, make exactly this problem; none for a plain board.
std::vector<std::string> problem_options(const Problem& problem);

}  // namespace nqueens::cli
