#include "engine/colour_plan.hpp"

#include <algorithm>
#include <numeric>

#include "engine/colour_first.hpp"

namespace nqueens::engine {

namespace {

constexpr double kBytesPerSecondPiece = 5;  // an entry, and its part of sets and steps
constexpr double kMargin = 1.5;
// Tables of one colour that one thread keeps.
constexpr double kMostTableBytes = 100e6;
// What decides where tables cannot be kept: comparing 64 bytes takes 3 cycles, a table is first set
// to zero, and a piece is entered in it on some twenty lines.
constexpr double kSecondsPerByteCompared = 1.4e-11;
constexpr double kSecondsPerByteOfTable = 5e-11;
constexpr double kSecondsPerPieceOfTable = 3e-8;

}  // namespace

ColourPlan::ColourPlan(const ColourBoard& board, const ColourJoinLimits& limits)
    : board_(board), limits_(limits) {
  const ColourEstimate estimate(board.board_size());
  for (int queens = 0; queens <= board.odd(); ++queens) {
    const int white = queens + (board.even() - board.odd());  // queens of the first piece
    const int black = queens;
    white_.push_back(decide({estimate.white_first_per_set(white), over(board.even(), white),
                             estimate.left_by_one_queen(white), static_cast<double>(board.odd()),
                             estimate.white_second_per_row_set(queens), queens}));
    black_.push_back(decide({estimate.black_first_per_set(black), over(board.odd(), black),
                             estimate.left_by_one_queen(black), static_cast<double>(board.even()),
                             estimate.black_second_per_row_set(queens), queens}));
  }
  share_lists();
}

void ColourPlan::share_lists() {
  // White lists with k queens go with black ones of the other odd rows; most row sets R_e have
  // about half of the even rows.
  std::vector<int> classes(white_.size());
  std::iota(classes.begin(), classes.end(), 0);
  const auto row_sets = [&](int queens) {
    return over(board_.even(), queens + (board_.even() - board_.odd()));
  };
  std::stable_sort(classes.begin(), classes.end(),
                   [&](int a, int b) { return row_sets(a) > row_sets(b); });
  for (const int queens : classes) {
    Class& white = white_[static_cast<std::size_t>(queens)];
    Class& black = black_[static_cast<std::size_t>(board_.odd() - queens)];
    const double bytes = white.list_bytes + black.list_bytes;
    if (shared_bytes_ + bytes > limits_.most_shared_bytes) continue;
    shared_bytes_ += bytes;
    white.is_shared = black.is_shared = true;
  }
}

ColourPlan::Class ColourPlan::decide(const Sizes& sizes) const {
  const double lines = 1 + 2.0 * (board_.board_size() + 1);
  // A table, and what filling a matrix with it compares for each second piece: bytes of one line.
  const auto line_bytes = [&](double per_lane) {
    const double bytes_per_lane = 2 + per_lane / 6;  // bytes of 8, not all of them full
    return sizes.first_sets * bytes_per_lane + kTileBytes;
  };
  const auto table_bytes = [&](double per_lane) { return line_bytes(per_lane) * lines; };
  // Of filling one matrix with tables that are made for it.
  const auto seconds = [&](double placements, double per_lane, double pieces_made) {
    return sizes.second * line_bytes(per_lane) * kSecondsPerByteCompared +
           placements * table_bytes(per_lane) * kSecondsPerByteOfTable +
           pieces_made * kSecondsPerPieceOfTable;
  };
  struct Step {
    double placements = 1;
    double per_lane;
    double pieces_made = 0;  ///< in tables, and on the way to them
  };
  Step step{.per_lane = sizes.first_per_set};
  Class result;
  double least = seconds(1, step.per_lane, 0);
  for (int pivots = 1; pivots <= std::min(limits_.most_pivots, sizes.queens - 2); ++pivots) {
    if (step.per_lane <= limits_.pieces_per_lane) break;
    step.placements *= sizes.pivot_pieces - (pivots - 1);
    step.per_lane *= sizes.left;
    step.pieces_made += step.placements * step.per_lane * sizes.first_sets;
    const bool keeps = step.placements * table_bytes(step.per_lane) <= kMostTableBytes;
    const double needed = keeps ? 0 : seconds(step.placements, step.per_lane, step.pieces_made);
    if (!keeps && needed >= least) continue;
    least = keeps ? seconds(0, step.per_lane, 0) : needed;
    result.pivots = pivots;
    result.keeps_tables = keeps;
    result.bytes = (keeps ? step.placements : 1) * table_bytes(step.per_lane);
  }
  if (result.pivots == 0) result.bytes = table_bytes(sizes.first_per_set);
  result.list_bytes = sizes.second * over(board_.odd(), sizes.queens) * kBytesPerSecondPiece;
  // The first pieces, and those that each pivot leaves on the way to a table.
  result.bytes += sizes.first_per_set * sizes.first_sets * sizeof(FirstPiece) /
                      (1 - std::min(0.5, sizes.left)) +
                  sizes.second * 3 * kBytesPerSecondPiece;
  return result;
}

MemoryNeed ColourPlan::memory() const {
  double most = 0;
  for (int queens = 0; queens <= board_.odd(); ++queens) {
    const int even_queens = queens + (board_.even() - board_.odd());
    const double matrices =
        2 * 2 * (over(board_.even(), even_queens) + 16) * (over(board_.odd(), queens) + 16);
    most = std::max(most, matrices + white_[static_cast<std::size_t>(queens)].bytes +
                              black_[static_cast<std::size_t>(board_.odd() - queens)].bytes);
  }
  // Masks of heads and tails, a tile each, and what every thread has whatever the board.
  const double masks = 2.0 * limits_.most_heads * kTileBytes;
  MemoryNeed need;
  need.per_thread = static_cast<std::uint64_t>(kMargin * most + std::min(masks, most) + 1e6);
  need.shared = static_cast<std::uint64_t>(kMargin * shared_bytes_);
  return need;
}

}  // namespace nqueens::engine
