#include "cli/counting_options.hpp"

#include <fmt/format.h>

#include <bit>

#include "cli/common_options.hpp"
#include "cli/squares.hpp"
#include "cli/text.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace {

std::string title(char letter, int board_size, const std::string& queens,
                  const std::string& blocked) {
  std::string text = fmt::format("{}({}", letter, board_size);
  if (!queens.empty()) text += " with " + queens;
  if (!blocked.empty()) text += " without " + blocked;
  return text + ")";
}

/// A problem as lists of squares: its masks tell no more. A row with one square left has a queen.
struct SquareLists {
  std::vector<std::string> queens;
  std::vector<std::string> blocked;
};

SquareLists squares_of(const Problem& problem) {
  SquareLists lists;
  for (int row = 0; row < problem.board_size(); ++row) {
    const std::uint32_t allowed = problem.allowed(row);
    if (allowed == problem.full_row()) continue;
    if (std::popcount(allowed) == 1) {
      lists.queens.push_back(fmt::format("{}:{}", row, std::countr_zero(allowed)));
      continue;
    }
    for (int column = 0; column < problem.board_size(); ++column) {
      if ((allowed >> column & 1u) == 0) {
        lists.blocked.push_back(fmt::format("{}:{}", row, column));
      }
    }
  }
  return lists;
}

}  // namespace

std::optional<int> CountingArguments::depth_number() const {
  if (!depth) return std::nullopt;
  return static_cast<int>(*depth);
}

void add_engine(OptionAdder& add, CountingArguments& arguments) {
  std::vector<std::string> names = {"auto"};
  for (const EngineInfo& engine : engines()) names.push_back(engine.name);
  add.choice("--engine", arguments.engine, "engine", names,
             "how solutions are counted; default auto: the fastest; nqueens info describes them");
  add_instruction_set(add, arguments.instruction_set);
}

void add_depth(OptionAdder& add, CountingArguments& arguments, const std::string& origin) {
  add.whole("--depth", arguments.depth, "depth", 0, kMaxCountSize, "D",
            "how finely the count is cut into tasks: queens that a task fixes, or for colour-join "
            "halvings of its largest task; default: from " +
                origin);
}

void add_squares(OptionAdder& add, CountingArguments& arguments) {
  add.texts("--place", arguments.place, "R:C,...",
            "count only solutions with queens on these squares, row:column from 0");
  add.texts("--block", arguments.block, "R:C,...",
            "count only solutions without queens on these squares");
}

Problem make_problem(const CountingArguments& arguments, int board_size) {
  Problem problem(board_size);
  for (const std::string& text : arguments.place) {
    for (const Square& square : parse_squares(text, board_size)) problem.require(square);
  }
  for (const std::string& text : arguments.block) {
    for (const Square& square : parse_squares(text, board_size)) problem.block(square);
  }
  return problem;
}

std::string title(const CountingArguments& arguments, int board_size, char letter) {
  return title(letter, board_size, join(arguments.place, ","), join(arguments.block, ","));
}

std::string title(const Problem& problem) {
  const SquareLists lists = squares_of(problem);
  return title('Q', problem.board_size(), join(lists.queens, ","), join(lists.blocked, ","));
}

std::vector<std::string> problem_options(const Problem& problem) {
  const SquareLists lists = squares_of(problem);
  std::vector<std::string> words;
  if (!lists.queens.empty()) words.insert(words.end(), {"--place", join(lists.queens, ",")});
  if (!lists.blocked.empty()) words.insert(words.end(), {"--block", join(lists.blocked, ",")});
  return words;
}

}  // namespace nqueens::cli
