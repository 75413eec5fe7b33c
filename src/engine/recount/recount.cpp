#include "engine/recount/recount.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

namespace nqueens::engine {

namespace {

class PlacementListing {
 public:
  PlacementListing(const Problem& problem, const std::stop_token& stop,
                   const std::function<void(const Placement&)>& visit)
      : stop_(stop),
        visit_(visit),
        size_(static_cast<std::size_t>(problem.rows())),
        placement_(size_),
        attacks_(problem) {
    // Given queens come first: they attack from the start, in any row.
    std::iota(rows_.begin(), rows_.end(), 0);
    std::stable_sort(rows_.begin(), rows_.begin() + problem.rows(), [&](int one, int other) {
      return std::popcount(problem.allowed(one)) < std::popcount(problem.allowed(other));
    });
    for (std::size_t i = 0; i < size_; ++i) free_[0][i] = problem.allowed(rows_[i]);
  }

  bool place(std::size_t done) {
    if (++steps_ % kStepsPerPoll == 0 && stop_.stop_requested()) return false;
    if (done == size_) {
      visit_(placement_);
      return true;
    }
    const int row = rows_[done];
    for (std::uint64_t free = free_[done][done]; free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      placement_[static_cast<std::size_t>(row)] = static_cast<Column>(column);
      if (leave_free(done, row, column) && !place(done + 1)) return false;
    }
    return true;
  }

 private:
  /// What a queen attacks depends only on its column and on the distance to the other row.
  class AttackTable {
   public:
    explicit AttackTable(const Problem& problem)
        : last_(problem.rows() - 1),
          masks_(static_cast<std::size_t>(problem.columns() * (2 * problem.rows() + 1))) {
      for (int column = 0; column < problem.columns(); ++column) {
        for (int distance = -last_; distance <= last_; ++distance) {
          const int row = std::max(0, -distance);
          masks_[place_of(column, distance)] = problem.attacked(row, column, row + distance);
        }
      }
    }

    std::uint64_t operator()(int column, int distance) const {
      return masks_[place_of(column, distance)];
    }

   private:
    std::size_t place_of(int column, int distance) const {
      return static_cast<std::size_t>(column * (2 * last_ + 1) + last_ + distance);
    }

    const int last_;
    std::vector<std::uint64_t> masks_;
  };

  /// Leaves to the rows after it what the queen does not attack; false if one of them has nothing.
  bool leave_free(std::size_t done, int row, int column) {
    const auto& before = free_[done];
    auto& after = free_[done + 1];
    for (std::size_t i = done + 1; i < size_; ++i) {
      after[i] = before[i] & ~attacks_(column, rows_[i] - row);
      if (after[i] == 0) return false;
    }
    return true;
  }

  static constexpr std::uint64_t kStepsPerPoll = 1024;  ///< some tens of microseconds

  const std::stop_token& stop_;
  const std::function<void(const Placement&)>& visit_;
  const std::size_t size_;
  std::array<int, kMaxProblemSize> rows_{};  ///< in the order in which they are placed
  Placement placement_;
  const AttackTable attacks_;
  /// By queens placed: the free columns of each row that has none, in the order of rows_.
  std::array<std::array<std::uint64_t, kMaxProblemSize>, kMaxProblemSize + 1> free_{};
  std::uint64_t steps_ = 0;
};

class ListingWorker final : public Worker {
 public:
  explicit ListingWorker(const Plan& plan) : plan_(plan) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const auto solutions = plan_.decomposition().solutions_of(task, plan_.depth());
    std::uint64_t sum = 0;  // one by one: does not wrap
    const bool complete =
        for_each_solution(solutions->squares(), stop,
                          [&](const Placement& solution) { sum += solutions->weight(solution); });
    tally.add(sum, 1);
    return complete;
  }

 private:
  const Plan& plan_;
};

class EngineWorker final : public Worker {
 public:
  EngineWorker(const Plan& plan, const Engine& engine) : plan_(plan), engine_(engine) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const auto solutions = plan_.decomposition().solutions_of(task, plan_.depth());
    require_countable(engine_, solutions->squares());
    const auto prepared = engine_.prepare(solutions->squares());
    const auto worker = prepared->make_worker(0);
    Tally unweighted;
    for (const Task& part : prepared->decomposition->tasks(0, stop)) {
      if (!worker->count(part, stop, unweighted)) return false;
    }
    tally.add(unweighted.solutions(), task.weight);
    return true;
  }

 private:
  const Plan& plan_;
  const Engine& engine_;
};

}  // namespace

bool for_each_solution(const Problem& problem, const std::stop_token& stop,
                       const std::function<void(const Placement&)>& visit) {
  return PlacementListing(problem, stop, visit).place(0);
}

WorkerMaker recount_by_listing(const Plan& plan) {
  return [&plan] { return std::make_unique<ListingWorker>(plan); };
}

WorkerMaker recount_by_engine(const Plan& plan, const Engine& engine) {
  return [&plan, &engine] { return std::make_unique<EngineWorker>(plan, engine); };
}

}  // namespace nqueens::engine
