// The options that say what is counted and how, the same for count, plan and work; and the problem
// and its title that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::cli {

struct CountingArguments {
  std::string engine = "auto";
  std::string instruction_set = "auto";
  std::optional<std::uint64_t> depth;
  std::vector<std::string> place;
  std::vector<std::string> block;

  bool is_restricted() const { return !place.empty() || !block.empty(); }
  std::optional<int> depth_number() const;
};

void add_engine(OptionAdder& add, CountingArguments& arguments);  ///< --engine and --isa
/// --depth; `origin` says what it is chosen from where it is not given.
void add_depth(OptionAdder& add, CountingArguments& arguments, const std::string& origin);
void add_squares(OptionAdder& add, CountingArguments& arguments);  ///< --place and --block

/// The problem of --place and --block. Throws InvalidArgument for bad squares.
Problem make_problem(const CountingArguments& arguments, int board_size);

/// "Q(8 with 0:3 without 1:1)", in the words of the command line.
std::string title(const CountingArguments& arguments, int board_size, char letter = 'Q');

/// The same of a problem that no command line is known of.
std::string title(const Problem& problem);

/// The options that make the problem, each followed by its value; none for a plain board.
std::vector<std::string> problem_options(const Problem& problem);

}  // namespace nqueens::cli
