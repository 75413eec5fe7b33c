// What the algorithms of solve() share: how often they poll for a stop; Search, which holds the
// arrays of one board and makes one start after another; and Starts, which threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <stop_token>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "run/executor.hpp"

namespace nqueens::solving {

/// Searches poll after this many squares, about one cache miss each: less than a millisecond, so
/// that slow machines also stop within 100 ms.
inline constexpr std::uint64_t kSquaresPerPoll = 8192;
/// They poll after this many where each square may be the first to touch two or three huge pages,
/// which the system then zeroes in up to 2.5 ms each.
inline constexpr std::uint64_t kFreshSquaresPerPoll = 16;
/// Numbers read or written in order between two polls.
inline constexpr std::uint64_t kNumbersPerPoll = std::uint64_t{1} << 18;

/// Calls body(begin, end) for consecutive pieces of [begin, end) of at most `step`, polling before
/// each. False when stopped.
template <typename Body>
bool for_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                const std::stop_token& stop, Body&& body) {
  while (begin < end) {
    if (stop.stop_requested()) return false;
    const std::uint64_t piece_end = end - begin < step ? end : begin + step;
    body(begin, piece_end);
    begin = piece_end;
  }
  return true;
}

/// Sets all elements to zero. False when stopped.
template <typename T>
bool clear(T* data, std::uint64_t size, const std::stop_token& stop) {
  return for_pieces(0, size, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(data + begin, data + end, T{0});
  });
}

/// Appends `begin`, `begin` + 1, ... below `end`. False when stopped.
template <typename Numbers>
bool append_numbers(Numbers& to, std::uint64_t begin, std::uint64_t end,
                    const std::stop_token& stop) {
  return for_pieces(
      begin, end, kNumbersPerPoll, stop, [&](std::uint64_t from, std::uint64_t until) {
        const auto before = static_cast<std::ptrdiff_t>(to.size());
        to.resize(to.size() + (until - from));
        std::iota(to.begin() + before, to.end(), static_cast<typename Numbers::value_type>(from));
      });
}

/// Progress of a search, for any thread to read.
struct SearchProgress {
  std::atomic<std::uint64_t> rows{0};  ///< with a queen, in this start
  std::atomic<std::uint64_t> starts{0};
  std::atomic<bool> is_repairing{false};
  /// Rows of this start that are filled again for an ordered output, while is_putting.
  std::atomic<std::uint64_t> rows_out{0};
  std::atomic<bool> is_putting{false};
};

class FillOutput;
class GivenQueens;

/// What a search may use. All of it must outlive the search.
struct SearchTools {
  run::Executor* executor = nullptr;  ///< null: the calling thread alone
  base::InstructionSet instruction_set = base::InstructionSet::portable;  ///< the best one allowed
  SearchProgress* progress = nullptr;
  std::uint64_t max_moves = 0;         ///< moves after which a start is given up; 0 for no limit
  const GivenQueens* given = nullptr;  ///< null on plain boards
  FillOutput* output = nullptr;        ///< where an algorithm streams; null for memory
  std::span<const Column> start{};     ///< the first start; empty: as all others

  void count_rows(std::uint64_t rows) const {
    if (progress != nullptr) progress->rows.fetch_add(rows);
  }
  void count_rows_out(std::uint64_t rows) const {
    if (progress != nullptr) progress->rows_out.fetch_add(rows);
  }
  int threads() const { return executor == nullptr ? 1 : executor->threads(); }
  /// Calls work(worker) on the threads that share the board, at most `max_threads`.
  void run(const std::function<void(int)>& work, int max_threads = kMaxThreads) const {
    if (executor == nullptr) return work(0);
    executor->run(work, max_threads);
  }
};

/// The search of one thread, or of several that share the board. A start gives rows their queens,
/// then the repair moves queens until none is in conflict.
class Search {
 public:
  virtual ~Search() = default;
  /// Makes and repairs one start. Returns true when no conflict is left, false when it has stalled
  /// or was stopped. It depends on `random` alone, not on earlier starts, and on `columns`, where
  /// they are given: then they are the start. Sets `statistics` of this start, except restarts,
  /// verify_seconds and seconds.
  bool make_start(base::Random& random, const std::stop_token& stop, SolveStatistics& statistics,
                  std::span<const Column> columns = {});
  /// Returns the solution; nothing where it went to SearchTools::output. Precondition: the last
  /// make_start() was true. The search cannot be used again.
  Placement take_placement() { return std::move(columns_); }

