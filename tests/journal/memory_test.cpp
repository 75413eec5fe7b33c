// A journal when memory runs out: the thread that syncs keeps the failure, the process goes on.
// This file replaces operator new for the whole test program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "counting/rows/row_decomposition.hpp"
#include "journal/file.hpp"
#include "support/temporary_directory.hpp"

namespace {

/// Other threads than the test's get no memory while this is set.
std::atomic<bool> others_starve{false};
std::atomic<int> refused{0};
thread_local bool is_test = false;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (others_starve && !is_test) {
    ++refused;
    throw std::bad_alloc();
  }
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace nqueens::journal {
namespace {

TEST(JournalMemory, LackOfItInTheSyncingThreadIsAFailureOfTheRun) {
  const tests::TemporaryDirectory directory;
  const counting::Plan plan(counting::row_decomposition(Problem(8)), 2);
  const auto journal = Journal::create(directory / "a.nqj", plan);
  is_test = true;
  // An error whose text takes memory.
  std::filesystem::remove(directory / "a.nqj");
  counting::Tally tally;
  tally.add(1, 2);
  others_starve = true;
  journal->task_done(plan.tasks()[0], tally);
  for (int i = 0; i < 500 && refused == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_THROW(journal->finish(), std::bad_alloc);
  others_starve = false;
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace nqueens::journal
