// list(): plain boards by a walk in lexicographic order, restricted ones by the MRV search.
#include "nqueens/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <utility>

#include "base/stopwatch.hpp"
#include "domain/problem.hpp"
#include "mrv/walk.hpp"
#include "nqueens/error.hpp"
#include "nqueens/symmetry.hpp"
#include "run/executor.hpp"
#include "run/ordered_output.hpp"

namespace nqueens {

namespace {

using mrv::Cell;
using mrv::Walk;

/// Smaller boards are listed before a second thread has started: 11 queens take 2 ms.
constexpr int kThreadsFrom = 12;
/// Threads poll the stop token after this many squares: a few tenths of a millisecond.
constexpr std::uint64_t kSquaresPerPoll = std::uint64_t{1} << 16;
/// The MRV search polls it after this many queens: some milliseconds.
constexpr std::uint64_t kQueensPerPoll = std::uint64_t{1} << 14;
/// A piece that is not full is written after this many seconds: solutions may be rare.
constexpr double kPatienceSeconds = 0.05;
/// A piece has at most this many solutions, so that its text stays in a second-level cache.
constexpr std::size_t kMaxInPiece = 2048;
/// With a small limit fewer solutions are sorted at once, but at least this many, or every search
/// would be short.
constexpr std::uint64_t kMinSorted = 64;
/// A restricted list has this many tasks for each thread, so that threads end together.
constexpr std::size_t kTasksPerThread = 16;

using RowMask = std::uint32_t;  ///< columns of a row; bit c is column c
using RowMasks = std::array<RowMask, kMaxCountSize>;

/// A depth-first walk over placements row by row, least column first, which gives lexicographic
/// order. The first and the last row are parameters: the same code walks over prefixes and over the
/// completions of one.
class LexicographicWalk {
 public:
  using Step = Walk::Step;

  explicit LexicographicWalk(int rows) : last_row_(rows) {}

  /// Starts again: the first rows have the columns of `prefix`, the others may use those of their
  /// mask. The masks must outlive the walk. Precondition: the prefix has no attacking pair.
  void start(std::span<const std::uint8_t> prefix, const RowMasks& allowed) {
    allowed_ = &allowed;
    first_row_ = static_cast<int>(prefix.size());
    Attacks state;
    for (int row = 0; row < first_row_; ++row) {
      columns_[index(row)] = prefix[index(row)];
      state = state.with(RowMask{1} << prefix[index(row)]);
    }
    row_ = first_row_;
    ended_ = false;
    if (row_ == last_row_) return;
    states_[index(row_)] = state;
    free_[index(row_)] = free_columns(row_, state);
  }

  /// Finds the next placement. Each square tried takes one from the budget; `spent` when it is 0.
  Step next(std::uint64_t& budget) {
    if (ended_) return Step::exhausted;
    if (row_ == last_row_) {
      if (first_row_ == last_row_) {  // the prefix is the only placement
        ended_ = true;
        return Step::found;
      }
      --row_;
    }
    // Local variables: members would be written back at every step.
    int row = row_;
    Attacks state = states_[index(row)];
    RowMask free = free_[index(row)];
    const auto leave = [&](Step step) {
      row_ = row;
      states_[index(row)] = state;
      free_[index(row)] = free;
      return step;
    };
    for (;;) {
      if (free == 0) {
        if (row == first_row_) break;
        --row;
        state = states_[index(row)];
        free = free_[index(row)];
        continue;
      }
      if (budget == 0) return leave(Step::spent);
      --budget;
      const RowMask queen = free & (~free + 1);
      free ^= queen;
      const Attacks below = state.with(queen);
      if (row + 1 == last_row_) {
        columns_[index(row)] = static_cast<std::uint8_t>(std::countr_zero(queen));
        leave(Step::found);
        ++row_;
        return Step::found;
      }
      // Most squares leave none free for the row below.
      const RowMask free_below = free_columns(row + 1, below);
      if (free_below == 0) continue;
      columns_[index(row)] = static_cast<std::uint8_t>(std::countr_zero(queen));
      states_[index(row)] = state;
      free_[index(row)] = free;
      ++row;
      state = below;
      free = free_below;
    }
    ended_ = true;
    return Step::exhausted;
  }