 protected:
  Search(std::uint64_t board_size, const SearchTools& tools);

  /// Calls place(row) for every row in order, with room for its column, and counts the rows.
  /// Returns false when stopped.
  template <typename Place>
  bool place_rows(const std::stop_token& stop, Place&& place) {
    return for_pieces(0, size_, kFreshSquaresPerPoll, stop, [&](auto begin, auto end) {
      if (columns_.size() < end) columns_.resize(end);
      for (std::uint64_t row = begin; row < end; ++row) place(row);
      tools_.count_rows(end - begin);
    });
  }

  const std::uint64_t size_;
  const SearchTools tools_;
  Placement columns_;        ///< empty before fill()
  std::uint64_t pairs_ = 0;  ///< attacking pairs, counted by lines

 private:
  /// Clears the counts of the last start. Every start but the first calls it; the first thus
  /// touches no page in vain. This and the next four return false when stopped or stalled.
  virtual bool clear_counts(const std::stop_token& stop) = 0;
  virtual bool fill(base::Random& random, const std::stop_token& stop,
                    SolveStatistics& statistics) = 0;
  /// Fills the board with these columns. Only searches that are Algorithm::search_with_start do.
  virtual bool fill_as(std::span<const Column> /*columns*/, const std::stop_token& /*stop*/) {
    return false;
  }
  virtual bool repair(base::Random& random, const std::stop_token& stop,
                      SolveStatistics& statistics) = 0;
  /// Puts out, after the repair, what is not in columns_ or SearchTools::output yet.
  virtual bool put_rest(const std::stop_token& /*stop*/) { return true; }

  bool used_ = false;  ///< a start has been made
};

struct SearchMaker {
  /// Returns the bytes of the arrays of one search, the placement included.
  std::uint64_t (*memory_bytes)(std::uint64_t board_size);
  /// Throws std::bad_alloc. It is quick on any board: make_start() touches the pages first.
  std::unique_ptr<Search> (*make)(std::uint64_t board_size, const SearchTools& tools);
};

template <typename S>
constexpr SearchMaker search_maker() {
  return {S::memory_bytes,
          [](std::uint64_t board_size, const SearchTools& tools) -> std::unique_ptr<Search> {
            return std::make_unique<S>(board_size, tools);
          }};
}

/// Returns the bytes of the arrays of the windowed search without the placement.
std::uint64_t windowed_fill_bytes(std::uint64_t board_size);
/// More threads would wait for each other: handing out a visit takes almost half a microsecond,
/// making it about twenty.
inline constexpr int kMaxWindowedThreads = 64;

/// Throws NoSolution for the boards of 2 and 3 queens.
void require_solvable(std::uint64_t board_size);

/// Adds all figures but verify_seconds and seconds, which belong to the whole call.
void add(SolveStatistics& sum, const SolveStatistics& more);

/// The starts 0 to `limit` - 1 of one seed, shared by any number of threads. Each start has its own
/// random numbers, so its result does not depend on the thread.
class Starts {
 public:
  Starts(const SearchMaker& search, std::uint64_t board_size, std::uint64_t seed,
         std::uint64_t limit, const std::stop_token& stop);

  /// Makes one start after another and calls `found` for each solution; if it returns false, no
  /// thread begins another start. Every thread calls it; an exception ends all starts.
  using Found = std::function<bool(Placement placement)>;
  void make(const SearchTools& tools, const Found& found);

  /// Adds up all finished starts; restarts are those that stalled.
  SolveStatistics totals() const {
    const std::lock_guard lock(mutex_);
    return totals_;
  }

 private:
  const SearchMaker& search_;
  const std::uint64_t board_size_;
  const std::uint64_t seed_;
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> next_{0};
  mutable std::mutex mutex_;
  SolveStatistics totals_;
  std::stop_source source_;
  std::stop_callback<std::function<void()>> follow_;  ///< passes on the caller's stop
};

}  // namespace nqueens::solving
