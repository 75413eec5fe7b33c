// list(): chooses the way to list a board; plain boards by a walk in lexicographic order,
// restricted ones by the search of the tightest line.
#include "nqueens/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "catalog/ordered_output.hpp"
#include "catalog/prefixes.hpp"
#include "domain/problem.hpp"
#include "nqueens/error.hpp"
#include "nqueens/symmetry.hpp"
#include "run/executor.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens {

namespace {

using catalog::LexicographicWalk;
using catalog::OrderedOutput;
using catalog::Piece;
using catalog::PrefixSource;
using tightest_line::Cell;
using tightest_line::Walk;

using Render = std::function<void(const SolutionBlock&, std::string&)>;
using Take = std::function<void(const Piece&)>;

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
/// Tasks for each thread, that none waits long for the last one.
constexpr std::size_t kTasksPerThread = 16;
/// Queens placed between two polls of the stop token: some milliseconds.
constexpr std::uint64_t kQueensPerPoll = std::uint64_t{1} << 14;
/// With a small limit fewer solutions are sorted at once, but not so few that every search is
/// short.
constexpr std::uint64_t kLeastSorted = 64;
/// Bytes that may wait for their turn, besides one piece for each thread.
constexpr std::size_t kMaxHeld = std::size_t{16} << 20;

/// Solutions of one piece: its text stays in a second-level cache.
constexpr std::size_t kMaxInPiece = 2048;

/// What all lists share: tasks that threads take in the order of the list, solutions rendered by
/// the thread that found them, texts handed over in order, the limit and the early end.
class Listing {
 public:
  /// All must outlive it. Counts the solutions in the result, whose board size is known.
  Listing(ListResult& result, const Render& render, const Take& take, const ListOptions& options)
      : result_(result),
        options_(options),
        render_(render),
        take_(take),
        output_(kMaxHeld, [this](Piece& piece) { return write(piece); }) {}
  virtual ~Listing() = default;
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  /// Called by every thread.
  void run() try { list_tasks(); } catch (...) {
    output_.close();
    throw;
  }

  /// Whether the limit has ended the list.
  bool is_cut() const { return is_cut_; }

 protected:
  int rows() const { return result_.board_size; }
  const ListOptions& options() const { return options_; }

  /// Begins the next task and returns its number; nullopt when nothing is left to do. `take_next`
  /// takes the task, false when there is none; it is called by one thread at a time.
  std::optional<std::uint64_t> begin(const std::function<bool()>& take_next) {
    const std::lock_guard lock(mutex_);
    if (output_.closed() || !take_next()) return std::nullopt;
    output_.begin();
    return begun_++;
  }
  void end(std::uint64_t task) { output_.end(task); }
  /// Nothing more is wanted.
  bool closed() const { return output_.closed(); }
  bool is_first(std::uint64_t task) const { return output_.is_first(task); }

  void throw_if_stopped() const {
    if (!options_.stop.stop_requested()) return;
    throw Stopped(fmt::format(
        "stopped before the list of a board of {} rows was complete; run it again", rows()));
  }

  /// Hands the solutions of the block over and clears it. False when nothing more is wanted.
  bool flush(std::uint64_t task, SolutionBlock& block) {
    if (block.empty()) return true;
    Piece piece{SolutionBlock(rows()), block.size(), {}};
    if (render_) render_(block, piece.text);
    if (!render_ || options_.limit) piece.solutions = block;
    block.clear();
    return output_.add(task, std::move(piece));
  }

 private:
  /// Lists task after task until begin() has none.
  virtual void list_tasks() = 0;

  /// Called by one thread at a time, in the order of the list.
  bool write(Piece& piece) {
    throw_if_stopped();
    if (options_.limit && result_.solutions + piece.number >= *options_.limit) {
      cut_to(piece, *options_.limit - result_.solutions);
      is_cut_ = true;
    }
    take_(piece);
    result_.solutions += piece.number;
    return !is_cut_;
  }

  void cut_to(Piece& piece, std::uint64_t number) const {
    if (number == piece.number) return;
    SolutionBlock first(rows());
    for (std::size_t i = 0; i < number; ++i) first.add(piece.solutions[i]);
    piece.solutions = std::move(first);
    piece.number = number;
    piece.text.clear();
    if (render_) render_(piece.solutions, piece.text);
  }

  ListResult& result_;  // of the thread that writes, like is_cut_
  const ListOptions& options_;
  const Render& render_;
  const Take& take_;
  std::mutex mutex_;  // of the tasks
  std::uint64_t begun_ = 0;
  OrderedOutput output_;
  bool is_cut_ = false;
};

/// The list of a plain board to kMaxCountSize: a walk in lexicographic order.
class PlainListing : public Listing {
 public:
  PlainListing(ListResult& result, const Render& render, const Take& take,
               const ListOptions& options)
      : Listing(result, render, take, options), prefixes_(rows(), options.unique) {}

