#include "tightest_line/probe.hpp"

#include <vector>

#include "tightest_line/position.hpp"

namespace nqueens::tightest_line {

Probe probe(const Problem& problem, base::Random& random) {
  Probe result;
  double choices = 1;
  Position position(problem);
  while (!position.is_solution()) {
    const std::vector<Cell> cells = position.tightest();
    if (cells.empty()) return result;
    choices *= static_cast<double>(cells.size());
    result.nodes += choices;
    position.place(cells[random.below(static_cast<std::uint32_t>(cells.size()))]);
  }
  result.solutions = choices;
  return result;
}

}  // namespace nqueens::tightest_line
