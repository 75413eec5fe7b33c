// Walks of the colour join and their sums, on every instruction set, against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/placements/first_tables.hpp"
#include "engine/colour_join/sums/pair_sums.hpp"
#include "nqueens/error.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"
#include "support/stop.hpp"

namespace nqueens::engine::colour_join {
namespace {

using tests::SeededRandom;

/// First placements and factors of one colour for walks through its second placements. Walks see
/// only the lines of a first placement, so these are random words of lines.
class WalkData {
 public:
  WalkData(const Quarter& first_quarter, const Quarter& second_quarter)
      : quarters(first_quarter, second_quarter), squares(quarters), tree(squares.view()) {}

  void set_units(std::vector<std::uint32_t> rows_of_units) {
    rows = std::move(rows_of_units);
    nodes = tree_of(rows);
    units.resize(rows.size());
    tree.nodes = nodes.data();
    tree.units = units.data();
    tree.row_of_set = row_of_set.data();
    columns = columns_after(row_of_set);
    tree.columns_after = columns.data();
    tree.stride = stride;
    tree.plane = stride * factor_rows;
  }
  void clear_sums() {
    for (WalkUnit& unit : units) std::fill_n(unit.sums, kMaxDigits, 0);
  }

  /// The sums by loops over all second and all first placements.
  std::vector<std::vector<std::uint64_t>> expected_sums() const {
    std::vector<std::vector<std::uint64_t>> sums;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      sums.emplace_back(kMaxDigits);
      const WalkUnit& of = units[unit];
      for_each_pair(rows[unit], {}, [&](std::size_t at) {
        for (std::size_t digit = 0; digit < of.digits[at / stride]; ++digit) {
          sums.back()[digit] += of.factors[digit * tree.plane + at];
        }
      });
    }
    return sums;
  }
  std::vector<std::uint64_t> expected_counts(std::size_t unit) const {
    std::vector<std::uint64_t> counts(tree.plane);
    for_each_pair(rows[unit], {}, [&](std::size_t at) { ++counts[at]; });
    return counts;
  }

  const ColourQuarters quarters;
  const SquareLines squares;
  RowTree tree;
  FirstList first;
  std::size_t size = 0;
  std::size_t stride = 0;
  std::size_t factor_rows = 0;
  std::vector<std::int32_t> row_of_set;
  std::vector<std::uint16_t> columns;
  std::vector<std::uint32_t> rows;
  std::vector<TreeNode> nodes;
  std::vector<WalkUnit> units;

