// Every worker is called once, bound as asked, on no more threads than this process has processors.
#include "run/executor.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "kernel_mask.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::run {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using tests::message_of;

/// Runs and says how often each worker was called.
std::vector<int> calls_of(Executor& executor) {
  std::vector<std::atomic<int>> calls(static_cast<std::size_t>(executor.threads()));
  executor.run([&](int worker) { ++calls.at(static_cast<std::size_t>(worker)); });
  return {calls.begin(), calls.end()};
}

/// Lets threads pass when all have come. Gives up after a minute, so that a missing thread fails
/// the test instead of hanging it.
class MeetingPoint {
 public:
  explicit MeetingPoint(int expected) : expected_(expected) {}
  bool meet() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    everybody_.notify_all();
    return everybody_.wait_for(lock, std::chrono::minutes(1),
                               [&] { return arrived_ >= expected_; });
  }

 private:
  int expected_;
  int arrived_ = 0;
  std::mutex mutex_;
  std::condition_variable everybody_;
};

int threads_of_this_process() {
  return static_cast<int>(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

/// The masks of all threads of this process, as the kernel prints them.
std::set<std::string> masks_of_all_threads() {
  std::set<std::string> masks;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(entry.path() / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Cpus_allowed_list:")) masks.insert(line);
    }
  }
  return masks;
}

TEST(ExecutorTest, NoMoreThreadsThanProcessors) {
  std::thread([] {}).join();  // with the first thread a sanitizer starts one of its own
  const int before = threads_of_this_process();
  const int processors = default_threads();
  EXPECT_EQ(useful_threads(0), processors);
  EXPECT_EQ(useful_threads(1), 1);
  EXPECT_EQ(useful_threads(processors), processors);
  Executor executor(kMaxThreads, Pinning::none);
  EXPECT_EQ(executor.threads(), processors);
  std::atomic<int> calls{0};
  executor.run([&](int) { ++calls; });
  EXPECT_EQ(calls, processors);
  EXPECT_LT(threads_of_this_process(), before + processors);
  for (const int threads : {-1, kMaxThreads + 1}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] { Executor(threads, Pinning::none); }),
                HasSubstr(std::to_string(threads) + "; valid are 1 to 4096"));
  }
}

class Pinned : public ::testing::TestWithParam<Pinning> {};

TEST_P(Pinned, AllWorkersRunOnceAtTheSameTime) {
  const std::vector<int> former = kernel_mask();
  Executor executor(0, GetParam());
  for (int repetition = 0; repetition < 50; ++repetition) {
    MeetingPoint point(executor.threads());
    std::atomic<int> met{0};
    std::mutex mutex;
    std::multiset<std::vector<int>> masks;
    std::thread::id zero;
    executor.run([&](int worker) {
      if (worker == 0) zero = std::this_thread::get_id();
      met += point.meet() ? 1 : 0;
      const std::lock_guard lock(mutex);
      masks.insert(kernel_mask());
    });
    EXPECT_EQ(met, executor.threads());
    EXPECT_EQ(zero, std::this_thread::get_id());
    // Each thread has a processor of its own, and afterwards its former binding.
    for (const std::vector<int>& mask : masks) {
      if (GetParam() != Pinning::cores) continue;
      EXPECT_EQ(mask.size(), 1u);
      EXPECT_EQ(masks.count(mask), 1u);
    }
    EXPECT_THAT(calls_of(executor), Each(1));
    EXPECT_EQ(kernel_mask(), former);
    EXPECT_EQ(masks_of_all_threads().size(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Pinnings, Pinned,
                         ::testing::Values(Pinning::automatic, Pinning::none, Pinning::cores));

TEST(ExecutorTest, NarrowerMaskIsHonoured) {
  const std::vector<int> all = kernel_mask();
  std::thread([&] {
    set_kernel_mask({all.back()});
    for (const Pinning pinning : {Pinning::automatic, Pinning::cores}) {
      Executor executor(8, pinning);
      EXPECT_EQ(executor.threads(), 1);
      executor.run([&](int) { EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()}); });
      EXPECT_EQ(kernel_mask(), std::vector<int>{all.back()});
    }
  }).join();
}

TEST(ExecutorTest, OneExceptionIsThrownAfterAllCalls) {
  Executor executor(0, Pinning::cores);
  const std::vector<int> former = kernel_mask();
  for (int thrower = -1; thrower < executor.threads(); ++thrower) {  // -1: all
    std::atomic<int> running{0};
    MeetingPoint point(executor.threads());  // no call ends before all have begun
    try {
      executor.run([&](int worker) {
        ++running;
        EXPECT_TRUE(point.meet());
        if (thrower < 0) throw std::runtime_error("all");
        if (worker == thrower) throw std::runtime_error("worker " + std::to_string(worker));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --running;
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), thrower < 0 ? "all" : "worker " + std::to_string(thrower));
    }
    EXPECT_EQ(running, thrower < 0 ? executor.threads() : 1) << "a call was still being made";
    EXPECT_EQ(kernel_mask(), former);
    EXPECT_THAT(calls_of(executor), Each(1));  // it can be used again
  }
}

TEST(ExecutorTest, ConcurrentRunsMeet) {
  // Each of two runs waits for the other: neither may wait for the other's place in an arena.
  for (const int threads : {1, 2}) {
    Executor executor(threads, Pinning::none);
    MeetingPoint point(2);
    std::atomic<int> met{0};
    const auto call = [&] {
      executor.run([&](int worker) {
        if (worker == 0) met += point.meet() ? 1 : 0;
      });
    };
    std::thread other(call);
    call();
    other.join();
    EXPECT_EQ(met, 2);
  }
}

TEST(PinningTest, ParsesWhatItPrints) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    EXPECT_EQ(parse_pinning(to_string(pinning)), pinning);
  }
  for (const std::string_view text : {"", "automatic", "AUTO", "cores ", "core"}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] { parse_pinning(text); }),
                HasSubstr("'" + std::string(text) + "'; one of auto, none, cores is expected"));
  }
}

}  // namespace
}  // namespace nqueens::run