  std::span<const std::uint8_t> columns() const { return {columns_.data(), index(last_row_)}; }

 private:
  struct Attacks {
    RowMask columns = 0;
    RowMask diagonals = 0;
    RowMask antidiagonals = 0;
    Attacks with(RowMask queen) const {
      return {columns | queen, (diagonals | queen) << 1, (antidiagonals | queen) >> 1};
    }
  };

  static std::size_t index(int row) { return static_cast<std::size_t>(row); }

  RowMask free_columns(int row, const Attacks& state) const {
    return (*allowed_)[index(row)] & ~(state.columns | state.diagonals | state.antidiagonals);
  }

  int last_row_;
  int first_row_ = 0;
  int row_ = 0;
  bool ended_ = true;
  const RowMasks* allowed_ = nullptr;
  std::array<Attacks, kMaxCountSize> states_{};
  std::array<RowMask, kMaxCountSize> free_{};
  std::array<std::uint8_t, kMaxCountSize> columns_{};
};

/// Tells whether none of the eight images is lexicographically less. Precondition: a permutation of
/// at most kMaxCountSize columns. O(N), nearly always only a few comparisons.
bool is_least_of_orbit(std::span<const std::uint8_t> columns) {
  const std::size_t size = columns.size();
  const auto last = static_cast<int>(size) - 1;
  std::array<std::uint8_t, kMaxCountSize> rows{};  // by column: the transposed placement
  for (std::size_t row = 0; row < size; ++row) rows[columns[row]] = static_cast<std::uint8_t>(row);
  // The seven images are the placement and its transpose, read forward or backward, with columns
  // counted from the left or from the right.
  const auto is_less = [&](const std::uint8_t* image, bool backward, bool mirrored) {
    for (std::size_t row = 0; row < size; ++row) {
      const int column = image[backward ? size - 1 - row : row];
      const int difference = (mirrored ? last - column : column) - columns[row];
      if (difference != 0) return difference < 0;
    }
    return false;
  };
  const std::uint8_t* const own = columns.data();
  const std::uint8_t* const transposed = rows.data();
  return !is_less(own, false, true) && !is_less(own, true, false) && !is_less(own, true, true) &&
         !is_less(transposed, false, false) && !is_less(transposed, false, true) &&
         !is_less(transposed, true, false) && !is_less(transposed, true, true);
}

RowMasks all_columns(int board_size) {
  RowMasks masks{};
  for (int row = 0; row < board_size; ++row) {
    masks[static_cast<std::size_t>(row)] = ~RowMask{0} >> (kMaxCountSize - board_size);
  }
  return masks;
}

/// Returns the columns that rows below row 0 may use in a solution that is the least of its orbit
/// and begins with `first_column`. Every image begins with the distance of some edge queen from a
/// corner, so no queen on the edge may be nearer to a corner than `first_column`. (Where distances
/// are equal, is_least_of_orbit() decides.)
RowMasks columns_of_least(int board_size, int first_column) {
  RowMasks masks = all_columns(board_size);
  const int last = board_size - 1;
  const RowMask sides = RowMask{1} | RowMask{1} << last;
  const auto is_near_corner = [&](int place) {
    return place < first_column || place > last - first_column;
  };
  for (int row = 1; row < board_size; ++row) {
    if (is_near_corner(row)) masks[static_cast<std::size_t>(row)] &= ~sides;
  }
  for (int column = 0; column < board_size; ++column) {
    if (is_near_corner(column)) masks[static_cast<std::size_t>(last)] &= ~(RowMask{1} << column);
  }
  return masks;
}

/// The tasks of a plain list in lexicographic order: prefixes of queens, and the columns that the
/// rows below may use. They are made one at a time, since large boards have millions.
class PrefixSource {
 public:
  /// Precondition: board_size >= 1. With `fundamental` only prefixes and columns are made that the
  /// least solution of an orbit can have.
  PrefixSource(int board_size, bool fundamental) : walk_(prefix_rows(board_size)) {
    const int first_columns = fundamental ? (board_size + 1) / 2 : board_size;
    for (int column = 0; column < first_columns; ++column) {
      masks_.push_back(fundamental ? columns_of_least(board_size, column)
                                   : all_columns(board_size));
    }
  }

