// Knight's tours of rectangular boards: a knight visits every square once.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens {

inline constexpr std::uint64_t kMaxTourSquares = 100'000'000;  ///< 10,000 x 10,000

struct TourOptions {
  Square start{};
  /// A knight's move leads from the last square back to the first. One square alone is closed, too.
  bool closed = false;
  /// Draws choices where Warnsdorff's rule alone fails. The same seed gives the same tour on every
  /// machine. The system draws none: without a seed too, the same call gives the same tour.
  std::uint64_t seed = 0;
  std::stop_token stop{};  ///< ends the search early by the exception Stopped
};

struct TourStatistics {
  std::uint64_t walks = 0;       ///< made by Warnsdorff's rule
  std::uint64_t left_over = 0;   ///< squares that the best of them did not reach
  std::uint64_t rotations = 0;   ///< ends of the path reversed, to reach those squares or the start
  std::uint64_t backtracks = 0;  ///< moves taken back by the complete search of small boards
  double seconds = 0;
};

struct TourResult {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  bool closed = false;
  std::vector<std::uint32_t> squares;  ///< row * columns + column, in the order of the tour
  TourStatistics statistics;
};

/// Finds a tour that begins at `start`: on every board up to 8 x 8 that has one, and, with very
/// rare exceptions, on larger boards. Throws InvalidArgument for an empty or too large board and
/// for a start outside it; NoSolution if a theorem or a complete search of a small board rules a
/// tour out; InsufficientMemory; Stopped, also if the search gives up.
TourResult find_tour(std::uint64_t rows, std::uint64_t columns, const TourOptions& options = {});

/// True if the tour visits every square of the board once by knight's moves; a closed tour also
/// needs one from its last square to its first. O(squares).
bool is_tour(const TourResult& tour);

}  // namespace nqueens
