// Engine opencl on the device of a processor (pocl) against the colour join of the processor: unit
// by unit, in batches of any size, on restricted boards, and whole counts. Only without such a
// device are these tests skipped.
#include "engine/opencl/opencl.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "count/count_run.hpp"
#include "engine/colour_join/colour_join.hpp"
#include "engine/colour_join/join.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/stop.hpp"
#include "engine/opencl/device_units.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"

namespace nqueens::engine::opencl {

namespace {

using colour_join::UnitCount;

int number_of_processor() {
  for (const DeviceInfo& device : devices()) {
    if (device.kind == "processor") return device.number;
  }
  return 0;
}

class OpenClTest : public testing::Test {
 protected:
  void SetUp() override {
#ifdef NQUEENS_INSTRUMENTED
    GTEST_SKIP() << "the driver is not instrumented";
#endif
    if (number_ == 0 && std::filesystem::exists("/etc/OpenCL/vendors/pocl.icd")) {
      FAIL() << "pocl is installed, and finds no device";
    }
    if (number_ == 0) GTEST_SKIP() << "no OpenCL device of a processor; install pocl-opencl-icd";
  }
  /// Kernels are compiled once.
  static const Device& device() {
    static const Device device(number_of_processor());
    return device;
  }

  const int number_ = number_of_processor();
};

using Sums = std::map<LineSet, std::uint64_t>;

/// Solutions of each unit that has any.
Sums on_processor(const RowSets& sets, LineSet even_rows, std::span<const LineSet> units) {
  const colour_join::SharedLists lists(sets.board, 1e8);
  colour_join::Join join(sets.model, sets.units,
                         colour_join::kernels().best(base::best_instruction_set()), lists, false);
  Sums sums;
  join.count(even_rows, units, {}, [&](LineSet unit, const UnitCount& count) {
    if (count.solutions > 0) sums[unit] = count.solutions;
  });
  return sums;
}

/// The same; `left` counts units that the device may not count.
Sums on_device(const Device& device, const RowSets& sets, const DeviceLimits& limits,
               LineSet even_rows, std::span<const LineSet> units, std::size_t& left) {
  DeviceUnits counter(device, sets, limits);
  Sums sums;
  const auto visit = [&](std::size_t first, const DeviceUnits::Sums& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!batch[i]) ++left;
      EXPECT_FALSE(sums.contains(units[first + i]));
      if (batch[i].value_or(0) > 0) sums[units[first + i]] = *batch[i];
    }
  };
  counter.count(even_rows, units, {}, visit);
  return sums;
}

DeviceLimits small_limits(std::mt19937_64& random) {
  DeviceLimits limits;
  limits.batch_bytes = random() % 2 == 0 ? 0 : 1e5;
  limits.batch_seconds = random() % 2 == 0 ? 0 : 0.1;
  limits.items = random() % 3;
  return limits;
}

/// Some units of one or more R_e of every class. Only units without queens of one colour in the odd
/// rows are left to the processor.
void compare_classes(const Device& device, const Problem& problem, int row_sets,
                     std::size_t most_units) {
  const RowSets sets(problem);
  std::mt19937_64 random(static_cast<std::uint64_t>(problem.board_size()));
  std::vector<std::vector<LineSet>> classes(static_cast<std::size_t>(sets.board.even()) + 1);
  for (LineSet even_rows = 0; even_rows <= colour_join::all_lines(sets.board.even()); ++even_rows) {
    if (sets.units.of(even_rows).empty()) continue;
    classes[static_cast<std::size_t>(std::popcount(even_rows))].push_back(even_rows);
  }
  std::size_t compared = 0;
  for (const std::vector<LineSet>& all : classes) {
    for (int i = 0; i < row_sets && !all.empty(); ++i) {
      const LineSet even_rows = all[random() % all.size()];
      const std::vector<LineSet> units = sets.units.of(even_rows);
      const std::size_t size = std::min(most_units, units.size());
      const auto some = std::span(units).subspan(random() % (units.size() - size + 1), size);
      std::size_t left = 0;
      const DeviceLimits limits = i % 2 == 0 ? DeviceLimits{} : small_limits(random);
      const Sums expected = on_processor(sets, even_rows, some);
      EXPECT_EQ(on_device(device, sets, limits, even_rows, some, left), expected)
          << problem.board_size() << " rows, R_e " << even_rows << ", number " << i;
      const int queens = sets.board.odd_queens(std::popcount(even_rows));
      if (queens > 0 && queens < sets.board.odd()) {
        EXPECT_EQ(left, 0u);
      }
      compared += expected.size();
    }
  }
  EXPECT_GT(compared, 5u);
}

