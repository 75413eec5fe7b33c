// Solutions by symmetry class: all by count(), the symmetric ones directly, the fundamental ones by
// Burnside's lemma.
#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "api/pipeline.hpp"
#include "counting/symmetric.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"

namespace nqueens {

namespace {

/// Rows of pairs that a task fixes: some hundred tasks on boards that take seconds.
constexpr int kPrefixRows = 2;

}  // namespace

WideCount count_point_symmetric(int board_size, const CountOptions& options) {
  static_cast<void>(api::plain_board(board_size));  // the range check
  if (board_size < 2) return 1;
  const auto prefixes = counting::half_turn_prefixes(board_size, kPrefixRows);
  run::Executor executor(options.threads, options.pinning);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  WideCount total = 0;
  executor.run([&](int) {
    WideCount sum = 0;
    while (!options.stop.stop_requested()) {
      const std::size_t position = next.fetch_add(1, std::memory_order_relaxed);
      if (position >= prefixes.size()) break;
      std::uint64_t solutions = 0;
      if (!counting::count_half_turn(board_size, prefixes[position], options.stop, solutions))
        break;
      sum += solutions;
    }
    const std::lock_guard guard(mutex);
    total += sum;
  });
  if (options.stop.stop_requested()) {
    throw Stopped("stopped: the point-symmetric solutions are not all counted; nothing was kept");
  }
  return 2 * total;  // the prefixes hold the half with the first queen on the left
}

WideCount count_quarter_turn_symmetric(int board_size) {
  static_cast<void>(api::plain_board(board_size));  // the range check
  return counting::count_quarter_turn(board_size);
}

SymmetryCounts count_by_symmetry(int board_size, const CountOptions& options) {
  SymmetryCounts counts;
  counts.board_size = board_size;
  counts.count = count(board_size, options);
  counts.all = counts.count.solutions;
  counts.point_symmetric = count_point_symmetric(board_size, options);
  counts.quarter_turn_symmetric = count_quarter_turn_symmetric(board_size);
  if (board_size < 2) {
    counts.fundamental = 1;  // the one placement is equal to all its images, mirrored ones too
    return counts;
  }
  const WideCount burnside =
      counts.all + counts.point_symmetric + 2 * counts.quarter_turn_symmetric;
  if (burnside % 8 != 0) {
    throw Error(
        fmt::format("internal error: Q + P + 2 R = {} is not a multiple of 8 for N = {}; "
                    "one of the counts is wrong",
                    to_string(burnside), board_size));
  }
  counts.fundamental = burnside / 8;
  return counts;
}

}  // namespace nqueens
