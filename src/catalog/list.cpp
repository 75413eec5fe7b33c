// list(): chooses the way to list a board, and lists plain boards.
#include "nqueens/list.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/stopwatch.hpp"
#include "catalog/lexicographic_walk.hpp"
#include "catalog/listing.hpp"
#include "catalog/prefixes.hpp"
#include "catalog/restricted_listing.hpp"
#include "domain/problem.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/topology.hpp"

namespace nqueens {

namespace {

using catalog::LexicographicWalk;
using catalog::Piece;
using catalog::PrefixSource;
using catalog::Render;
using catalog::Take;

/// Smaller boards are listed before a second thread has started: 2 ms for 11 queens.
constexpr int kThreadsFrom = 12;
/// Squares tried between two polls of the stop token: some tenths of a millisecond.
constexpr std::uint64_t kSquaresPerPoll = std::uint64_t{1} << 16;
/// Where solutions are rare, a piece that is not full is written after this time.
constexpr double kPatienceSeconds = 0.05;

int choose_threads(const Problem& problem, const ListOptions& options) {
  if (options.threads != 0) return run::useful_threads(options.threads);
  if (problem.columns() < kThreadsFrom) return 1;
  return run::default_threads();
}

/// The list of a plain board to kMaxCountSize: a walk in lexicographic order.
class PlainListing : public catalog::Listing {
 public:
  PlainListing(int board_size, const Render& render, const Take& take, const ListOptions& options)
      : Listing(board_size, render, take, options),
        board_size_(board_size),
        prefixes_(board_size, options.unique) {}

 private:
  void list_tasks() override {
    LexicographicWalk walk(board_size_);
    const auto take_next = [&] {
      if (!prefixes_.next()) return false;
      walk.start(prefixes_.columns(), prefixes_.allowed());
      return true;
    };
    while (const std::optional<std::uint64_t> task = begin(take_next)) {
      if (!list_below(*task, walk)) return;
      end(*task);
    }
  }

  /// False when nothing more is wanted.
  bool list_below(std::uint64_t task, LexicographicWalk& walk) {
    SolutionBlock block(board_size_);
    base::Stopwatch since_flush;
    std::uint64_t budget = kSquaresPerPoll;
    for (;;) {
      const LexicographicWalk::Step step = walk.next(budget);
      if (step == LexicographicWalk::Step::exhausted) return flush(task, block);
      if (step == LexicographicWalk::Step::found) {
        if (options().unique && !catalog::is_least_of_orbit(walk.columns())) continue;
        block.add(walk.columns());
        if (block.size() < catalog::kMaxInPiece) continue;
      } else {
        budget = kSquaresPerPoll;
        throw_if_stopped();
        if (closed()) return false;
        if (block.empty() || since_flush.seconds() < kPatienceSeconds || !is_first(task)) continue;
      }
      if (!flush(task, block)) return false;
      since_flush = base::Stopwatch();
    }
  }

  const int board_size_;
  PrefixSource prefixes_;
};

std::unique_ptr<catalog::Listing> make_listing(const Problem& problem, int threads,
                                               const Render& render, const Take& take,
                                               const ListOptions& options) {
  if (problem.is_plain() && problem.board_size() <= kMaxCountSize) {
    return std::make_unique<PlainListing>(problem.board_size(), render, take, options);
  }
  return std::make_unique<catalog::RestrictedListing>(problem, threads, render, take, options);
}

ListResult list_all(const Board& board, const Render& render, const Take& take,
                    const ListOptions& options) {
  const base::Stopwatch watch;
  const Problem problem(board);
  ListResult result;
  result.board_size = problem.rows();
  result.threads = choose_threads(problem, options);
  if (options.limit == 0) {
    result.complete = false;
  } else if (problem.rows() == 0) {
    Piece empty{SolutionBlock(0), 1, {}};
    empty.solutions.add({});
    if (render) render(empty.solutions, empty.text);
    take(empty);
    result.solutions = 1;
    result.complete = true;
  } else {
    run::Executor executor(result.threads, options.pinning);
    const auto listing = make_listing(problem, result.threads, render, take, options);
    try {
      executor.run([&](int) { listing->run(); });
    } catch (Error& error) {
      result.solutions = listing->written();
      result.seconds = watch.seconds();
      error.so_far = fields(result);
      throw;
    }
    result.solutions = listing->written();
    result.complete = !listing->cut();
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace

ListResult list(const Board& board, const std::function<void(const SolutionBlock&)>& take,
                const ListOptions& options) {
  return list_all(
      board, Render(), [&take](const Piece& piece) { take(piece.solutions); }, options);
}

ListResult list_text(
    const Board& board, const std::function<void(const SolutionBlock&, std::string&)>& render,
    const std::function<void(std::string_view text, std::uint64_t solutions)>& write,
    const ListOptions& options) {
  return list_all(
      board, render, [&write](const Piece& piece) { write(piece.text, piece.number); }, options);
}

}  // namespace nqueens
