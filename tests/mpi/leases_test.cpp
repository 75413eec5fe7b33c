// The lease table: batches, deadlines, results that come late, twice or never, clocks that jump;
// and a random model of all of it, in which each task is accounted exactly once.
#include "mpi/leases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "counting/rows/row_decomposition.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/tally_of.hpp"

namespace nqueens::mpi {
namespace {

using testing::HasSubstr;

/// The number that a task has in these tests: any function of its id.
counting::Tally tally_of(std::uint64_t task) {
  return tests::tally_of(1000003 * task + 7);
}

counting::Tally wrong_tally_of(std::uint64_t task) {
  return tests::tally_of(1000003 * task + 8);
}

WideCount total_of(const counting::Plan& plan) {
  WideCount sum = 0;
  for (const counting::Task& task : plan.tasks()) sum += tally_of(task.id).solutions();
  return sum;
}

std::uint64_t cost_of(const counting::Plan& plan, const std::vector<std::uint64_t>& batch) {
  std::uint64_t sum = 0;
  for (const std::uint64_t task : batch) sum += plan.tasks()[task].cost;
  return sum;
}

class Leases : public testing::Test {
 protected:
  const counting::Plan plan_{counting::row_decomposition(Problem(9)), 3};
  /// One thread is predicted to do the whole plan in 100 s.
  const double rate_ = static_cast<double>(plan_.total_cost()) / 100;
  LeaseTable table_{plan_, rate_, {.min_lease = Seconds{30}, .patience = 10}};

  /// Workers 1 and 2 with one thread each.
  void join_two() {
    table_.join(1, "rank 1 on a", 1);
    table_.join(2, "rank 2 on b", 1);
  }

  static Seconds at(double seconds) { return Seconds{seconds}; }

  void answer(int worker, const std::vector<std::uint64_t>& batch, double seconds,
              double took = 0) {
    for (const std::uint64_t task : batch) {
      table_.complete(worker, task, tally_of(task), Seconds{took}, at(seconds));
    }
  }

