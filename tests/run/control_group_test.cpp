// Limits of control groups, read from made-up trees.
#include "run/control_group.hpp"

#include <gtest/gtest.h>

#include "fake_files.hpp"

namespace nqueens::run {
namespace {

class ControlGroupTest : public ::testing::Test {
 protected:
  struct Limits {
    double cpu_quota;
    std::optional<std::uint64_t> memory_limit;
    std::optional<std::uint64_t> memory_in_use;
  };
  Limits read() const {
    const auto memory = read_memory_limit(files_.path("proc_cgroup"), files_.path("sys"));
    Limits limits{read_cpu_quota(files_.path("proc_cgroup"), files_.path("sys")), {}, {}};
    if (memory) {
      limits.memory_limit = memory->bytes;
      limits.memory_in_use = memory->in_use;
    }
    return limits;
  }
  FakeFiles files_;
};

TEST_F(ControlGroupTest, NothingToReadIsNoLimit) {
  const Limits limits = read();
  EXPECT_EQ(limits.cpu_quota, 0);
  EXPECT_FALSE(limits.memory_limit);
  EXPECT_FALSE(limits.memory_in_use);
}

TEST_F(ControlGroupTest, Version2) {
  files_.write("proc_cgroup", "0::/user.slice/job\n");
  files_.write("sys/user.slice/job/cpu.max", "150000 100000\n");
  files_.write("sys/user.slice/job/memory.max", "1000000\n");
  files_.write("sys/user.slice/job/memory.current", "600000\n");
  const Limits limits = read();
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 1.5);
  EXPECT_EQ(limits.memory_limit, 1000000u);
  EXPECT_EQ(limits.memory_in_use, 600000u);
}

TEST_F(ControlGroupTest, InactiveFilePagesAreNotInUse) {
  files_.write("proc_cgroup", "0::/job\n");
  files_.write("sys/job/memory.max", "1000000\n");
  files_.write("sys/job/memory.current", "600000\n");
  files_.write("sys/job/memory.stat", "anon 100000\nfile 400000\ninactive_file 350000\n");
  EXPECT_EQ(read().memory_in_use, 250000u);

  files_.write("sys/job/memory.stat", "inactive_file 700000\n");
  EXPECT_EQ(read().memory_in_use, 0u);
}

TEST_F(ControlGroupTest, NoLimitByWord) {
  files_.write("proc_cgroup", "0::/job\n");
  files_.write("sys/job/cpu.max", "max 100000\n");
  files_.write("sys/job/memory.max", "max\n");
  files_.write("sys/job/memory.current", "600000\n");
  const Limits limits = read();
  EXPECT_EQ(limits.cpu_quota, 0);
  EXPECT_FALSE(limits.memory_limit);
}

TEST_F(ControlGroupTest, TightestOfAllGroupsAbove) {
  files_.write("proc_cgroup", "0::/a/b/c\n");
  files_.write("sys/a/b/c/cpu.max", "400000 100000\n");
  files_.write("sys/a/b/cpu.max", "max 100000\n");
  files_.write("sys/a/cpu.max", "100000 50000\n");
  files_.write("sys/cpu.max", "300000 100000\n");
  // What counts for memory is the room, not the limit.
  files_.write("sys/a/b/c/memory.max", "1000\n");
  files_.write("sys/a/b/c/memory.current", "100\n");
  files_.write("sys/a/memory.max", "5000\n");
  files_.write("sys/a/memory.current", "4500\n");
  const Limits limits = read();
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 2);
  EXPECT_EQ(limits.memory_limit, 5000u);
  EXPECT_EQ(limits.memory_in_use, 4500u);
}

TEST_F(ControlGroupTest, LimitOfTheMountItself) {
  files_.write("proc_cgroup", "0::/\n");
  files_.write("sys/cpu.max", "50000 100000\n");
  EXPECT_DOUBLE_EQ(read().cpu_quota, 0.5);
}

TEST_F(ControlGroupTest, InAContainerThePathMayNotExistBelowTheMount) {
  files_.write("proc_cgroup", "0::/system.slice/docker-0123.scope\n");
  files_.write("sys/cpu.max", "200000 100000\n");
  files_.write("sys/memory.max", "12345\n");
  EXPECT_DOUBLE_EQ(read().cpu_quota, 2);
  EXPECT_EQ(read().memory_limit, 12345u);
  EXPECT_FALSE(read().memory_in_use);
}

TEST_F(ControlGroupTest, APathOutOfTheMountIsNotFollowed) {
  files_.write("proc_cgroup", "0::/../other\n");
  files_.write("other/cpu.max", "100000 100000\n");
  files_.write("sys/cpu.max", "300000 100000\n");
  EXPECT_DOUBLE_EQ(read().cpu_quota, 3);
}

TEST_F(ControlGroupTest, Version1) {
  files_.write("proc_cgroup",
               "12:memory:/docker/77\n5:cpu,cpuacct:/docker/77\n2:cpuset:/docker/77\n");
  files_.write("sys/cpu,cpuacct/docker/77/cpu.cfs_quota_us", "250000\n");
  files_.write("sys/cpu,cpuacct/docker/77/cpu.cfs_period_us", "100000\n");
  files_.write("sys/memory/docker/77/memory.limit_in_bytes", "2000000\n");
  files_.write("sys/memory/docker/77/memory.usage_in_bytes", "900000\n");
  files_.write("sys/memory/docker/77/memory.stat", "inactive_file 5\ntotal_inactive_file 300000\n");
  files_.write("sys/memory/memory.limit_in_bytes", "9223372036854771712\n");
  files_.write("sys/memory/memory.usage_in_bytes", "99999999999\n");
  const Limits limits = read();
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 2.5);
  EXPECT_EQ(limits.memory_limit, 2000000u);
  EXPECT_EQ(limits.memory_in_use, 600000u);
}

TEST_F(ControlGroupTest, Version1WithoutQuota) {
  files_.write("proc_cgroup", "1:cpu:/\n4:memory:/\n");
  files_.write("sys/cpu/cpu.cfs_quota_us", "-1\n");
  files_.write("sys/cpu/cpu.cfs_period_us", "100000\n");
  files_.write("sys/memory/memory.limit_in_bytes", "9223372036854771712\n");
  files_.write("sys/memory/memory.usage_in_bytes", "1\n");
  EXPECT_EQ(read().cpu_quota, 0);
  EXPECT_FALSE(read().memory_limit);
}

TEST_F(ControlGroupTest, BothVersionsAtOnce) {
  files_.write("proc_cgroup", "3:cpuacct,cpu:/job\n0::/job\n");
  files_.write("sys/cpu/job/cpu.cfs_quota_us", "300000\n");
  files_.write("sys/cpu/job/cpu.cfs_period_us", "100000\n");
  files_.write("sys/unified/job/memory.max", "4096\n");
  EXPECT_DOUBLE_EQ(read().cpu_quota, 3);
  EXPECT_EQ(read().memory_limit, 4096u);
}

TEST_F(ControlGroupTest, GarbageIsNoLimit) {
  files_.write("proc_cgroup", "no colons\n:\n0::/job\n");
  files_.write("sys/job/cpu.max", "lots 100000\n");
  files_.write("sys/job/memory.max", "12 MiB or 0x10\n");
  files_.write("sys/cpu.max", "100000 0\n");
  files_.write("sys/memory.max", "99999999999999999999999999\n");
  const Limits limits = read();
  EXPECT_EQ(limits.cpu_quota, 0);
  EXPECT_FALSE(limits.memory_limit);
}

}  // namespace
}  // namespace nqueens::run