 private:
  /// Calls visit() with the place of each pair in a plane.
  template <typename Visit>
  void for_each_pair(std::uint32_t rows_left, const QueenLines& lines, const Visit& visit) const {
    const Quarter& second = quarters.second;
    if (rows_left != 0) {
      const int row = squares.order()[static_cast<std::size_t>(std::countr_zero(rows_left))];
      for (int column = 0; column < second.columns(); ++column) {
        if ((second.free(lines, row) >> column & 1u) == 0) continue;
        for_each_pair(rows_left & (rows_left - 1), second.with(lines, row, column), visit);
      }
      return;
    }
    const std::int32_t row = row_of_set[lines.columns];
    if (row < 0) return;
    for (std::size_t i = 0; i < size; ++i) {
      if ((first.lines[i] & quarters.bits.of(lines)) != 0) continue;
      visit(static_cast<std::size_t>(row) * stride + first.lanes[i]);
    }
  }
};

void require_sums(const WalkData& data, const std::vector<std::vector<std::uint64_t>>& expected) {
  for (std::size_t unit = 0; unit < expected.size(); ++unit) {
    for (std::size_t digit = 0; digit < kMaxDigits; ++digit) {
      RC_ASSERT(data.units[unit].sums[digit] == expected[unit][digit]);
    }
  }
}

/// A queen on the first row of some units, and the first placements that it leaves.
struct FirstQueen {
  std::uint32_t node = 0;
  WalkQueens queens;
  FirstList list;
  std::size_t size = 0;
};

/// None when units have only one row.
std::vector<FirstQueen> first_queens(const WalkData& data) {
  std::vector<FirstQueen> result;
  const Quarter& second = data.quarters.second;
  for (std::uint32_t child = data.nodes[0].first_child; child != 0;
       child = data.nodes[child].next_sibling) {
    const int row = data.squares.order()[data.nodes[child].row];
    for (int column = 0; column < second.columns(); ++column) {
      const QueenLines lines = second.with({}, row, column);
      FirstQueen queen;
      queen.node = child;
      queen.queens = {lines.columns, lines.diagonals, lines.antidiagonals};
      queen.list.make_room(data.size);
      for (std::size_t i = 0; i < data.size; ++i) {
        if ((data.first.lines[i] & data.quarters.bits.of(lines)) != 0) continue;
        queen.list.lines[queen.size] = data.first.lines[i];
        queen.list.lanes[queen.size++] = data.first.lanes[i];
      }
      if (queen.size > 0) result.push_back(std::move(queen));
    }
  }
  return result;
}

void walk_tables(decltype(Kernels::sum_lanes) walk, WalkData& data, LaneTables& tables,
                 const std::vector<std::pair<std::uint32_t, WalkQueens>>& places) {
  for (std::size_t unit = 0; unit < data.units.size(); ++unit) {
    for (std::size_t table = 0; table < places.size(); ++table) {
      const TreeNode& node = data.nodes[places[table].first];
      if (unit < node.first_unit || unit >= node.first_unit + node.units) continue;
      walk(data.tree, data.rows[unit] & node.rows_below, places[table].second,
           tables.masks(table, data.squares.order().size()), data.units[unit]);
    }
  }
}

/// Counts by these tables, some times over, and compares.
void require_counts(const Kernels& kernels, WalkData& data, LaneTables& tables,
                    const std::vector<std::pair<std::uint32_t, WalkQueens>>& places,
                    std::uint64_t times) {
  std::vector<base::AlignedVector<std::uint8_t>> counts(data.units.size());
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    counts[unit].resize(2 * data.tree.plane);
    data.units[unit].counts = counts[unit].data();
  }
  for (std::uint64_t i = 0; i < times; ++i) walk_tables(kernels.count_lanes, data, tables, places);
  base::AlignedVector<std::uint16_t> numbers(data.tree.plane);
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    kernels.join_bytes(counts[unit].data(), {numbers.data(), data.stride, data.factor_rows});
    const std::vector<std::uint64_t> expected = data.expected_counts(unit);
    for (std::size_t at = 0; at < expected.size(); ++at) {
      const std::uint64_t number = expected[at] * times;
      RC_ASSERT(numbers[at] == (number < 0xFF00 ? number : kSaturated));
    }
  }
}

