// Random descents row by row. Compiled without fused operations: the engine that "auto" takes is
// the same on every machine.
#include "counting/rows/row_nodes.hpp"

#include <array>
#include <bit>

namespace nqueens::counting {

namespace {

constexpr int kDescents = 1000;

double descend(const Problem& problem, base::Random& random) {
  std::array<int, kMaxProblemSize> columns{};
  double choices = 1;
  double nodes = 0;
  for (int row = 0; row < problem.rows(); ++row) {
    std::uint64_t free = problem.allowed(row);
    for (int earlier = 0; earlier < row; ++earlier) {
      free &= ~problem.attacked(earlier, columns[static_cast<std::size_t>(earlier)], row);
    }
    if (free == 0) break;
    const int count = std::popcount(free);
    choices *= count;
    nodes += choices;
    for (auto skip = random.below(static_cast<std::uint32_t>(count)); skip > 0; --skip) {
      free &= free - 1;
    }
    columns[static_cast<std::size_t>(row)] = std::countr_zero(free);
  }
  return nodes;
}

}  // namespace

double predicted_row_nodes(const Problem& problem) {
  const double nodes =
      mean_of_descents(kDescents, [&](base::Random& random) { return descend(problem, random); });
  return problem.is_mirror_symmetric() ? nodes / 2 : nodes;
}

}  // namespace nqueens::counting