TEST_F(OpenClTest, UnitsOfEveryClassAreThoseOfTheProcessor) {
  for (int n = 8; n <= 18; ++n) compare_classes(device(), Problem(n), n <= 16 ? 10 : 2, 64);
}

TEST_F(OpenClTest, DISABLED_LongUnitsOfEveryClassAreThoseOfTheProcessor) {
  for (int n = 8; n <= 18; ++n) compare_classes(device(), Problem(n), 20, 400);
  for (int n = 19; n <= 22; ++n) compare_classes(device(), Problem(n), 2, 6);
  for (int n = 23; n <= 26; ++n) compare_classes(device(), Problem(n), 1, 2);
}

Problem with_blocked_squares(int size, std::mt19937_64& random) {
  Problem problem(size);
  const auto side = static_cast<std::uint64_t>(size);
  for (std::uint64_t left = 1 + random() % (side * side / 4); left > 0; --left) {
    problem.block({random() % side, random() % side});
  }
  return problem;
}

TEST_F(OpenClTest, UnitsOfRestrictedBoardsAreThoseOfTheProcessor) {
  std::mt19937_64 random(7);
  for (const int n : {10, 11, 12, 13, 14, 15}) {
    Problem problem(n);
    for (int queen = 0; queen < n; ++queen) {  // blocked squares in every third row
      problem.block(
          {static_cast<std::uint64_t>(queen) / 3 * 3, random() % static_cast<unsigned>(n)});
    }
    compare_classes(device(), problem, 8, 64);
  }
}

WideCount count_all(const Engine& engine, const Problem& problem, int device) {
  const auto prepared = engine.prepare(problem, {.device = device});
  const auto worker = prepared->make_worker(0);
  WideCount sum = 0;
  for (const Task& task : prepared->decomposition->tasks(0)) {
    Tally tally;
    EXPECT_TRUE(worker->count(task, {}, tally));
    EXPECT_TRUE(tally.is_consistent());
    sum += tally.solutions();
  }
  return sum;
}

TEST_F(OpenClTest, CountsWholeBoards) {
  const Engine& engine = find_engine("opencl");
  for (int n = 0; n <= 13; ++n) {
    EXPECT_EQ(count_all(engine, Problem(n), number_), *known_solutions(n)) << n;
  }
  std::mt19937_64 random(11);
  for (int number = 0; number < 30; ++number) {
    const Problem problem = with_blocked_squares(6 + number % 6, random);
    EXPECT_EQ(count_all(engine, problem, number_), count_all(find_engine("mrv"), problem, 0));
  }
}

TEST_F(OpenClTest, DISABLED_LongCountsWholeBoards) {
  for (int n = 14; n <= 17; ++n) {
    EXPECT_EQ(count_all(find_engine("opencl"), Problem(n), number_), *known_solutions(n)) << n;
  }
}

/// If numbers might not fit, the processor counts: all units, or some of each task.
TEST_F(OpenClTest, LeavesToTheProcessorWhatMightNotFit) {
  for (const DeviceLimits& limits :
       {DeviceLimits{.largest_factor = 0}, DeviceLimits{.largest_factor = 2000},
        DeviceLimits{.largest_sum = 1e5}, DeviceLimits{.largest_sum = 1e7}}) {
    EXPECT_EQ(count_all(make_opencl(limits), Problem(12), number_), *known_solutions(12));
  }
  const RowSets sets{Problem(12)};
  const LineSet even_rows = 0b010101;
  const std::vector<LineSet> units = sets.units.of(even_rows);
  const auto left_of = [&](const DeviceLimits& limits) {
    std::size_t left = 0;
    on_device(device(), sets, limits, even_rows, units, left);
    return left;
  };
  EXPECT_EQ(left_of({}), 0u);
  EXPECT_GT(left_of({.largest_sum = 1}), 0u);
  EXPECT_EQ(left_of({.largest_factor = 1}), units.size());
}

