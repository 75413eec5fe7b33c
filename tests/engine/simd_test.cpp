// The simd engine: known values with every kernel and depth and the smallest batches; stopping;
// every kernel against plain enumeration on random rests of a board.
#include "engine/simd/simd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/arrays.hpp"
#include "nqueens/count.hpp"
#include "support/engine_counts.hpp"
#include "support/property.hpp"

namespace nqueens::engine {
namespace {

tests::EngineCount count_tasks(int board_size, int depth, const SimdKernels& kernel,
                               const BatchLimits& limits = {}) {
  const auto worker = make_simd_worker(board_size, depth, kernel, limits);
  tests::EngineCount sum;
  for (const Task& task : side_column_decomposition(Problem(board_size))->tasks(depth)) {
    Tally tally;
    EXPECT_TRUE(worker->count(task, {}, tally));
    sum.solutions += tally.solutions();
    sum.nodes += tally.nodes();
  }
  return sum;
}

TEST(Simd, KnownValuesWithEveryKernelAndDepth) {
  for (const SimdKernels* kernel : simd_kernels()) {
    for (int n = 0; n <= 14; ++n) {
      const int deepest = n <= 9 ? n : 14 - n / 2 - (n > 12 ? 3 : 0);
      for (int depth = 0; depth <= std::min(n, deepest); ++depth) {
        EXPECT_EQ(count_tasks(n, depth, *kernel).solutions, *known_solutions(n))
            << to_string(kernel->instruction_set) << " n = " << n << " depth " << depth;
      }
    }
  }
}

TEST(Simd, BatchesOfEverySizeCountTheSame) {
  for (const SimdKernels* kernel : simd_kernels()) {
    for (const int depth : {0, 2, 3, 5}) {
      const auto expected = count_tasks(12, depth, simd_kernels().portable());
      ASSERT_EQ(expected.solutions, *known_solutions(12));
      for (const std::uint32_t threshold : {1u, 2u, 31u, 32u, 33u, 64u, 95u, 96u, 97u, 192u}) {
        for (const std::uint32_t batch : {1u, 96u, 100u, 384u, 5000u}) {
          const auto count = count_tasks(12, depth, *kernel, {threshold, batch});
          EXPECT_EQ(count.solutions, expected.solutions) << threshold << " " << batch;
          EXPECT_EQ(count.nodes, expected.nodes) << threshold << " " << batch;
        }
      }
    }
  }
}

/// A rest of a board: random gaps and blocked squares.
SubBoard random_rest() {
  SubBoard board;
  board.rows = *rc::gen::inRange(0, kMaxRest + 1);
  board.columns = static_cast<std::uint16_t>((1u << board.rows) - 1);
  // About half of the squares of a large rest are blocked, so that enumeration ends.
  const int draws = board.rows <= 9 ? *rc::gen::inRange(1, 4) : 1;
  const bool with_gaps = *rc::gen::arbitrary<bool>();
  const auto draw_mask = [] { return *rc::gen::resize(100, rc::gen::inRange(0u, 0x10000u)); };
  for (int row = 0; row < board.rows; ++row) {
    std::uint32_t blocked = board.columns;
    for (int i = 0; i < draws; ++i) blocked &= draw_mask();
    board.blocked[row] = static_cast<std::uint16_t>(blocked);
    board.gap[row] = static_cast<std::uint8_t>(
        with_gaps && *rc::gen::inRange(0, 4) == 0 ? *rc::gen::inRange(1, kMaxRest + 2) : 1);
  }
  board.tied_columns = static_cast<std::uint16_t>(draw_mask() & board.columns);
  // A whole board has at most 32 rows.
  int row_of_board = 0;
  for (int row = 0; row + 1 < board.rows; ++row) {
    const int max = kMaxCountSize - 1 - row_of_board - (board.rows - 2 - row);
    board.gap[row] = static_cast<std::uint8_t>(std::min<int>(board.gap[row], max));
    row_of_board += board.gap[row];
  }
  return board;
}

void enumerate(const SubBoard& board, std::vector<int>& columns, SubBoardCount& count) {
  const int row = static_cast<int>(columns.size());
  if (row == board.rows) {
    ++count.solutions;
    if (row > 0 && ((board.tied_columns >> columns.back()) & 1) != 0) ++count.tied;
    return;
  }
  for (int column = 0; column < board.rows; ++column) {
    bool attacked = ((board.blocked[row] >> column) & 1) != 0;
    int distance = 0;
    for (int above = row - 1; above >= 0; --above) {
      distance += board.gap[above];
      const int other = columns[static_cast<std::size_t>(above)];
      attacked = attacked || other == column || std::abs(other - column) == distance;
    }
    if (attacked) continue;
    columns.push_back(column);
    enumerate(board, columns, count);
    columns.pop_back();
  }
}

bool never(const void* /*token*/) {
  return false;
}

PROPERTY(Simd, EveryKernelAgreesWithEnumerationOnRandomRests) {
  const SubBoard board = random_rest();
  SubBoardCount expected;
  std::vector<int> columns;
  enumerate(board, columns, expected);
  const BatchLimits limits = {*rc::gen::inRange(1u, 200u), *rc::gen::inRange(1u, 400u)};
  std::uint64_t nodes = 0;
  for (const SimdKernels* kernel : simd_kernels()) {
    base::AlignedVector<unsigned char> scratch(kernel->scratch_bytes(limits));
    SubBoardCount count;
    RC_ASSERT(kernel->count(board, scratch.data(), limits, {nullptr, never}, count));
    RC_ASSERT(count.solutions == expected.solutions);
    RC_ASSERT(count.tied == expected.tied);
    if (kernel == &simd_kernels().portable()) nodes = count.nodes;
    RC_ASSERT(count.nodes == nodes);
  }
}

TEST(Simd, KernelsStopInTheMiddle) {
  SubBoard board;
  board.rows = kMaxRest;
  board.columns = 0xFFFF;
  for (auto& gap : board.gap) gap = 1;
  for (const SimdKernels* kernel : simd_kernels()) {
    int polls = 0;
    base::AlignedVector<unsigned char> scratch(kernel->scratch_bytes({}));
    SubBoardCount count;
    const StopPoll poll = {&polls, [](const void* token) {
                             int& made = *static_cast<int*>(const_cast<void*>(token));
                             return ++made > 3;
                           }};
    EXPECT_FALSE(kernel->count(board, scratch.data(), {}, poll, count));
    EXPECT_EQ(polls, 4);
  }
}

}  // namespace
}  // namespace nqueens::engine
