// Memory and processor time that are left, from made-up system files.
#include "run/limits.hpp"

#include <gmock/gmock.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::run {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kMiB = 1024 * 1024;

class LimitsTest : public ::testing::Test {
 protected:
  void SetUp() override { write({{"proc/meminfo", "MemFree: 1 kB\nMemAvailable:  8192 kB\n"}}); }

  void write(std::initializer_list<std::pair<std::string, std::string>> files) const {
    for (const auto& [name, content] : files) {
      std::filesystem::create_directories((directory_ / name).parent_path());
      tests::write_file(directory_ / name, content);
    }
  }
  void expect(double quota, std::uint64_t memory) const {
    EXPECT_DOUBLE_EQ(cpu_quota(directory_ / "proc", directory_ / "sys"), quota);
    EXPECT_EQ(available_memory(directory_ / "proc", directory_ / "sys"), memory);
  }

 private:
  const tests::TemporaryDirectory directory_;
};

TEST_F(LimitsTest, WithoutAGroupWhatTheSystemCallsAvailable) {
  expect(0, 8 * kMiB);
}

TEST_F(LimitsTest, InactiveFilePagesCountAsFree) {
  write({{"proc/self/cgroup", "0::/user.slice/job\n"},
         {"sys/user.slice/job/cpu.max", "150000 100000\n"},
         {"sys/user.slice/job/memory.max", "1000000\n"},
         {"sys/user.slice/job/memory.current", "600000\n"}});
  expect(1.5, 400000);
  // The kernel frees inactive file pages when memory gets short.
  write({{"sys/user.slice/job/memory.stat", "anon 100000\nfile 400000\ninactive_file 350000\n"}});
  expect(1.5, 750000);
  write({{"sys/user.slice/job/memory.stat", "inactive_file 700000\n"}});
  expect(1.5, 1000000);
  write({{"sys/user.slice/job/memory.max", "999999999999\n"}});
  expect(1.5, 8 * kMiB);
}

TEST_F(LimitsTest, NoLimitByWordOrGarbage) {
  write({{"proc/self/cgroup", "no colons\n:\n0::/job\n"},
         {"sys/job/cpu.max", "max 100000\n"},
         {"sys/job/memory.max", "max\n"},
         {"sys/job/memory.current", "600000\n"},
         {"sys/cpu.max", "100000 0\n"},
         {"sys/memory.max", "99999999999999999999999999\n"}});
  expect(0, 8 * kMiB);
}

TEST_F(LimitsTest, TightestOfAllGroupsAbove) {
  write({{"proc/self/cgroup", "0::/a/b/c\n"},
         {"sys/a/b/c/cpu.max", "400000 100000\n"},
         {"sys/a/b/cpu.max", "max 100000\n"},
         {"sys/a/cpu.max", "100000 50000\n"},
         {"sys/cpu.max", "300000 100000\n"},
         // The least room decides, not the least limit.
         {"sys/a/b/c/memory.max", "1000\n"},
         {"sys/a/b/c/memory.current", "100\n"},
         {"sys/a/memory.max", "5000\n"},
         {"sys/a/memory.current", "4500\n"}});
  expect(2, 500);
}

TEST_F(LimitsTest, InAContainerThePathMayNotExistBelowTheMount) {
  write({{"sys/cpu.max", "200000 100000\n"}, {"sys/memory.max", "12345\n"}});
  for (const char* const group : {"0::/\n", "0::/system.slice/docker-0123.scope\n"}) {
    write({{"proc/self/cgroup", group}});
    expect(2, 12345);
  }
}

TEST_F(LimitsTest, MemoryOfVersion1) {
  const std::string job = "sys/memory/slurm/job_1/";
  write({{"proc/self/cgroup", "12:cpuset:/x\n9:memory:/slurm/job_1/step_0\n0::/\n"},
         {job + "step_0/memory.limit_in_bytes", "9223372036854771712\n"},  // none
         {job + "memory.limit_in_bytes", "1000000\n"},
         {job + "memory.usage_in_bytes", "700000\n"},
         {job + "memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n"}});
  expect(0, 400000);
  write({{"sys/memory.max", "300000\n"}});  // both versions at once
  expect(0, 300000);
}

TEST(Memory, ThisMachineHasSome) {
  EXPECT_GT(available_memory(), kMiB);
}

TEST(Memory, RequiringTooMuchSaysWhatFor) {
  EXPECT_NO_THROW(require_memory(1, "a test", "nothing"));
  const std::string message = tests::message_of<InsufficientMemory>([] {
    require_memory(std::uint64_t{1} << 60, "a board of 7 queens on 2 threads", "use fewer threads");
  });
  EXPECT_THAT(message, HasSubstr("not enough memory for a board of 7 queens on 2 threads: it needs "
                                 "1.0 EiB, "));
  EXPECT_THAT(message, HasSubstr(" available; use fewer threads"));
}

TEST(Memory, FormatBytes) {
  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(1), "1 byte");
  EXPECT_EQ(format_bytes(1023), "1023 bytes");
  EXPECT_EQ(format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(format_bytes(40'000'000), "38.1 MiB");
  EXPECT_EQ(format_bytes(kMiB - 1), "1.0 MiB");
  EXPECT_EQ(format_bytes(~std::uint64_t{0}), "16.0 EiB");
}

}  // namespace
}  // namespace nqueens::run