  /// The error about a result that differs from the one that is there.
  std::string wrong_answer(int worker, std::uint64_t task) {
    return tests::message_of<Error>(
        [&] { table_.complete(worker, task, wrong_tally_of(task), Seconds{1}, at(2)); });
  }
};

TEST_F(Leases, OneWorkerGetsEveryTaskOnceInThePlansOrder) {
  table_.join(1, "one", 2);
  std::vector<std::uint64_t> given;
  while (!table_.done()) {
    const auto batch = table_.grant(1, at(0));
    ASSERT_FALSE(batch.empty());
    given.insert(given.end(), batch.begin(), batch.end());
    answer(1, batch, 0);
  }
  EXPECT_EQ(given, std::vector<std::uint64_t>(plan_.order().begin(), plan_.order().end()));
  EXPECT_EQ(table_.solutions(), total_of(plan_));
  EXPECT_EQ(table_.tasks_done(), plan_.tasks().size());
  EXPECT_EQ(table_.cost_done(), plan_.total_cost());
  EXPECT_EQ(table_.duplicates(), 0u);
  EXPECT_EQ(table_.taken_back(), 0u);
  EXPECT_TRUE(table_.grant(1, at(0)).empty());
}

TEST_F(Leases, BatchesShrinkTowardsTheEnd) {
  join_two();
  std::vector<std::uint64_t> costs;
  for (int turn = 0; table_.has_waiting(); ++turn) {
    costs.push_back(cost_of(plan_, table_.grant(1 + turn % 2, at(0))));
  }
  ASSERT_GT(costs.size(), 10u);
  // A batch is at most ten predicted seconds, and a quarter of what is left: half of a half.
  EXPECT_LE(static_cast<double>(costs.front()), 10 * rate_);
  EXPECT_GT(costs.front(), 4 * costs.back());
  std::uint64_t left = plan_.total_cost();
  std::uint64_t largest = 0;
  for (const counting::Task& task : plan_.tasks()) {
    largest = std::max<std::uint64_t>(largest, task.cost);
  }
  for (const std::uint64_t cost : costs) {
    EXPECT_LE(cost, std::max(left / 4, largest));
    left -= cost;
  }
  EXPECT_EQ(left, 0u);
}

TEST_F(Leases, AWorkerWithMoreThreadsGetsMore) {
  table_.join(1, "one", 1);
  table_.join(2, "two", 3);
  const auto small = cost_of(plan_, table_.grant(1, at(0)));
  const auto large = cost_of(plan_, table_.grant(2, at(0)));
  EXPECT_GT(large, 2 * small);
}

TEST_F(Leases, AMeasuredRateReplacesThePredictedOne) {
  join_two();
  for (const int worker : {1, 2}) {
    const auto batch = table_.grant(worker, at(0));
    for (const std::uint64_t task : batch) {
      const double seconds = plan_.tasks()[task].cost / rate_ * (worker == 1 ? 0.2 : 5);
      table_.complete(worker, task, tally_of(task), Seconds{seconds}, at(0));
    }
  }
  const auto fast = cost_of(plan_, table_.grant(1, at(0)));
  const auto slow = cost_of(plan_, table_.grant(2, at(0)));
  EXPECT_GT(fast, 5 * slow);
}

TEST_F(Leases, AStalledWorkersTasksAreGivenOutAgainAndItsLateAnswerIsDropped) {
  join_two();
  const auto batch = table_.grant(1, at(0));
  EXPECT_EQ(table_.expire(at(29)), 0u);
  EXPECT_FALSE(table_.is_silent(1));
  EXPECT_EQ(table_.expire(at(3000)), batch.size());
  EXPECT_TRUE(table_.is_silent(1));
  EXPECT_EQ(table_.taken_back(), batch.size());

  auto again = table_.grant(2, at(3000));
  ASSERT_FALSE(again.empty());
  // What came back is given out first, in its order.
  ASSERT_LE(batch.size(), again.size());
  EXPECT_TRUE(std::equal(batch.begin(), batch.end(), again.begin()));
  answer(2, again, 3001);
  const auto done = table_.tasks_done();
  for (const std::uint64_t task : batch) {
    EXPECT_FALSE(table_.complete(1, task, tally_of(task), Seconds{1}, at(3002)));
  }
  EXPECT_EQ(table_.tasks_done(), done);
  EXPECT_EQ(table_.duplicates(), batch.size());
  EXPECT_FALSE(table_.is_silent(1));
}

TEST_F(Leases, ALateAnswerCountsIfItIsTheFirst) {
  join_two();
  const auto batch = table_.grant(1, at(0));
  table_.expire(at(1e6));
  const auto again = table_.grant(2, at(1e6));
  ASSERT_THAT(again, testing::Contains(batch.front()));
  EXPECT_TRUE(table_.complete(1, batch.front(), tally_of(batch.front()), Seconds{1}, at(1e6)));
  EXPECT_FALSE(table_.complete(2, batch.front(), tally_of(batch.front()), Seconds{1}, at(1e6)));
  EXPECT_EQ(table_.solutions(), tally_of(batch.front()).solutions());
}

TEST_F(Leases, NoTaskGoesToAWorkerThatHasItAlready) {
  table_.join(1, "one", 1);
  std::set<std::uint64_t> given;
  while (true) {
    const auto batch = table_.grant(1, at(0));
    if (batch.empty()) break;
    for (const std::uint64_t task : batch) EXPECT_TRUE(given.insert(task).second);
  }
  EXPECT_EQ(given.size(), plan_.tasks().size());
  EXPECT_EQ(table_.expire(at(1e9)), plan_.tasks().size());
  EXPECT_TRUE(table_.has_waiting());
  EXPECT_TRUE(table_.grant(1, at(1e9)).empty());
  // It says that it has lost them all: they are there for it again.
  EXPECT_EQ(table_.release(1), 0u);
  EXPECT_FALSE(table_.grant(1, at(1e9)).empty());
}

TEST_F(Leases, ALostWorkersTasksWaitAgainAtOnce) {
  join_two();
  const auto batch = table_.grant(1, at(0));
  table_.complete(1, batch.front(), tally_of(batch.front()), Seconds{1}, at(1));
  EXPECT_EQ(table_.release(1), batch.size() - 1);
  EXPECT_EQ(table_.release(1), 0u);
  const auto again = table_.grant(2, at(1));
  EXPECT_EQ(again.front(), batch[1]);
  // Joining again is the same: a worker that was started anew has nothing.
  const auto third = table_.grant(1, at(1));
  table_.join(1, "one again", 1);
  EXPECT_EQ(table_.grant(1, at(1)).front(), third.front());
}

TEST_F(Leases, EveryReturnDoublesTheNextLease) {
  join_two();
  double now = 0;
  double last = 0;
  for (int round = 0; round < 6; ++round) {
    const auto batch = table_.grant(1 + round % 2, at(now));
    ASSERT_FALSE(batch.empty());
    const double begin = now;
    while (table_.expire(at(now)) == 0) now += 1;
    if (round > 0) {
      EXPECT_NEAR(now - begin, 2 * last, last / 2) << round;
    }
    last = now - begin;
    table_.release(1);
    table_.release(2);
  }
}

TEST_F(Leases, UnequalResultsAreAnErrorThatNamesTaskAndWorkers) {
  join_two();
  const std::uint64_t task = table_.grant(1, at(0)).front();
  table_.complete(1, task, tally_of(task), Seconds{1}, at(1));
  const std::string error = wrong_answer(2, task);
  EXPECT_THAT(error, HasSubstr(std::to_string(task) + ": "));
  EXPECT_THAT(error, HasSubstr("by rank 1 on a"));
  EXPECT_THAT(error, HasSubstr("by rank 2 on b"));
  EXPECT_EQ(table_.solutions(), tally_of(task).solutions());
}

TEST_F(Leases, ResultsOfAJournalAreNotGivenOutAndAreCompared) {
  const std::uint64_t task = plan_.order().front();
  table_.restore(task, tally_of(task));
  table_.join(1, "one", 1);
  EXPECT_THAT(table_.grant(1, at(0)), testing::Not(testing::Contains(task)));
  EXPECT_FALSE(table_.complete(1, task, tally_of(task), Seconds{1}, at(1)));
  EXPECT_THAT(wrong_answer(1, task), HasSubstr("by the journal"));
}

TEST_F(Leases, DamagedResultsAreRefused) {
  table_.join(1, "one", 1);
  EXPECT_THROW(table_.complete(1, 0, counting::Tally::restored(5, 4, 5), Seconds{1}, at(0)), Error);
  EXPECT_THROW(table_.complete(1, plan_.tasks().size(), tally_of(1), Seconds{1}, at(0)), Error);
  EXPECT_EQ(table_.tasks_done(), 0u);
}

TEST_F(Leases, AClockThatGoesBackMakesNoLeaseLonger) {
  table_.join(1, "one", 1);
  const auto batch = table_.grant(1, at(1e6));
  EXPECT_EQ(table_.expire(at(0)), 0u);
  EXPECT_EQ(table_.expire(at(29)), 0u);
  EXPECT_EQ(table_.expire(at(5000)), batch.size());
}

TEST_F(Leases, APlanWithoutTasksIsDoneAtOnce) {
  const counting::Plan empty(counting::row_decomposition(Problem(2)), 2);
  LeaseTable table(empty, 1);
  table.join(1, "one", 1);
  EXPECT_EQ(table.done(), empty.tasks().empty());
  EXPECT_EQ(table.grant(1, at(0)).empty(), empty.tasks().empty());
}

// --- the model

/// Workers and a network that do what they please; worker 0 alone stays alive and answers in the
/// end. A task's first result must be the only one that is accounted.
class LeaseModel {
 public:
  explicit LeaseModel(int workers)
      : plan_(counting::row_decomposition(Problem(8)), *rc::gen::inRange(1, 4)),
        table_(plan_, static_cast<double>(plan_.total_cost()) * *rc::gen::inRange(1, 100),
               {.min_lease = Seconds{1},
                .patience = 2,
                .max_batch = Seconds{static_cast<double>(*rc::gen::inRange(1, 20))},
                .max_tasks = *rc::gen::inRange<std::size_t>(1, 50)}),
        workers_(static_cast<std::size_t>(workers)),
        accounted_(plan_.tasks().size()) {
    for (int worker = 0; worker < workers; ++worker) table_.join(worker, "w", 1 + worker % 3);
  }

