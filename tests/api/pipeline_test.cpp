// The memory that a count must find before it starts.
#include "api/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nqueens/error.hpp"
#include "run/limits.hpp"

namespace nqueens::api {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string refusal_of(const counting::MemoryNeed& need, int threads) {
  try {
    require_room({counting::find_engine("bitmask"),
                  {},
                  counting::find_decomposition("rows", Problem(24)),
                  {},
                  need},
                 threads);
  } catch (const InsufficientMemory& error) {
    return error.what();
  }
  return "none";
}

TEST(RequireRoom, RefusesWhatIsNotThere) {
  const std::uint64_t available = run::available_memory();
  EXPECT_EQ(refusal_of({0, 0}, 4096), "none");
  EXPECT_EQ(refusal_of({1 << 20, 1 << 20}, 2), "none");
  EXPECT_THAT(
      refusal_of({2 * available, 0}, 1),
      HasSubstr("not enough memory for counting 24 queens by engine bitmask on 1 thread: "));
  EXPECT_THAT(refusal_of({2 * available, 0}, 1), HasSubstr("another engine"));
  EXPECT_THAT(refusal_of({0, UINT64_MAX / 2}, 3), HasSubstr("16.0 EiB"));
}

TEST(RequireRoom, NamesTheThreadsThatFit) {
  // What is available changes while tests run: between 4 and 5 threads' worth, with room.
  const std::uint64_t per_thread = run::available_memory() * 2 / 9;
  EXPECT_THAT(refusal_of({0, per_thread}, 8), ContainsRegex("; [345] threads fit, "));
}

TEST(MemoryNeed, Saturates) {
  EXPECT_EQ((counting::MemoryNeed{3, 5}.total(4)), 23u);
  EXPECT_EQ((counting::MemoryNeed{0, UINT64_MAX / 2}.total(3)), UINT64_MAX);
  EXPECT_EQ((counting::MemoryNeed{UINT64_MAX, 1}.total(1)), UINT64_MAX);
}

}  // namespace
}  // namespace nqueens::api
