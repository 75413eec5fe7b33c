// The table of the algorithms of solve().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/cpu_features.hpp"
#include "nqueens/execution.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

struct Algorithm {
  std::string_view name;
  std::string_view summary;  ///< one line
  const SearchMaker& search;
  /// The search with given queens and blocked squares; null where it takes none.
  const SearchMaker* search_with_given = nullptr;
  /// The search whose first start is given; null where it makes all starts itself.
  const SearchMaker* search_with_start = nullptr;
  /// It exchanges columns, so each must have a queen at the start.
  bool needs_permutation = false;
  /// If true, threads share a board, by SearchTools::executor; else each has its own and they race.
  bool threads_share_board = false;
  /// If true, it puts rows out while it fills the board, by SearchTools::output.
  bool streams = false;
  /// At most this many threads are started.
  int max_threads = kMaxThreads;
  bool is_random = true;
  bool takes_max_moves = false;
  bool has_kernels = false;
  /// It usually ends within seconds up to this many queens; 0 where memory alone limits it.
  std::uint64_t practical_size = 0;

  /// Returns the instruction set of its best kernel up to `max`.
  base::InstructionSet instruction_set(base::InstructionSet max) const;
};

/// Lists every algorithm, those for large boards first.
std::span<const Algorithm> all_algorithms();

/// Returns the algorithm of that name; "auto" is the fastest for the board size. Throws
/// InvalidArgument listing the names.
const Algorithm& find_algorithm(std::string_view name, std::uint64_t board_size);

/// Does the same for given queens; throws InvalidArgument also for an algorithm that takes none.
const Algorithm& find_algorithm_with_given(std::string_view name);

}  // namespace nqueens::solving
