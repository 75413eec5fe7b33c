// How a large board is filled piece by piece: its columns are cut into windows, its rows into
// visits; in a visit some consecutive rows take columns of one window, so that all that it touches
// is in the cache. Which rows visit which window is random, but balanced over the diagonals. Knows
// sizes only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

struct Window {
  std::uint64_t first_column = 0;  ///< a multiple of 512: threads share no cache line
  std::uint64_t columns = 0;
};

struct Visit {
  std::uint64_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t window = 0;
  std::uint64_t free_columns = 0;  ///< of the window, before the visit
};

/// Each window is visited so often. What visits left over for the repair, at 10^8 queens: 4316 rows
/// of 12 visits, 818 of 16, 42 of 24; more visits read more memory.
inline constexpr std::size_t kVisitsPerWindow = 16;

struct WindowSizes {
  /// About so many columns a window; one window below twice as many.
  std::uint64_t columns = 1 << 16;
  /// Exchanges tried for each visit to balance the diagonals. Rows left over at 10^8: 1195 of 10,
  /// 818 of 20, 297 of 40; 20 take a twentieth of the time of the fill.
  std::uint32_t exchanges = 20;

  /// The fastest for the board. The three pieces of bits that a visit works on should fit a
  /// first-level cache: 2^15 and 2^17 columns are 9 % slower at 10^7. But the time of balancing
  /// grows with the number of windows, more than in proportion once the loads of the diagonals
  /// fill the second-level cache: at 10^9 on two threads 2^17 take 4.7 s, 2^16 5.1 to 7.2.
  static WindowSizes for_board(std::uint64_t board_size) {
    return {.columns = std::uint64_t{1} << (board_size < 300'000'000 ? 16 : 17)};
  }
};

class WindowPlan {
 public:
  WindowPlan(std::uint64_t board_size, const WindowSizes& sizes);

  static std::uint64_t memory_bytes(std::uint64_t board_size, const WindowSizes& sizes);

  /// Another random order of visits. False when stopped; the plan is of no use then.
  bool shuffle(base::Random& random, const StopSignal& stop);

  const std::vector<Window>& windows() const { return windows_; }
  /// In the order of their rows; they cover all rows.
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  bool balance(base::Random& random, const StopSignal& stop);

  WindowSizes sizes_;
  std::vector<Window> windows_;
  std::vector<std::uint32_t> window_of_visit_;
  std::vector<Visit> visits_;
};

}  // namespace nqueens::search