  void step() {
    now_ += 0.01 * *rc::gen::inRange(0, 100);
    const int number = *rc::gen::inRange(0, static_cast<int>(workers_.size()));
    Worker& worker = workers_[static_cast<std::size_t>(number)];
    switch (*rc::gen::inRange(0, 9)) {
      case 0:
      case 1:
        if (worker.alive) ask(number);
        break;
      case 2:
      case 3:
        if (worker.alive) count_one(number);
        break;
      case 4:
        deliver(*rc::gen::inRange<std::size_t>(0, 20), *rc::gen::arbitrary<bool>());
        break;
      case 5:
        if (number != 0) worker.alive = false;  // a kill, or a stall without end
        break;
      case 6:
        // Some learn of a death, some kill a worker that was alive after all.
        table_.release(number);
        if (*rc::gen::arbitrary<bool>() && number != 0) {
          worker = {};
          table_.join(number, "w", 1);
        }
        break;
      case 7:
        now_ += *rc::gen::inRange(-100, 100);  // the clock is set
        break;
      default:
        table_.expire(Seconds{now_});
        break;
    }
  }

  /// From now on the one that lives works, everything else is silent. It must come to an end.
  void finish() {
    for (std::size_t turn = 0; !table_.done(); ++turn) {
      // Every lease that ends is doubled; the largest is some 2^20 seconds.
      RC_ASSERT(turn < 100 * plan_.tasks().size() + 1000);
      Worker& last = workers_[0];
      ask(0);
      if (last.waiting.empty()) now_ += 1e5;
      while (!last.waiting.empty()) count_one(0);
      while (!network_.empty()) deliver(0, false);
      table_.expire(Seconds{now_});
    }
    for (const int count : accounted_) RC_ASSERT(count == 1);
    RC_ASSERT(table_.solutions() == total_of(plan_));
    RC_ASSERT(table_.tasks_done() == plan_.tasks().size());
    RC_ASSERT(!table_.has_waiting());
  }

