// Solutions by symmetry class: all by count(), the symmetric ones directly, the fundamental ones by
// Burnside's lemma.
#include <fmt/format.h>

#include <algorithm>
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

[[noreturn]] void report_stop() {
  throw Stopped("stopped: the symmetric solutions are not all counted; nothing was kept");
}

WideCount count_fixed(const Problem& problem, Symmetry symmetry, const CountOptions& options) {
  std::uint64_t solutions = 0;
  if (!counting::count_fixed(problem, symmetry, options.stop, solutions)) report_stop();
  return solutions;
}

}  // namespace

WideCount count_point_symmetric(int board_size, const CountOptions& options) {
  api::require_countable_size(board_size);
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
  if (options.stop.stop_requested()) report_stop();
  return 2 * total;  // the prefixes hold the half with the first queen on the left
}

WideCount count_quarter_turn_symmetric(int board_size) {
  api::require_countable_size(board_size);
  return counting::count_quarter_turn(board_size);
}

bool may_equal_mirror_images(const Board& board) {
  return board.variant() == Variant::semi || (board.rows() < 2 && !Problem(board).is_plain());
}

std::vector<Orbits> SymmetryCounts::orbits() const {
  if (may_equal_mirror_images(count.board)) return {};
  if (count.board.rows() < 2) return {{1, all, all}};
  // A solution has as many images as symmetries are kept, fewer where it equals some of them.
  const auto kept = [&](Symmetry symmetry, WideCount equal) {
    return std::count(symmetries.begin(), symmetries.end(), symmetry) > 0 ? equal : 0;
  };
  const WideCount halves = kept(Symmetry::half_turn, point_symmetric);
  const WideCount quarters = kept(Symmetry::quarter_turn, quarter_turn_symmetric);
  const int order = static_cast<int>(symmetries.size());
  std::vector<Orbits> rows = {{order, 0, all - halves}};
  if (order % 2 == 0) rows.push_back({order / 2, 0, halves - quarters});
  if (order % 4 == 0) rows.push_back({order / 4, 0, quarters});
  for (Orbits& row : rows) row.number = row.solutions / static_cast<WideCount>(row.size);
  return rows;
}

SymmetryCounts count_by_symmetry(const Board& board, const CountOptions& options) {
  SymmetryCounts counts;
  counts.count = count(board, options);
  counts.all = counts.count.solutions;
  counts.symmetries = symmetries_of(board);
  const Problem problem(board);
  const auto size = static_cast<int>(board.rows());
  const bool is_plain = problem.is_plain();
  counts.point_symmetric = is_plain ? count_point_symmetric(size, options)
                                    : count_fixed(problem, Symmetry::half_turn, options);
  counts.quarter_turn_symmetric = is_plain ? count_quarter_turn_symmetric(size)
                                           : count_fixed(problem, Symmetry::quarter_turn, options);
  // Burnside: there are as many orbits as solutions that a symmetry maps to themselves, on average.
  WideCount fixed = 0;
  for (const Symmetry symmetry : counts.symmetries) {
    switch (symmetry) {
      case Symmetry::identity:
        fixed += counts.all;
        break;
      case Symmetry::half_turn:
        fixed += counts.point_symmetric;
        break;
      case Symmetry::quarter_turn:
      case Symmetry::three_quarter_turn:
        fixed += counts.quarter_turn_symmetric;
        break;
      default:  // On plain boards only the one placement of up to one queen equals its mirror
                // image.
        fixed += is_plain ? WideCount{size < 2} : count_fixed(problem, symmetry, options);
    }
  }
  const WideCount order = counts.symmetries.size();
  if (fixed % order != 0) {
    throw Error(
        fmt::format("internal error: {} solutions are fixed by {} symmetries, which is no whole "
                    "number of orbits; one of the counts is wrong",
                    to_string(fixed), counts.symmetries.size()));
  }
  counts.fundamental = fixed / order;
  return counts;
}

}  // namespace nqueens