PROPERTY(ColourSums, WalksSumUpTheFactorsOfAllPairs) {
  SeededRandom random;
  const int n =
      static_cast<int>(random.below(4) == 0 ? random.from_to(24, 32) : random.from_to(2, 14));
  const QuarteredBoard board(n);
  const bool white = random.below(2) == 0;
  WalkData data(white ? board.white_first() : board.black_first(),
                white ? board.white_second() : board.black_second());
  const auto second_rows = static_cast<std::size_t>(data.quarters.second.rows());
  const std::size_t depth = random.from_to(1, std::min<std::size_t>(n > 14 ? 2 : 4, second_rows));

  // First placements, ordered by lane.
  data.stride = kBlockBytes * random.from_to(1, 4);
  data.size = random.of<std::size_t>({1, 7, 64, 65, 128, 129, 256, 257, 512, 513, 1024});
  data.first.make_room(data.size);
  const std::size_t thinness = random.from_to(1, 5);
  const std::size_t lanes = random.from_to(1, data.stride);
  std::vector<std::uint16_t> lanes_drawn(data.size);
  for (std::uint16_t& lane : lanes_drawn) lane = static_cast<std::uint16_t>(random.below(lanes));
  std::sort(lanes_drawn.begin(), lanes_drawn.end());
  std::uint64_t lines_of_quarter = 0;
  for (int number = 0; number <= board.board_size(); ++number) {
    lines_of_quarter |= std::uint64_t{1} << data.quarters.bits.diagonal(number) |
                        std::uint64_t{1} << data.quarters.bits.antidiagonal(number);
  }
  lines_of_quarter &= ~(std::uint64_t{1} << LineBits::kNone);
  for (std::size_t i = 0; i < data.size; ++i) {
    data.first.lines[i] = (random.thin_word(thinness) & lines_of_quarter) | std::uint64_t{1}
                                                                                << LineBits::kAll;
    data.first.lanes[i] = lanes_drawn[i];
  }

  // Rows of factors for most of the column sets.
  data.factor_rows = kBlockBytes;
  data.row_of_set.resize(std::size_t{1} << data.quarters.second.columns());
  for (LineSet set = 0; set < data.row_of_set.size(); ++set) {
    // Sets of fewer queens may lead to a row (nearly all would), so none of them is -1.
    const bool is_part = static_cast<std::size_t>(std::popcount(set)) < depth;
    data.row_of_set[set] = is_part ? 0 : static_cast<std::int32_t>(random.below(65)) - 1;
  }
  std::vector<std::uint32_t> rows;
  for (std::size_t tries = random.from_to(1, 6); tries > 0; --tries) {
    std::uint32_t some = 0;
    while (static_cast<std::size_t>(std::popcount(some)) < depth) {
      some |= 1u << random.below(second_rows);
    }
    if (std::find(rows.begin(), rows.end(), some) == rows.end()) rows.push_back(some);
  }
  const std::size_t units = rows.size();
  // In the order of Units: units with the same first rows follow each other.
  std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t i = 0; i < second_rows; ++i) {
      if ((a >> i & 1u) != (b >> i & 1u)) return (a >> i & 1u) != 0;
    }
    return false;
  });
  data.set_units(rows);
  std::vector<base::AlignedVector<std::uint8_t>> factors(units);
  std::vector<std::vector<std::uint8_t>> digits(units);
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::size_t most = random.of<std::size_t>({1, 2, 3, 8});
    const bool is_full = random.below(3) == 0;
    factors[unit].resize(most * data.tree.plane + kBlockBytes);
    for (std::uint8_t& one : factors[unit]) {
      one = is_full ? std::uint8_t{255} : static_cast<std::uint8_t>(random.word());
    }
    digits[unit].resize(data.factor_rows);
    for (std::size_t row = 0; row < data.factor_rows; ++row) {
      digits[unit][row] = static_cast<std::uint8_t>(1 + random.below(most));
      for (std::size_t digit = digits[unit][row]; digit < most; ++digit) {
        std::fill_n(factors[unit].data() + digit * data.tree.plane + row * data.stride, data.stride,
                    std::uint8_t{0});
      }
    }
    data.units[unit].factors = factors[unit].data();
    data.units[unit].digits = digits[unit].data();
  }

  const auto times = random.of<std::uint64_t>({1, 2, 100, 5000});
  const auto expected = data.expected_sums();
  const std::vector<FirstQueen> queens = depth > 1 ? first_queens(data) : std::vector<FirstQueen>();
  const FirstSpan all{data.first.lines.data(), data.first.lanes.data(), data.size};
  for (const Kernels* kernels : kernels()) {
    data.clear_sums();
    LaneTables tables;
    const std::size_t half = (data.size + 1) / 2;
    tables.add(*kernels, all.part(0, half), data.stride,
               data.squares.needed(data.nodes[0].rows_below));
    std::vector<std::pair<std::uint32_t, WalkQueens>> places{{0, {}}};
    if (half < data.size) {
      tables.add(*kernels, all.part(half, data.size), data.stride,
                 data.squares.needed(data.nodes[0].rows_below));
      places.push_back(places.front());
    }
    walk_tables(kernels->sum_lanes, data, tables, places);
    require_sums(data, expected);

    tables.clear();
    tables.add(*kernels, all, data.stride, data.squares.needed(data.nodes[0].rows_below), false);
    require_counts(*kernels, data, tables, {{0, {}}}, times);

    // The same, started from the first queens.
    if (depth == 1) continue;
    data.clear_sums();
    tables.clear();
    places.clear();
    for (const FirstQueen& queen : queens) {
      tables.add(*kernels, {queen.list.lines.data(), queen.list.lanes.data(), queen.size},
                 data.stride, data.squares.needed(data.nodes[queen.node].rows_below));
      places.emplace_back(queen.node, queen.queens);
    }
    walk_tables(kernels->sum_lanes, data, tables, places);
    require_sums(data, expected);
  }
}

