// What memory is left, from made-up system files.
#include "run/memory.hpp"

#include <gmock/gmock.h>

#include "fake_files.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::run {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kMiB = 1024 * 1024;

class AvailableMemoryTest : public ::testing::Test {
 protected:
  std::uint64_t available() const {
    return available_memory(files_.path("proc"), files_.path("groups"));
  }
  FakeFiles files_;
};

TEST_F(AvailableMemoryTest, WhatTheSystemCallsAvailable) {
  files_.write("proc/meminfo",
               "MemTotal:       16000 kB\nMemFree:        1000 kB\nMemAvailable:    8192 kB\n");
  EXPECT_EQ(available(), 8 * kMiB);
}

TEST_F(AvailableMemoryTest, WhatTheControlGroupLeaves) {
  files_.write("proc/meminfo", "MemAvailable: 8192 kB\n");
  files_.write("proc/self/cgroup", "0::/job\n");
  files_.write("groups/job/memory.max", "3145728\n");
  files_.write("groups/job/memory.current", "1048576\n");
  EXPECT_EQ(available(), 2 * kMiB);
  files_.write("groups/job/memory.current", "4000000\n");
  EXPECT_EQ(available(), 0u);
  files_.write("groups/job/memory.max", "999999999999\n");
  EXPECT_EQ(available(), 8 * kMiB);
}

TEST_F(AvailableMemoryTest, WithoutSystemFilesFreePagesCount) {
  EXPECT_GT(available(), 0u);
}

TEST(MemoryTest, ThisMachineHasSome) {
  EXPECT_GT(available_memory(), kMiB);
}

TEST(MemoryTest, RequiringTooMuchSaysWhatFor) {
  EXPECT_NO_THROW(require_memory(1, "a test", "nothing"));
  const std::string message = tests::message_of<InsufficientMemory>([] {
    require_memory(std::uint64_t{1} << 60, "a board of 7 queens on 2 threads", "use fewer threads");
  });
  EXPECT_THAT(message, HasSubstr("not enough memory for a board of 7 queens on 2 threads: it needs "
                                 "1.0 EiB, "));
  EXPECT_THAT(message, HasSubstr(" available; use fewer threads"));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(MemoryTest, FormatBytes) {
  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(1), "1 byte");
  EXPECT_EQ(format_bytes(1023), "1023 bytes");
  EXPECT_EQ(format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(format_bytes(40'000'000), "38.1 MiB");
  EXPECT_EQ(format_bytes(kMiB - 1), "1.0 MiB");
  EXPECT_EQ(format_bytes(5 * 1024 * kMiB), "5.0 GiB");
  EXPECT_EQ(format_bytes(~std::uint64_t{0}), "16.0 EiB");
}

}  // namespace
}  // namespace nqueens::run
