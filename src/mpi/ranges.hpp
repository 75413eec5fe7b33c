// Which tasks a rank counts next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "counting/plan.hpp"

namespace nqueens::mpi {

/// Hands out the tasks of a plan that are not done, each once, in its order. A range is at most ten
/// predicted seconds and 1/(2 x ranks) of the work that is left, but a task at least: all ranks end
/// together, also where they are not equally fast.
class Ranges {
 public:
  static constexpr std::size_t kMaxTasks = 4096;  ///< of a range: bounds the messages

  /// `seconds_of_cost`: predicted, of a unit of Task::cost on one thread. The plan must outlive
  /// this.
  Ranges(const counting::Plan& plan, const std::vector<bool>& done, double seconds_of_cost,
         int ranks)
      : plan_(plan), seconds_of_cost_(seconds_of_cost), ranks_(ranks) {
    for (const std::uint32_t task : plan.order()) {
      if (done[task]) continue;
      waiting_.push_back(task);
      left_ += plan.tasks()[task].cost;
    }
  }

  /// For a rank with that many threads: ids of tasks; none when all are handed out.
  std::vector<std::uint32_t> next(int threads) {
    double most = static_cast<double>(left_) / (2 * ranks_);
    if (seconds_of_cost_ > 0) most = std::min(most, 10 * threads / seconds_of_cost_);
    std::vector<std::uint32_t> range;
    for (double cost = 0; place_ < waiting_.size() && range.size() < kMaxTasks; ++place_) {
      const counting::Task& task = plan_.tasks()[waiting_[place_]];
      cost += task.cost;
      if (!range.empty() && cost > most) break;
      range.push_back(waiting_[place_]);
      left_ -= task.cost;
    }
    return range;
  }

 private:
  const counting::Plan& plan_;
  const double seconds_of_cost_;
  const int ranks_;
  std::vector<std::uint32_t> waiting_;
  std::size_t place_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace nqueens::mpi
