// Limits of control groups, read from made-up trees.
#include "run/control_group.hpp"

#include <gtest/gtest.h>

#include "fake_files.hpp"

namespace nqueens::run {
namespace {

constexpr std::optional<std::uint64_t> kNone;

class ControlGroupTest : public ::testing::Test {
 protected:
  void expect(double cpu_quota, std::optional<std::uint64_t> memory_limit,
              std::optional<std::uint64_t> memory_in_use = {}) const {
    const auto list = files_.path("proc_cgroup");
    EXPECT_DOUBLE_EQ(read_cpu_quota(list, files_.path("sys")), cpu_quota);
    const auto memory = read_memory_limit(list, files_.path("sys"));
    EXPECT_EQ(memory ? memory->bytes : kNone, memory_limit);
    EXPECT_EQ(memory ? memory->in_use : kNone, memory_in_use);
  }
  FakeFiles files_;
};

TEST_F(ControlGroupTest, NothingToReadIsNoLimit) {
  expect(0, kNone);
}

TEST_F(ControlGroupTest, Version2) {
  files_.write({{"proc_cgroup", "0::/user.slice/job\n"},
                {"sys/user.slice/job/cpu.max", "150000 100000\n"},
                {"sys/user.slice/job/memory.max", "1000000\n"},
                {"sys/user.slice/job/memory.current", "600000\n"}});
  expect(1.5, 1000000u, 600000u);
}

TEST_F(ControlGroupTest, InactiveFilePagesAreNotInUse) {
  files_.write({{"proc_cgroup", "0::/job\n"},
                {"sys/job/memory.max", "1000000\n"},
                {"sys/job/memory.current", "600000\n"},
                {"sys/job/memory.stat", "anon 100000\nfile 400000\ninactive_file 350000\n"}});
  expect(0, 1000000u, 250000u);
  files_.write("sys/job/memory.stat", "inactive_file 700000\n");
  expect(0, 1000000u, 0u);
}

TEST_F(ControlGroupTest, NoLimitByWord) {
  files_.write({{"proc_cgroup", "0::/job\n"},
                {"sys/job/cpu.max", "max 100000\n"},
                {"sys/job/memory.max", "max\n"},
                {"sys/job/memory.current", "600000\n"}});
  expect(0, kNone);
}

TEST_F(ControlGroupTest, TightestOfAllGroupsAbove) {
  files_.write({{"proc_cgroup", "0::/a/b/c\n"},
                {"sys/a/b/c/cpu.max", "400000 100000\n"},
                {"sys/a/b/cpu.max", "max 100000\n"},
                {"sys/a/cpu.max", "100000 50000\n"},
                {"sys/cpu.max", "300000 100000\n"},
                // What counts for memory is the room, not the limit.
                {"sys/a/b/c/memory.max", "1000\n"},
                {"sys/a/b/c/memory.current", "100\n"},
                {"sys/a/memory.max", "5000\n"},
                {"sys/a/memory.current", "4500\n"}});
  expect(2, 5000u, 4500u);
}

TEST_F(ControlGroupTest, LimitOfTheMountItself) {
  files_.write({{"proc_cgroup", "0::/\n"}, {"sys/cpu.max", "50000 100000\n"}});
  expect(0.5, kNone);
}

TEST_F(ControlGroupTest, InAContainerThePathMayNotExistBelowTheMount) {
  files_.write({{"proc_cgroup", "0::/system.slice/docker-0123.scope\n"},
                {"sys/cpu.max", "200000 100000\n"},
                {"sys/memory.max", "12345\n"}});
  expect(2, 12345u);
}

TEST_F(ControlGroupTest, APathOutOfTheMountIsNotFollowed) {
  files_.write({{"proc_cgroup", "0::/../other\n"},
                {"other/cpu.max", "100000 100000\n"},
                {"sys/cpu.max", "300000 100000\n"}});
  expect(3, kNone);
}

TEST_F(ControlGroupTest, Version1) {
  files_.write(
      {{"proc_cgroup", "12:memory:/docker/77\n5:cpu,cpuacct:/docker/77\n2:cpuset:/docker/77\n"},
       {"sys/cpu,cpuacct/docker/77/cpu.cfs_quota_us", "250000\n"},
       {"sys/cpu,cpuacct/docker/77/cpu.cfs_period_us", "100000\n"},
       {"sys/memory/docker/77/memory.limit_in_bytes", "2000000\n"},
       {"sys/memory/docker/77/memory.usage_in_bytes", "900000\n"},
       {"sys/memory/docker/77/memory.stat", "inactive_file 5\ntotal_inactive_file 300000\n"},
       {"sys/memory/memory.limit_in_bytes", "9223372036854771712\n"},
       {"sys/memory/memory.usage_in_bytes", "99999999999\n"}});
  expect(2.5, 2000000u, 600000u);
}

TEST_F(ControlGroupTest, Version1WithoutQuota) {
  files_.write({{"proc_cgroup", "1:cpu:/\n4:memory:/\n"},
                {"sys/cpu/cpu.cfs_quota_us", "-1\n"},
                {"sys/cpu/cpu.cfs_period_us", "100000\n"},
                {"sys/memory/memory.limit_in_bytes", "9223372036854771712\n"},
                {"sys/memory/memory.usage_in_bytes", "1\n"}});
  expect(0, kNone);
}

TEST_F(ControlGroupTest, BothVersionsAtOnce) {
  files_.write({{"proc_cgroup", "3:cpuacct,cpu:/job\n0::/job\n"},
                {"sys/cpu/job/cpu.cfs_quota_us", "300000\n"},
                {"sys/cpu/job/cpu.cfs_period_us", "100000\n"},
                {"sys/unified/job/memory.max", "4096\n"}});
  expect(3, 4096u);
}

TEST_F(ControlGroupTest, GarbageIsNoLimit) {
  files_.write({{"proc_cgroup", "no colons\n:\n0::/job\n"},
                {"sys/job/cpu.max", "lots 100000\n"},
                {"sys/job/memory.max", "12 MiB or 0x10\n"},
                {"sys/cpu.max", "100000 0\n"},
                {"sys/memory.max", "99999999999999999999999999\n"}});
  expect(0, kNone);
}

}  // namespace
}  // namespace nqueens::run