/// Classes that need more local memory than there is are left to the processor.
TEST_F(OpenClTest, LocalMemoryOfAnySize) {
  for (const std::size_t bytes : {0u, 1500u, 2000u, 2700u, 2800u, 3000u, 4000u}) {
    const Engine engine = make_opencl({.local_bytes = bytes});
    EXPECT_EQ(count_all(engine, Problem(12), number_), *known_solutions(12)) << bytes;
    EXPECT_EQ(count_all(engine, Problem(11), number_), *known_solutions(11)) << bytes;
  }
  const RowSets sets{Problem(16)};
  const LineSet even_rows = 0b00110101;
  const std::vector<LineSet> units = sets.units.of(even_rows);
  std::size_t all = 0;
  std::size_t none = 0;
  for (std::size_t bytes = 3500; bytes < 4300; bytes += 4) {
    std::size_t left = 0;
    on_device(device(), sets, {.local_bytes = bytes}, even_rows, std::span(units).first(2), left);
    ++(left == 0 ? none : all);
  }
  EXPECT_GT(all, 0u);
  EXPECT_GT(none, 0u);
}

TEST_F(OpenClTest, StopsWithoutAResult) {
  const auto prepared = find_engine("opencl").prepare(Problem(14), {.device = number_});
  const auto worker = prepared->make_worker(0);
  std::stop_source stop;
  stop.request_stop();
  Tally tally;
  EXPECT_FALSE(worker->count(prepared->decomposition->tasks(0).back(), stop.get_token(), tally));
}

/// A stop leaves two batches with the device: the queue drains, and what they wrote is not taken
/// for the units of the next call.
TEST_F(OpenClTest, CountsOnAfterAStopBetweenBatches) {
  const RowSets sets{Problem(14)};
  const LineSet even_rows = 0b0101101;
  const std::vector<LineSet> units = sets.units.of(even_rows);
  ASSERT_GT(units.size(), 6u);
  DeviceUnits counter(device(), sets, {.batch_seconds = 0});
  for (int round = 0; round < 3; ++round) {
    std::stop_source source;
    EXPECT_THROW(
        counter.count(even_rows, units, source.get_token(),
                      [&](std::size_t, const DeviceUnits::Sums&) { source.request_stop(); }),
        colour_join::StopAsked);
    Sums sums;
    const auto others = std::span(units).subspan(3);
    counter.count(even_rows, others, {}, [&](std::size_t first, const DeviceUnits::Sums& batch) {
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (batch[i].value() > 0) sums[others[first + i]] = *batch[i];
      }
    });
    EXPECT_EQ(sums, on_processor(sets, even_rows, others));
  }
}

TEST_F(OpenClTest, ErrorsOfTheDeviceAreOneLine) {
  Memory memory;
  const auto fails = [](const auto& act, const char* says) {
    try {
      act();
      ADD_FAILURE() << "no error: " << says;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(says));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  };
  fails([&] { memory.make_room(device(), std::size_t{1} << 50); }, "clCreateBuffer");
  fails([&] { Kernel(device(), "none"); }, "clCreateKernel");
  fails([&] { device().check(CL_OUT_OF_RESOURCES, "clFinish"); }, "out of memory");
  fails([] { choose_device(1000); }, "no device 1000: ");
}

TEST(OpenCl, IsTakenByNameOnly) {
  for (int n = 0; n <= kMaxCountSize; ++n) {
    EXPECT_NE(counting::choose_engine(Problem(n), "auto").name, "opencl");
    EXPECT_EQ(fastest_engine(Problem(n), base::best_instruction_set(), "row-sets")->name,
              "colour-join");
  }
}

TEST(OpenCl, PlansAndMemoryNeedNoDevice) {
  const CountPlan plan = plan_count(Board(20, 20), {.engine = "opencl", .device = 1000});
  const CountPlan processor = plan_count(Board(20, 20), {.engine = "colour-join"});
  EXPECT_EQ(plan.plan_id, processor.plan_id);
  // Factors of all units of one R_e: at most 252 of them, with 252 x 252 numbers.
  const std::uint64_t factors = 252 * 252 * 252 * sizeof(cl_uint);
  EXPECT_EQ(plan.bytes_per_thread, processor.bytes_per_thread + factors);
  const CountPlan large = plan_count(Board(26), {.engine = "opencl", .allow_uncomputed = true});
  EXPECT_GT(large.bytes_per_thread, static_cast<std::uint64_t>(DeviceLimits{}.batch_bytes));
}

}  // namespace

}  // namespace nqueens::engine::opencl