/// More blocks in one walk than 32-bit sums hold, all with the largest numbers there can be.
TEST(ColourSums, TheLargestFactorsDoNotWrap) {
  const QuarteredBoard board(32);
  WalkData data(board.white_first(), board.white_second());
  data.size = LaneTables::kMaxPlacements;
  data.first.make_room(data.size);
  const std::size_t lanes = data.size / kPerByte;
  for (std::size_t i = 0; i < data.size; ++i) {
    data.first.lines[i] = std::uint64_t{1} << LineBits::kAll;  // no queen attacks them
    data.first.lanes[i] = static_cast<std::uint16_t>(i / kPerByte);
  }
  data.stride = lanes;
  data.factor_rows = kBlockBytes;
  for (const unsigned digits : {1u, 2u, 3u}) {
    data.row_of_set.assign(std::size_t{1} << 16, 5);
    data.set_units({0x1F});
    const base::AlignedVector<std::uint8_t> factors(
        std::size_t{digits} * data.stride * data.factor_rows + kBlockBytes, std::uint8_t{255});
    const std::vector<std::uint8_t> of_rows(data.factor_rows, static_cast<std::uint8_t>(digits));
    data.units[0].factors = factors.data();
    data.units[0].digits = of_rows.data();
    // All placements are alike: the sum is that of one, times their number.
    data.size = 1;
    const std::uint64_t expected = data.expected_sums()[0][0] * LaneTables::kMaxPlacements;
    data.size = LaneTables::kMaxPlacements;
    EXPECT_GT(expected / (255 * kPerByte * kBlockBytes), 4 * kMaxVectors);
    for (const Kernels* kernels : kernels()) {
      data.clear_sums();
      LaneTables tables;
      tables.add(*kernels, {data.first.lines.data(), data.first.lanes.data(), data.size},
                 data.stride, data.squares.needed(data.nodes[0].rows_below));
      EXPECT_EQ(tables.blocks(), lanes / kBlockBytes);
      walk_tables(kernels->sum_lanes, data, tables, {{0, {}}});
      for (unsigned digit = 0; digit < kMaxDigits; ++digit) {
        EXPECT_EQ(data.units[0].sums[digit], digit < digits ? expected : 0)
            << base::to_string(kernels->instruction_set) << " digit " << digit << " of " << digits;
      }
    }
  }
}

/// White of a small board, with the column sets of second placements as rows.
struct SmallColour {
  SmallColour() : colour({QuarteredBoard(12).white_first(), QuarteredBoard(12).white_second()}) {
    colour.list_first(0b010011, [](LineSet) { return true; }, {});
    std::vector<LineSet> sets;
    for (LineSet set = 0; set < 1u << 6; ++set) {
      if (std::popcount(set) == 3) sets.push_back(set);
    }
    colour.set_matrix_rows(sets, kBlockBytes);
  }
  Colour colour;
  const LineSet second[2] = {0b001101, 0b101001};
};

TEST(ColourSums, AreExactUpTo64BitsAndAnErrorBeyond) {
  const SmallColour small;
  const MatrixShape& shape = small.colour.shape();
  const MatrixShape transposed{shape.stride, shape.rows};
  base::AlignedVector<std::uint16_t> weights(std::max(shape.rows, shape.stride), std::uint16_t{1});
  for (const Kernels* kernels : kernels()) {
    PairSums pairs(small.colour, *kernels, Limits{});
    for (const WalkChoice& choice :
         {WalkChoice{.per_lane = 0.5, .steps = 0}, WalkChoice{.per_lane = 0, .steps = 10},
          WalkChoice{.per_lane = 1000}}) {
      std::vector<Factors> factors(2);
      for (Factors& one : factors) one.assign_ones(shape);
      const auto counts = pairs.sum(small.second, choice, factors, {});
      ASSERT_GT(counts[0], 10u);
      ASSERT_GT(counts[1], 10u);
      const std::uint64_t most = ~std::uint64_t{0} / std::max(counts[0], counts[1]);
      const auto sum = [&](std::uint64_t number) {
        const std::vector<std::uint64_t> numbers(shape.size(), number);
        for (Factors& one : factors) {
          one.assign(numbers, transposed, {weights.data(), weights.data()});
        }
        return pairs.sum(small.second, choice, factors, {});
      };
      for (const std::uint64_t number : {std::uint64_t{1} << 40, most - 1, most}) {
        EXPECT_EQ(sum(number), (std::vector{counts[0] * number, counts[1] * number}));
      }
      EXPECT_THROW(sum(most + 1), Error);
      EXPECT_THROW(sum(~std::uint64_t{0}), Error);
      EXPECT_EQ(sum(3)[0], counts[0] * 3) << "the next sum is right";
    }
  }
}

TEST(ColourSums, AStoppedSumSaysSo) {
  const SmallColour small;
  PairSums pairs(small.colour, kernels().portable(), Limits{});
  std::vector<Factors> factors(2);
  for (Factors& one : factors) one.assign_ones(small.colour.shape());
  EXPECT_THROW(pairs.sum(small.second, {}, factors, tests::already_stopped()), StopAsked);
}

}  // namespace
}  // namespace nqueens::engine::colour_join
