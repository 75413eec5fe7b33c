// The queue between the thread that speaks MPI and those that count: every task once, nobody waits
// for ever, tasks are wanted before the last one is gone.
#include "mpi/task_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <thread>
#include <vector>

namespace nqueens::mpi {
namespace {

using std::chrono::microseconds;

counting::Task task(std::uint64_t id, std::uint32_t cost = 1) {
  return {.id = id, .code = 0, .weight = 1, .cost = cost};
}

run::FinishedTask finished(const counting::Task& task, long nanoseconds = 0) {
  return {task, counting::Tally::restored(10 * task.id, 0, 0), 0,
          std::chrono::nanoseconds(nanoseconds)};
}

TaskResult result(std::uint64_t id) {
  return {id, 10 * id, {0, 0}, 0};
}

TEST(TaskQueue, AnEmptyOneWantsTasksAndIsIdle) {
  TaskQueue queue(2);
  const auto now = queue.look(microseconds(0), false);
  EXPECT_TRUE(now.wants_tasks && now.idle);
  EXPECT_FALSE(now.ended);
  EXPECT_TRUE(now.results.empty());
}

TEST(TaskQueue, IsIdleOnlyWhenTheLastResultHasBeenHandedOver) {
  TaskQueue queue(1);
  queue.add({task(1), task(2)});
  EXPECT_FALSE(queue.look(microseconds(0), false).idle);
  EXPECT_EQ(queue.take({})->id, 1u);
  EXPECT_EQ(queue.take({})->id, 2u);
  queue.put_back(finished(task(1)));
  auto now = queue.look(microseconds(0), false);
  EXPECT_FALSE(now.idle);
  EXPECT_EQ(now.results, std::vector<TaskResult>{result(1)});
  queue.put_back(finished(task(2)));
  now = queue.look(microseconds(0), false);
  EXPECT_TRUE(now.idle);
  EXPECT_EQ(now.results, std::vector<TaskResult>{result(2)});
}

TEST(TaskQueue, AsksAheadByTheMeasuredRate) {
  TaskQueue queue(1);
  queue.add({task(1), task(2, 100), task(3, 100)});
  queue.take({});
  EXPECT_FALSE(queue.look(microseconds(0), false).wants_tasks);  // nothing is measured yet
  // A millisecond a unit of cost: 200 units are 0.2 s.
  queue.put_back(finished(task(1), 1'000'000));
  EXPECT_FALSE(queue.look(microseconds(0), false).wants_tasks);
  queue.take({});
  queue.put_back(finished(task(2, 100), 1'000'000));
  // The second one was fast: 100 units are 2 ms.
  EXPECT_TRUE(queue.look(microseconds(0), false).wants_tasks);
}

TEST(TaskQueue, AStopEndsEveryWait) {
  TaskQueue queue(3);
  std::stop_source source;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { EXPECT_FALSE(queue.take(source.get_token()).has_value()); });
  }
  source.request_stop();
  threads.clear();
  EXPECT_FALSE(queue.take(source.get_token()).has_value());
}

TEST(TaskQueue, TheEndOfCountingIsNewsAtOnce) {
  TaskQueue queue(1);
  queue.add({task(1)});
  std::jthread counting([&] { queue.counting_ended(); });
  EXPECT_TRUE(queue.look(std::chrono::hours(1), true).ended);
}

TEST(TaskQueue, ThreadsTakeEveryTaskOnce) {
  constexpr std::uint64_t kTasks = 2000;
  TaskQueue queue(4);
  std::stop_source source;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (const auto next = queue.take(source.get_token())) {
        queue.put_back(finished(*next, 100));
      }
    });
  }
  std::vector<std::uint64_t> done;
  std::uint64_t given = 0;
  while (done.size() < kTasks) {
    const auto now = queue.look(microseconds(1000), given == kTasks);
    for (const TaskResult& one : now.results) done.push_back(one.task);
    for (int left = 7; now.wants_tasks && left > 0 && given < kTasks; --left) {
      queue.add({task(given++)});
    }
  }
  source.request_stop();
  std::sort(done.begin(), done.end());
  for (std::uint64_t id = 0; id < kTasks; ++id) EXPECT_EQ(done[id], id);
}

}  // namespace
}  // namespace nqueens::mpi