  /// Makes the next prefix; false when there is none left.
  bool next() {
    std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
    while (first_column_ < 0 || walk_.next(budget) != LexicographicWalk::Step::found) {
      if (first_column_ + 1 >= static_cast<int>(masks_.size())) return false;
      ++first_column_;
      const std::array<std::uint8_t, 1> first = {static_cast<std::uint8_t>(first_column_)};
      walk_.start(first, allowed());
    }
    return true;
  }
  std::span<const std::uint8_t> columns() const { return walk_.columns(); }
  const RowMasks& allowed() const { return masks_[static_cast<std::size_t>(first_column_)]; }

 private:
  /// On boards up to 18 each prefix has some hundred solutions (a few kilobytes of text), found in
  /// tens of microseconds.
  static int prefix_rows(int board_size) { return std::clamp((board_size - 8) / 2, 1, 7); }

  std::vector<RowMasks> masks_;  ///< by the column of row 0
  LexicographicWalk walk_;
  int first_column_ = -1;
};

/// Consecutive solutions and their text, if any.
struct Piece {
  SolutionBlock solutions;
  std::uint64_t number = 0;  ///< the number of solutions, also where the block is empty
  std::string text;
};

using Render = std::function<void(const SolutionBlock&, std::string&)>;
using Take = std::function<void(const Piece&)>;

/// All lists share this: threads take tasks in the order of the list and render the solutions they
/// find, texts are handed over in order, and a limit or a stop can end the list early.
class SolutionListing {
 public:
  /// All arguments must outlive it. Adds to result.solutions; the board size is set already.
  SolutionListing(ListResult& result, const Render& render, const Take& take,
                  const ListOptions& options)
      : result_(result),
        options_(options),
        render_(render),
        take_(take),
        output_([this](Piece& piece) { return write(piece); }) {}
  virtual ~SolutionListing() = default;
  SolutionListing(const SolutionListing&) = delete;
  SolutionListing& operator=(const SolutionListing&) = delete;

  void run() try { list_tasks(); } catch (...) {
    if (output_.close()) throw;
  }

  bool is_cut() const { return is_cut_; }

 protected:
  int rows() const { return result_.rows; }
  const ListOptions& options() const { return options_; }
  run::OrderedOutput<Piece>& output() { return output_; }

  void throw_if_stopped() const {
    if (!options_.stop.stop_requested()) return;
    throw Stopped(fmt::format(
        "stopped before the list of a board of {} rows was complete; run it again", rows()));
  }

  /// Hands over the solutions of the block and clears it. False when no more are wanted.
  bool flush(std::uint64_t task, SolutionBlock& block) {
    if (block.empty()) return true;
    Piece piece{SolutionBlock(rows()), block.size(), {}};
    if (render_) render_(block, piece.text);
    if (!render_ || options_.limit) piece.solutions = block;
    block.clear();
    const std::size_t bytes =
        piece.text.size() + piece.solutions.size() * static_cast<std::size_t>(rows());
    return output_.add(task, std::move(piece), bytes);
  }

 private:
  virtual void list_tasks() = 0;

  /// One thread at a time calls it, in the order of the list.
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
    piece = {std::move(first), number, {}};
    if (render_) render_(piece.solutions, piece.text);
  }

  ListResult& result_;  // used by the writing thread only, like is_cut_
  const ListOptions& options_;
  const Render& render_;
  const Take& take_;
  run::OrderedOutput<Piece> output_;
  bool is_cut_ = false;
};

/// Lists a plain board of at most kMaxCountSize rows by a walk in lexicographic order.
class PlainListing : public SolutionListing {
 public:
  PlainListing(ListResult& result, const Render& render, const Take& take,
               const ListOptions& options)
      : SolutionListing(result, render, take, options), prefixes_(rows(), options.fundamental) {}

 private:
  void list_tasks() override {
    LexicographicWalk walk(rows());
    const auto take_next = [&] {
      if (!prefixes_.next()) return false;
      walk.start(prefixes_.columns(), prefixes_.allowed());
      return true;
    };
    while (const std::optional<std::uint64_t> task = output().begin(take_next)) {
      if (!list_below(*task, walk)) return;
      output().end(*task);
    }
  }

