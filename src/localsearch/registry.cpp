// The list of algorithms of solve(). A new algorithm is one line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "localsearch/explicit_construction.hpp"
#include "localsearch/min_conflicts.hpp"
#include "localsearch/qs4.hpp"
#include "localsearch/solver.hpp"
#include "localsearch/windowed.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"

namespace nqueens {

namespace localsearch {

namespace {

/// From here on the windowed fill is faster than qs4, on one thread: 35 against 11 us for 10
/// queens, 14 against 17 for 100, 23 against 40 for 1000.
constexpr std::uint64_t kWindowedFrom = 100;

}  // namespace

const std::vector<const Solver*>& all_solvers() {
  static const std::vector<const Solver*> solvers = {&min_conflicts_solver(), &qs4_solver(),
                                                     &windowed_solver(), &explicit_solver()};
  return solvers;
}

const Solver& find_solver(std::string_view name, std::uint64_t board_size) {
  if (name == "auto") return board_size < kWindowedFrom ? qs4_solver() : windowed_solver();
  std::vector<std::string_view> names = {"auto"};
  for (const Solver* solver : all_solvers()) {
    if (solver->name == name) return *solver;
    names.push_back(solver->name);
  }
  throw InvalidArgument(
      fmt::format("unknown algorithm: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

}  // namespace localsearch

std::vector<SolverInfo> solvers() {
  std::vector<SolverInfo> infos;
  for (const localsearch::Solver* solver : localsearch::all_solvers()) {
    infos.push_back({std::string(solver->name), std::string(solver->summary)});
  }
  return infos;
}

}  // namespace nqueens
