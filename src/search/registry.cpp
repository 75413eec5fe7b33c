// The list of algorithms of solve(). A new algorithm is one line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "search/explicit_construction.hpp"
#include "search/first_choice.hpp"
#include "search/max_free.hpp"
#include "search/min_conflicts.hpp"
#include "search/qs4.hpp"
#include "search/solver.hpp"
#include "search/steepest.hpp"
#include "search/windowed.hpp"

namespace nqueens {

namespace search {

namespace {

/// The windowed fill reads words of lines at any byte.
constexpr bool kHasWindowed = std::endian::native == std::endian::little;
/// From here on the windowed fill is faster than qs4, on one thread: 35 against 11 us for 10
/// queens, 14 against 17 for 100, 23 against 40 for 1000.
constexpr std::uint64_t kWindowedFrom = 100;

}  // namespace

const std::vector<const Solver*>& all_solvers() {
  static const std::vector<const Solver*> solvers = [] {
    std::vector<const Solver*> all = {&min_conflicts_solver(), &qs4_solver()};
    if (kHasWindowed) all.push_back(&windowed_solver());
    all.push_back(&explicit_solver());
    all.insert(all.end(), {&first_choice_solver(), &steepest_solver(), &max_free_solver()});
    return all;
  }();
  return solvers;
}

const Solver& find_solver(std::string_view name, std::uint64_t board_size) {
  if (name == "auto") {
    return kHasWindowed && board_size >= kWindowedFrom ? windowed_solver() : qs4_solver();
  }
  std::vector<std::string_view> names = {"auto"};
  for (const Solver* solver : all_solvers()) {
    if (solver->name == name) return *solver;
    names.push_back(solver->name);
  }
  throw InvalidArgument(
      fmt::format("unknown algorithm: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

base::InstructionSet instruction_set_of(const Solver& solver, base::InstructionSet most) {
  return solver.instruction_set == nullptr ? base::InstructionSet::portable
                                           : solver.instruction_set(most);
}

}  // namespace search

std::vector<SolverInfo> solvers() {
  std::vector<SolverInfo> infos;
  for (const search::Solver* solver : search::all_solvers()) {
    SolverInfo info;
    info.name = solver->name;
    info.summary = solver->summary;
    info.practical_size = solver->practical_size;
    info.takes_max_steps = solver->takes_max_steps;
    info.is_random = solver->searches;
    for (const base::InstructionSet most : base::instruction_sets()) {
      std::string set(base::to_string(search::instruction_set_of(*solver, most)));
      if (info.instruction_sets.empty() || info.instruction_sets.back() != set) {
        info.instruction_sets.push_back(std::move(set));
      }
    }
    infos.push_back(std::move(info));
  }
  return infos;
}

}  // namespace nqueens