 private:
  void list_tasks() override {
    LexicographicWalk walk(rows());
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
    SolutionBlock block(rows());
    base::Stopwatch since_flush;
    std::uint64_t budget = kSquaresPerPoll;
    for (;;) {
      const LexicographicWalk::Step step = walk.next(budget);
      if (step == LexicographicWalk::Step::exhausted) return flush(task, block);
      if (step == LexicographicWalk::Step::found) {
        if (options().unique && !catalog::is_least_of_orbit(walk.columns())) continue;
        block.add(walk.columns());
        if (block.size() < kMaxInPiece) continue;
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

  PrefixSource prefixes_;
};

/// True when no image under the symmetries is lexicographically less. They must map the board of
/// the problem to itself. O(symmetries * rows).
bool is_least_of_images(std::span<const std::uint8_t> columns, std::span<const Symmetry> symmetries,
                        const Problem& problem) {
  const auto width = static_cast<std::uint64_t>(problem.columns());
  std::array<std::uint8_t, kMaxProblemSize> turned{};
  for (const Symmetry symmetry : symmetries) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      const Square to = image(symmetry, {row, columns[row]}, columns.size(), width);
      turned[to.row] = static_cast<std::uint8_t>(to.column);
    }
    if (std::lexicographical_compare(turned.begin(),
                                     turned.begin() + static_cast<std::ptrdiff_t>(columns.size()),
                                     columns.begin(), columns.end())) {
      return false;
    }
  }
  return true;
}

/// The list of a restricted board, in lexicographic order though the search by the tightest line
/// finds solutions in another: few enough solutions below a prefix are found and sorted, else the
/// prefix is made longer by a row.
class RestrictedListing : public Listing {
 public:
  /// All must outlive it. Precondition: the problem has rows.
  RestrictedListing(const Problem& problem, ListResult& result, const Render& render,
                    const Take& take, const ListOptions& options)
      : Listing(result, render, take, options),
        problem_(problem),
        max_sorted_(static_cast<std::size_t>(std::clamp<std::uint64_t>(
            options.limit.value_or(kMaxInPiece), kLeastSorted, kMaxInPiece))),
        prefixes_(1) {
    if (options.unique) symmetries_ = symmetries_of(board_of(problem));
    std::erase(symmetries_, Symmetry::identity);
    // One thread does best without: the search chooses its lines better than row by row.
    const std::size_t tasks =
        result.threads == 1 ? 1 : kTasksPerThread * static_cast<std::size_t>(result.threads);
    for (int row = 0; row < problem.rows() && prefixes_.size() < tasks; ++row) {
      std::vector<Prefix> next;
      for (const Prefix& prefix : prefixes_) {
        for (Prefix& child : longer(prefix)) next.push_back(std::move(child));
      }
      prefixes_ = std::move(next);
    }
  }

 private:
  /// The queens of the first rows.
  using Prefix = std::vector<Cell>;

  void list_tasks() override {
    std::size_t own = 0;
    const auto take_next = [&] {
      own = taken_;
      return taken_ < prefixes_.size() && (++taken_, true);
    };
    while (const std::optional<std::uint64_t> task = begin(take_next)) {
      if (!list_below(*task, prefixes_[own])) return;
      end(*task);
    }
  }

  /// False when nothing more is wanted.
  bool list_below(std::uint64_t task, const Prefix& prefix) {
    Walk walk(problem_);
    walk.start(prefix);
    std::vector<std::vector<std::uint8_t>> found;
    std::uint64_t budget = kQueensPerPoll;
    for (;;) {
      const Walk::Step step = walk.next(budget);
      if (step == Walk::Step::exhausted) break;
      if (step == Walk::Step::spent) {
        budget = kQueensPerPoll;
        throw_if_stopped();
        if (closed()) return false;
        continue;
      }
      if (!is_least_of_images(walk.columns(), symmetries_, problem_)) continue;
      if (found.size() == max_sorted_) {
        found.clear();
        for (const Prefix& child : longer(prefix)) {
          if (!list_below(task, child)) return false;
        }
        return true;
      }
      found.emplace_back(walk.columns().begin(), walk.columns().end());
    }
    std::sort(found.begin(), found.end());
    SolutionBlock block(rows());
    for (const std::vector<std::uint8_t>& columns : found) block.add(columns);
    return flush(task, block);
  }

  /// The prefix with a queen in the next row, in ascending order of columns.
  std::vector<Prefix> longer(const Prefix& prefix) const {
    const auto row = static_cast<int>(prefix.size());
    std::uint64_t free = problem_.allowed(row);
    for (const Cell& queen : prefix) free &= ~problem_.attacked(queen.row, queen.column, row);
    std::vector<Prefix> children;
    for (; free != 0; free &= free - 1) {
      Prefix& child = children.emplace_back(prefix);
      child.push_back(
          {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(std::countr_zero(free))});
    }
    return children;
  }

  const Problem& problem_;
  std::vector<Symmetry> symmetries_;  ///< whose least images are listed; identity left out
  std::size_t max_sorted_;            ///< solutions that are sorted at once
  std::vector<Prefix> prefixes_;      ///< the tasks
  std::size_t taken_ = 0;             ///< of the tasks, under the mutex of begin()
};

std::unique_ptr<Listing> make_listing(const Problem& problem, ListResult& result,
                                      const Render& render, const Take& take,
                                      const ListOptions& options) {
  if (problem.is_plain() && problem.board_size() <= kMaxCountSize) {
    return std::make_unique<PlainListing>(result, render, take, options);
  }
  return std::make_unique<RestrictedListing>(problem, result, render, take, options);
}

ListResult list_all(const Board& board, const Render& render, const Take& take,
                    const ListOptions& options) {
  const Problem problem(board);
  ListResult result;
  result.board_size = problem.rows();
  result.threads = choose_threads(problem, options);
  base::timed(result, result.seconds, [&] {
    if (options.limit == 0) return;
    if (problem.rows() == 0) {
      Piece empty{SolutionBlock(0), 1, {}};
      empty.solutions.add({});
      if (render) render(empty.solutions, empty.text);
      take(empty);
      result.solutions = 1;
      result.complete = true;
      return;
    }
    run::Executor executor(result.threads, options.pinning);
    const auto listing = make_listing(problem, result, render, take, options);
    executor.run([&](int) { listing->run(); });
    result.complete = !listing->is_cut();
  });
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
