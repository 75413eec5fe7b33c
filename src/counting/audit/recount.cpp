#include "counting/audit/recount.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace nqueens::counting {

namespace {

class Listing {
 public:
  Listing(const Problem& problem, const std::stop_token& stop,
          const std::function<void(const Placement&)>& visit)
      : problem_(problem),
        stop_(stop),
        visit_(visit),
        size_(problem.rows()),
        placement_(static_cast<std::size_t>(size_)) {
    // A given queen attacks from the start, in any row.
    std::iota(rows_.begin(), rows_.end(), 0);
    std::stable_sort(rows_.begin(), rows_.begin() + size_, [&](int one, int other) {
      return std::popcount(problem.allowed(one)) < std::popcount(problem.allowed(other));
    });
  }

  bool place(int done) {
    if (++steps_ % kStepsPerLook == 0 && stop_.stop_requested()) return false;
    if (done == size_) {
      visit_(placement_);
      return true;
    }
    const int row = rows_[static_cast<std::size_t>(done)];
    std::uint64_t free = problem_.allowed(row);
    for (int earlier = 0; earlier < done; ++earlier) {
      const int other = rows_[static_cast<std::size_t>(earlier)];
      const auto column = static_cast<int>(placement_[static_cast<std::size_t>(other)]);
      free &= ~problem_.attacked(other, column, row);
    }
    for (; free != 0; free &= free - 1) {
      placement_[static_cast<std::size_t>(row)] = static_cast<Column>(std::countr_zero(free));
      if (!place(done + 1)) return false;
    }
    return true;
  }

 private:
  /// A few microseconds.
  static constexpr std::uint64_t kStepsPerLook = 1024;

  const Problem& problem_;
  const std::stop_token& stop_;
  const std::function<void(const Placement&)>& visit_;
  const int size_;
  std::array<int, kMaxProblemSize> rows_{};
  Placement placement_;
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
    const Plan parts(prepared->decomposition(), 0, stop);
    const auto worker = prepared->make_worker(parts.depth());
    Tally unweighted;
    for (const Task& part : parts.tasks()) {
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
  return Listing(problem, stop, visit).place(0);
}

WorkerMaker recount_by_listing(const Plan& plan) {
  return [&plan] { return std::make_unique<ListingWorker>(plan); };
}

WorkerMaker recount_by_engine(const Plan& plan, const Engine& engine) {
  return [&plan, &engine] { return std::make_unique<EngineWorker>(plan, engine); };
}

}  // namespace nqueens::counting
