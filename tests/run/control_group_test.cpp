// Limits of control groups, read from made-up trees.
#include "run/control_group.hpp"

#include <gtest/gtest.h>

#include "fake_files.hpp"

namespace nqueens::run {
namespace {

constexpr std::uint64_t kNone = UINT64_MAX;

class ControlGroupTest : public ::testing::Test {
 protected:
  void expect(double cpu_quota, std::uint64_t memory_room) const {
    const auto list = files_.path("proc_cgroup");
    EXPECT_DOUBLE_EQ(read_cpu_quota(list, files_.path("sys")), cpu_quota);
    EXPECT_EQ(read_memory_room(list, files_.path("sys")), memory_room);
  }
  FakeFiles files_;
};

TEST_F(ControlGroupTest, NothingToReadIsNoLimit) {
  expect(0, kNone);
}

TEST_F(ControlGroupTest, OwnLimits) {
  files_.write({{"proc_cgroup", "0::/user.slice/job\n"},
                {"sys/user.slice/job/cpu.max", "150000 100000\n"},
                {"sys/user.slice/job/memory.max", "1000000\n"},
                {"sys/user.slice/job/memory.current", "600000\n"}});
  expect(1.5, 400000);
}

TEST_F(ControlGroupTest, InactiveFilePagesAreNotInUse) {
  files_.write({{"proc_cgroup", "0::/job\n"},
                {"sys/job/memory.max", "1000000\n"},
                {"sys/job/memory.current", "600000\n"},
                {"sys/job/memory.stat", "anon 100000\nfile 400000\ninactive_file 350000\n"}});
  expect(0, 750000);
  files_.write("sys/job/memory.stat", "inactive_file 700000\n");
  expect(0, 1000000);
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
  expect(2, 500);
}

TEST_F(ControlGroupTest, LimitOfTheMountItself) {
  files_.write({{"proc_cgroup", "0::/\n"}, {"sys/cpu.max", "50000 100000\n"}});
  expect(0.5, kNone);
}

TEST_F(ControlGroupTest, InAContainerThePathMayNotExistBelowTheMount) {
  files_.write({{"proc_cgroup", "0::/system.slice/docker-0123.scope\n"},
                {"sys/cpu.max", "200000 100000\n"},
                {"sys/memory.max", "12345\n"}});
  expect(2, 12345);
}

TEST_F(ControlGroupTest, APathOutOfTheMountIsNotFollowed) {
  files_.write({{"proc_cgroup", "0::/../other\n"},
                {"other/cpu.max", "100000 100000\n"},
                {"sys/cpu.max", "300000 100000\n"}});
  expect(3, kNone);
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