  /// False when no more solutions are wanted.
  bool list_below(std::uint64_t task, LexicographicWalk& walk) {
    SolutionBlock block(rows());
    base::Stopwatch since_flush;
    std::uint64_t budget = kSquaresPerPoll;
    for (;;) {
      const LexicographicWalk::Step step = walk.next(budget);
      if (step == LexicographicWalk::Step::exhausted) return flush(task, block);
      if (step == LexicographicWalk::Step::found) {
        if (options().fundamental && !is_least_of_orbit(walk.columns())) continue;
        block.add(walk.columns());
        if (block.size() < kMaxInPiece) continue;
      } else {
        budget = kSquaresPerPoll;
        throw_if_stopped();
        if (output().closed()) return false;
        if (block.empty() || since_flush.seconds() < kPatienceSeconds || !output().is_first(task)) {
          continue;
        }
      }
      if (!flush(task, block)) return false;
      since_flush = base::Stopwatch();
    }
  }

  PrefixSource prefixes_;
};

/// Tells whether no image under the symmetries is lexicographically less. Precondition: they map
/// the board to itself. O(symmetries * rows).
bool is_least_of_images(std::span<const std::uint8_t> columns, std::span<const Symmetry> symmetries,
                        const Problem& problem) {
  const auto width = static_cast<std::uint64_t>(problem.columns());
  std::array<std::uint8_t, kMaxProblemSize> turned{};
  for (const Symmetry symmetry : symmetries) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      const Square to = image(symmetry, {row, columns[row]}, columns.size(), width);
      turned[to.row] = static_cast<std::uint8_t>(to.column);
    }
    if (std::ranges::lexicographical_compare(std::span(turned).first(columns.size()), columns)) {
      return false;
    }
  }
  return true;
}

/// Lists a restricted board in lexicographic order, although the MRV search finds solutions in
/// another order: few solutions below a prefix are collected and sorted; with more, the prefix is
/// extended by a row.
class RestrictedListing : public SolutionListing {
 public:
  RestrictedListing(const Problem& problem, ListResult& result, const Render& render,
                    const Take& take, const ListOptions& options)
      : SolutionListing(result, render, take, options),
        problem_(problem),
        max_sorted_(static_cast<std::size_t>(std::clamp<std::uint64_t>(
            options.limit.value_or(kMaxInPiece), kMinSorted, kMaxInPiece))),
        prefixes_(1) {
    if (options.fundamental) symmetries_ = symmetries_of(board_of(problem));
    std::erase(symmetries_, Symmetry::identity);
    // One thread is fastest without prefixes, since MRV beats going row by row.
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
  using Prefix = std::vector<Cell>;

  void list_tasks() override {
    const auto is_one_left = [this] { return begun_++ < prefixes_.size(); };
    while (const std::optional<std::uint64_t> task = output().begin(is_one_left)) {
      if (!list_below(*task, prefixes_[static_cast<std::size_t>(*task)])) return;
      output().end(*task);
    }
  }

  /// False when no more solutions are wanted.
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
        if (output().closed()) return false;
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
    // GCC 12 warns, falsely, of the order that vectors have themselves.
    std::ranges::sort(found, std::ranges::lexicographical_compare);
    SolutionBlock block(rows());
    for (const std::vector<std::uint8_t>& columns : found) block.add(columns);
    return flush(task, block);
  }

  /// Extends the prefix by each possible queen in the next row, in ascending order of columns.
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
  std::vector<Symmetry> symmetries_;  ///< without identity; the least of each orbit is listed
  std::size_t max_sorted_;            ///< at most this many are sorted at once
  std::vector<Prefix> prefixes_;      ///< the tasks
  std::size_t begun_ = 0;             ///< of prefixes_
};

ListResult list_all(const Board& board, const Render& render, const Take& take,
                    const ListOptions& options) {
  const Problem problem(board);
  ListResult result;
  result.rows = problem.rows();
  const bool is_small = options.threads == 0 && problem.columns() < kThreadsFrom;
  result.threads = is_small ? 1 : run::useful_threads(options.threads);
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
    std::unique_ptr<SolutionListing> listing;
    if (problem.is_plain() && problem.board_size() <= kMaxCountSize) {
      listing = std::make_unique<PlainListing>(result, render, take, options);
    } else {
      listing = std::make_unique<RestrictedListing>(problem, result, render, take, options);
    }
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
