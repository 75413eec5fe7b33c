// The kernels of the windowed fill: no attacks, and the same result with every instruction set.
#include "solve/window_kernels.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "base/random.hpp"
#include "support/property.hpp"

namespace nqueens::solving {
namespace {

constexpr std::uint32_t kNone = 0x80000000;  // in no window below

/// Lines of a window at some place of a board, some of them taken at random, with guards.
struct GuardedLines {
  static constexpr std::uint64_t kRows = 4096;
  static constexpr std::uint32_t kFirstColumn = 0u - 1024;  // columns wrap around
  std::uint64_t columns;
  std::vector<std::uint8_t> column_bits;
  std::vector<std::uint8_t> antidiagonal_bits;
  std::vector<std::uint8_t> diagonal_bits;
  std::vector<std::uint32_t> low_columns = std::vector<std::uint32_t>(kRows, kNone);

  GuardedLines(std::uint64_t window_columns, std::uint32_t percent_taken, std::uint64_t seed)
      : columns(window_columns),
        column_bits(columns / 8 + kBytesBehindLines),
        antidiagonal_bits((columns + kRows) / 8 + kBytesBehindLines),
        diagonal_bits((columns + kRows) / 8 + kBytesBehindLines) {
    base::Random random(seed);
    for (auto* bits : {&column_bits, &antidiagonal_bits, &diagonal_bits}) {
      for (std::size_t i = 0; i < 8 * bits->size(); ++i) {
        if (random.below(100) < percent_taken) (*bits)[i / 8] |= std::uint8_t(1u << (i % 8));
      }
    }
  }
  WindowLines view() {
    return {column_bits.data(),   antidiagonal_bits.data(),
            diagonal_bits.data(), kRows - 1,
            kFirstColumn,         columns / 8};
  }
};

bool bit(const std::vector<std::uint8_t>& bits, std::uint64_t index) {
  return (bits[index / 8] >> (index % 8) & 1) != 0;
}

/// Removes the queens of `rows` from `after`: each must have been alone on its lines, and `before`
/// must be left.
void check(const GuardedLines& before, GuardedLines after, const std::set<std::uint32_t>& rows) {
  for (std::uint32_t row = 0; row < GuardedLines::kRows; ++row) {
    ASSERT_EQ(after.low_columns[row] != kNone, rows.contains(row)) << row;
    if (after.low_columns[row] == kNone) continue;
    const std::uint32_t column = after.low_columns[row] - GuardedLines::kFirstColumn;
    ASSERT_LT(column, before.columns);
    const auto take_off = [](std::vector<std::uint8_t>& bits, std::uint64_t index) {
      ASSERT_TRUE(bit(bits, index));
      bits[index / 8] ^= std::uint8_t(1u << (index % 8));
    };
    take_off(after.column_bits, column);
    take_off(after.antidiagonal_bits, column + row);
    take_off(after.diagonal_bits, column + GuardedLines::kRows - 1 - row);
  }
  ASSERT_EQ(after.column_bits, before.column_bits);
  ASSERT_EQ(after.antidiagonal_bits, before.antidiagonal_bits);
  ASSERT_EQ(after.diagonal_bits, before.diagonal_bits);
}

struct Outcome {
  GuardedLines lines;
  std::vector<std::uint32_t> missed;
  std::uint64_t state;
  std::uint64_t probes = 0;
};

Outcome narrow(const WindowKernels& kernels, GuardedLines lines, std::uint64_t first_row,
               std::size_t groups) {
  std::uint64_t state = 7;
  std::vector<std::uint32_t> missed(8 * groups);
  missed.resize(kernels.fill(lines.view(), first_row, groups, state,
                             lines.low_columns.data() + first_row, missed.data()));
  return {std::move(lines), std::move(missed), state};
}

Outcome wide(const WindowKernels& kernels, GuardedLines lines, std::uint64_t first_row,
             std::vector<std::uint32_t> rows) {
  std::uint64_t state = 7;
  std::uint64_t probes = 0;
  const std::size_t missed =
      kernels.fill_wide(lines.view(), first_row, rows.data(), rows.size(), state,
                        lines.low_columns.data() + first_row, rows.data(), probes);
  rows.resize(missed);
  return {std::move(lines), std::move(rows), state, probes};
}

void expect_same(const Outcome& outcome, const Outcome& reference) {
  EXPECT_EQ(outcome.lines.low_columns, reference.lines.low_columns);
  EXPECT_EQ(outcome.lines.column_bits, reference.lines.column_bits);
  EXPECT_EQ(outcome.lines.antidiagonal_bits, reference.lines.antidiagonal_bits);
  EXPECT_EQ(outcome.lines.diagonal_bits, reference.lines.diagonal_bits);
  EXPECT_EQ(outcome.missed, reference.missed);
  EXPECT_EQ(outcome.state, reference.state);
  EXPECT_EQ(outcome.probes, reference.probes);
}

PROPERTY(WindowKernels, AllInstructionSetsFillAlikeAndByTheRules) {
  const std::uint64_t seed = tests::draw_seed();
  const auto percent = *rc::gen::inRange<std::uint32_t>(0, 101);
  const auto columns = 8 * *rc::gen::inRange<std::uint64_t>(kMinWindowBytes, 1000);
  const auto first_row = 8 * *rc::gen::inRange<std::uint32_t>(0, 300);
  const GuardedLines before(columns, percent, seed);
  std::vector<std::uint32_t> asked;
  for (std::uint32_t row = 0; row < 160; row += 1 + static_cast<std::uint32_t>(seed % 7)) {
    asked.push_back(row);
  }
  const auto check_all = [&](const auto& outcome_of, const std::vector<std::uint32_t>& wanted) {
    const Outcome reference = outcome_of(kWindowPortable);
    std::set<std::uint32_t> rows;
    for (const std::uint32_t row : wanted) rows.insert(first_row + row);
    for (const std::uint32_t missed : reference.missed) {
      ASSERT_EQ(rows.erase(first_row + missed), 1u);
    }
    check(before, reference.lines, rows);
    EXPECT_TRUE(percent > 30 || reference.missed.empty());
    EXPECT_TRUE(percent < 100 || rows.empty());
    for (const WindowKernels* kernels : window_kernels()) {
      expect_same(outcome_of(*kernels), reference);
    }
  };
  std::vector<std::uint32_t> all(160);
  std::iota(all.begin(), all.end(), 0u);
  check_all([&](const auto& kernels) { return narrow(kernels, before, first_row, 20); }, all);
  check_all([&](const auto& kernels) { return wide(kernels, before, first_row, asked); }, asked);
}

}  // namespace
}  // namespace nqueens::solving
