// Makes puzzles: boards with some queens given; the others are to be found.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

inline constexpr std::uint64_t kMaxPuzzles = 100'000;  ///< most that one call makes

struct PuzzleOptions {
  bool unique = true;  ///< whether there is exactly one completion, else at least one
  /// How many queens are given, 0 to the board size. If absent, unique puzzles are minimal: without
  /// any one of its queens a puzzle has several completions. Required for others.
  std::optional<int> given{};
  std::uint64_t count = 1;  ///< puzzles to make, 1 to kMaxPuzzles
  /// If absent, the system gives one. A seed gives the same puzzles on any number of threads.
  std::optional<std::uint64_t> seed{};
  std::uint64_t max_attempts = 1000;  ///< random solutions to try for each puzzle
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  std::stop_token stop{};  ///< ends the search within about 100 ms by the exception Stopped
};

struct Puzzle {
  std::vector<Square> given;  ///< in the order of the rows
  Placement solution;         ///< the completion, or one of them
};

struct PuzzleResult {
  std::uint64_t puzzles = 0;  ///< handed over
  std::uint64_t seed = 0;
  int threads = 0;
  double seconds = 0;
};

/// Makes puzzles on a square board of 1 to kMaxProblemSize rows without restrictions, each from a
/// random solution (not all are equally likely). Calls `take` for one puzzle after the other, by
/// one library thread at a time. Unique puzzles are checked once more before that. Throws
/// InvalidArgument for a bad option; NoSolution if the board has none, or has several and no queen
/// may be given; Stopped, also if max_attempts gave no puzzle with that few queens; and what `take`
/// throws.
PuzzleResult make_puzzles(const Board& board, const std::function<void(const Puzzle&)>& take,
                          const PuzzleOptions& options = {});

}  // namespace nqueens
