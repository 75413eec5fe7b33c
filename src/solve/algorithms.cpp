#include "solve/algorithms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "solve/complete_board.hpp"
#include "solve/window_kernels.hpp"

namespace nqueens {

namespace solving {

// Each is defined at the end of the file of its name.
extern const SearchMaker kMinConflicts, kMinConflictsWithStart, kGreedyRepair,
    kGreedyRepairWithStart, kQs4, kQs4WithGiven, kWindowed, kExplicit, kFirstChoice,
    kFirstChoiceWithStart, kSteepest, kMaxFree;

namespace {

constexpr std::array kAlgorithms = {
    Algorithm{
        .name = "min-conflicts",
        .summary = "random start, then queens in conflict move to the column with fewest conflicts",
        .search = kMinConflicts,
        .search_with_start = &kMinConflictsWithStart,
        .takes_max_moves = true},
    Algorithm{
        .name = "greedy-repair",
        .summary = "min-conflicts after a greedy start: each queen where it has fewest conflicts",
        .search = kGreedyRepair,
        .search_with_start = &kGreedyRepairWithStart,
        .takes_max_moves = true},
    Algorithm{
        .name = "qs4",
        .summary = "greedy start almost without conflicts, then swaps of columns; linear time",
        .search = kQs4,
        .search_with_given = &kQs4WithGiven},
    Algorithm{
        .name = "windowed",
        .summary = "random start window by window, in the cache and on all threads, then swaps",
        .search = kWindowed,
        .threads_share_board = true,
        .streams = true,
        .max_threads = kMaxWindowedThreads,
        .has_kernels = true},
    Algorithm{.name = "explicit",
              .summary = "a formula, no search: the same solution every time",
              .search = kExplicit,
              .threads_share_board = true,
              .is_random = false},
    Algorithm{
        .name = "first-choice",
        .summary =
            "hill climbing: random permutation, then the first exchange of two rows that helps",
        .search = kFirstChoice,
        .search_with_start = &kFirstChoiceWithStart,
        .needs_permutation = true,
        .takes_max_moves = true},
    Algorithm{
        .name = "steepest",
        .summary = "hill climbing: random start, then the best of all moves of one queen, restarts",
        .search = kSteepest,
        .search_with_start = &kSteepest,
        .takes_max_moves = true,
        .practical_size = 100},
    Algorithm{
        .name = "max-free",
        .summary = "backtracking, the column first that leaves most free squares below; not random",
        .search = kMaxFree,
        .max_threads = 1,
        .is_random = false,
        .practical_size = 42},
};

/// From here on the windowed fill is faster than qs4, on one thread: it takes 35 against 11 us for
/// 10 queens, 14 against 17 for 100, 23 against 40 for 1000.
constexpr std::uint64_t kWindowedFrom = 100;

}  // namespace

base::InstructionSet Algorithm::instruction_set(base::InstructionSet max) const {
  return has_kernels ? window_kernels().best(max).instruction_set : base::InstructionSet::portable;
}

std::span<const Algorithm> all_algorithms() {
  return kAlgorithms;
}

const Algorithm& find_algorithm(std::string_view name, std::uint64_t board_size) {
  if (name == "auto") name = board_size >= kWindowedFrom ? "windowed" : "qs4";
  std::vector<std::string_view> names = {"auto"};
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.name == name) return algorithm;
    names.push_back(algorithm.name);
  }
  names.push_back(kMrv);
  throw InvalidArgument(
      fmt::format("unknown algorithm: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

const Algorithm& find_algorithm_with_given(std::string_view name) {
  const Algorithm& algorithm = find_algorithm(name == "auto" ? "qs4" : name, 0);
  if (algorithm.search_with_given != nullptr) return algorithm;
  throw InvalidArgument(fmt::format(
      "algorithm {} takes no given queens or blocked squares; take qs4, or auto", algorithm.name));
}

}  // namespace solving

std::vector<AlgorithmInfo> algorithms() {
  std::vector<AlgorithmInfo> infos;
  for (const solving::Algorithm& algorithm : solving::all_algorithms()) {
    infos.push_back({.name = std::string(algorithm.name),
                     .summary = std::string(algorithm.summary),
                     .instruction_sets = base::names_of_used(
                         [&](base::InstructionSet max) { return algorithm.instruction_set(max); }),
                     .practical_size = algorithm.practical_size,
                     .has_starts = true,
                     .takes_max_moves = algorithm.takes_max_moves,
                     .takes_start = algorithm.search_with_start != nullptr,
                     .takes_given = algorithm.search_with_given != nullptr,
                     .is_random = algorithm.is_random});
  }
  infos.push_back(solving::mrv_info());
  return infos;
}

}  // namespace nqueens