 private:
  struct Worker {
    bool alive = true;
    std::deque<std::uint64_t> waiting;
  };
  struct Answer {
    int worker;
    std::uint64_t task;
  };

  void ask(int number) {
    Worker& worker = workers_[static_cast<std::size_t>(number)];
    if (worker.waiting.empty()) table_.release(number);
    for (const std::uint64_t task : table_.grant(number, Seconds{now_})) {
      worker.waiting.push_back(task);
    }
  }

  void count_one(int number) {
    Worker& worker = workers_[static_cast<std::size_t>(number)];
    if (worker.waiting.empty()) return;
    network_.push_back({number, worker.waiting.front()});
    worker.waiting.pop_front();
  }

  /// Answers come in any order, and sometimes twice.
  void deliver(std::size_t which, bool twice) {
    if (network_.empty()) return;
    which %= network_.size();
    const Answer answer = network_[which];
    if (!twice) network_.erase(network_.begin() + static_cast<std::ptrdiff_t>(which));
    const Seconds took{0.001 * *rc::gen::inRange(0, 10000)};
    if (table_.complete(answer.worker, answer.task, tally_of(answer.task), took, Seconds{now_})) {
      ++accounted_[answer.task];
    }
  }

  const counting::Plan plan_;
  LeaseTable table_;
  std::vector<Worker> workers_;
  std::deque<Answer> network_;
  std::vector<int> accounted_;
  double now_ = 0;
};

RC_GTEST_PROP(LeaseModel, AccountsEachTaskOnceAndEnds, ()) {
  LeaseModel model(*rc::gen::inRange(1, 6));
  const int steps = *rc::gen::inRange(1, 400);
  for (int i = 0; i < steps; ++i) model.step();
  model.finish();
}

}  // namespace
}  // namespace nqueens::mpi
