// list(): threads take prefixes in their order, find the solutions below each, render them, and
// hand them to the ordered output.
#include "nqueens/list.hpp"

#include <fmt/format.h>

#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "base/stopwatch.hpp"
#include "catalog/lexicographic_walk.hpp"
#include "catalog/ordered_output.hpp"
#include "catalog/prefixes.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/topology.hpp"

namespace nqueens {

namespace {

using catalog::LexicographicWalk;
using catalog::OrderedOutput;
using catalog::Piece;
using catalog::PrefixSource;

using Render = std::function<void(const SolutionBlock&, std::string&)>;
using Take = std::function<void(const Piece&)>;

/// Smaller boards are listed before a second thread has started: 2 ms for 11 queens.
constexpr int kThreadsFrom = 12;
/// Solutions of one piece: its text stays in a second-level cache.
constexpr std::size_t kMaxInPiece = 2048;
/// Bytes that may wait for their turn, besides one piece for each thread.
constexpr std::size_t kMaxHeld = std::size_t{16} << 20;
/// Squares tried between two polls of the stop token: some tenths of a millisecond.
constexpr std::uint64_t kSquaresPerPoll = std::uint64_t{1} << 16;
/// Where solutions are rare, a piece that is not full is written after this time.
constexpr double kPatienceSeconds = 0.05;

void check_board_size(int board_size) {
  if (board_size < 0 || board_size > kMaxCountSize) {
    throw InvalidArgument(
        fmt::format("board size out of range: {}; valid are 0 to {}", board_size, kMaxCountSize));
  }
}

int choose_threads(int board_size, const ListOptions& options) {
  if (options.threads != 0) return options.threads;
  if (board_size < kThreadsFrom) return 1;
  return run::default_threads();
}

class Listing {
 public:
  Listing(int board_size, const Render& render, const Take& take, const ListOptions& options)
      : board_size_(board_size),
        options_(options),
        render_(render),
        take_(take),
        prefixes_(board_size, options.unique),
        output_(kMaxHeld, [this](Piece& piece) { return write(piece); }) {}

  /// Called by every thread.
  void run() try {
    LexicographicWalk walk(board_size_);
    while (const std::optional<std::uint64_t> task = begin(walk)) {
      if (!list_below(*task, walk)) return;
      output_.end(*task);
    }
  } catch (...) {
    output_.close();
    throw;
  }

  std::uint64_t written() const { return written_; }
  bool cut() const { return cut_; }

 private:
  /// The next task, with the walk at its prefix; nullopt when there is nothing left to do.
  std::optional<std::uint64_t> begin(LexicographicWalk& walk) {
    const std::lock_guard lock(mutex_);
    if (output_.closed() || !prefixes_.next()) return std::nullopt;
    output_.begin();
    walk.start(prefixes_.columns(), prefixes_.allowed());
    return begun_++;
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
        if (options_.unique && !catalog::is_least_of_orbit(walk.columns())) continue;
        block.add(walk.columns());
        if (block.size() < kMaxInPiece) continue;
      } else {
        budget = kSquaresPerPoll;
        throw_if_stopped();
        if (output_.closed()) return false;
        if (block.empty() || since_flush.seconds() < kPatienceSeconds || !output_.is_first(task)) {
          continue;
        }
      }
      if (!flush(task, block)) return false;
      since_flush = base::Stopwatch();
    }
  }

  void throw_if_stopped() const {
    if (!options_.stop.stop_requested()) return;
    throw Stopped(
        fmt::format("stopped before the list was complete: N = {}; run it again", board_size_));
  }

  bool flush(std::uint64_t task, SolutionBlock& block) {
    if (block.empty()) return true;
    Piece piece{SolutionBlock(board_size_), block.size(), {}};
    if (render_) render_(block, piece.text);
    if (!render_ || options_.limit) piece.solutions = block;
    block.clear();
    return output_.add(task, std::move(piece));
  }

  /// Called by one thread at a time, in the order of the list.
  bool write(Piece& piece) {
    throw_if_stopped();
    if (options_.limit && written_ + piece.number >= *options_.limit) {
      cut_to(piece, *options_.limit - written_);
      cut_ = true;
    }
    take_(piece);
    written_ += piece.number;
    return !cut_;
  }

  void cut_to(Piece& piece, std::uint64_t number) const {
    if (number == piece.number) return;
    SolutionBlock first(board_size_);
    for (std::size_t i = 0; i < number; ++i) first.add(piece.solutions[i]);
    piece.solutions = std::move(first);
    piece.number = number;
    piece.text.clear();
    if (render_) render_(piece.solutions, piece.text);
  }

  const int board_size_;
  const ListOptions& options_;
  const Render& render_;
  const Take& take_;
  std::mutex mutex_;  // of the next two
  PrefixSource prefixes_;
  std::uint64_t begun_ = 0;
  OrderedOutput output_;
  std::uint64_t written_ = 0;  // of the thread that writes
  bool cut_ = false;           // as well
};

ListResult list_all(int board_size, const Render& render, const Take& take,
                    const ListOptions& options) {
  const base::Stopwatch watch;
  check_board_size(board_size);
  ListResult result;
  result.board_size = board_size;
  result.threads = choose_threads(board_size, options);
  if (options.limit == 0) {
    result.complete = false;
  } else if (board_size == 0) {
    Piece empty{SolutionBlock(0), 1, {}};
    empty.solutions.add({});
    if (render) render(empty.solutions, empty.text);
    take(empty);
    result.solutions = 1;
    result.complete = true;
  } else {
    Listing listing(board_size, render, take, options);
    run::Executor(result.threads, options.pinning).run([&](int) { listing.run(); });
    result.solutions = listing.written();
    result.complete = !listing.cut();
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace

ListResult list(int board_size, const std::function<void(const SolutionBlock&)>& take,
                const ListOptions& options) {
  return list_all(
      board_size, Render(), [&take](const Piece& piece) { take(piece.solutions); }, options);
}

ListResult list_text(
    int board_size, const std::function<void(const SolutionBlock&, std::string&)>& render,
    const std::function<void(std::string_view text, std::uint64_t solutions)>& write,
    const ListOptions& options) {
  return list_all(
      board_size, render, [&write](const Piece& piece) { write(piece.text, piece.number); },
      options);
}

}  // namespace nqueens
