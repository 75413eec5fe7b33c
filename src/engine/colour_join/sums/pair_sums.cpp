// Writes factors as digits, and walks through the rows of units as a tree until small tables pay.
#include "engine/colour_join/sums/pair_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/colour_join/stop.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::colour_join {

namespace {

/// Precondition: whole blocks.
bool is_zero(const std::uint8_t* row, std::size_t size) {
  std::uint64_t any = 0;
  for (std::size_t at = 0; at < size; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, row + at, 8);
    any |= word;
  }
  return any == 0;
}

int digits_of(std::uint64_t largest) {
  int digits = 1;
  while (digits < kMaxDigits && largest >> (8 * digits) != 0) ++digits;
  return digits;
}

[[noreturn]] void throw_too_large() {
  throw Error("count of one unit does not fit 64 bits; take a smaller board");
}

/// Returns the number with these digits, base 256. Throws Error if 64 bits do not hold it.
std::uint64_t number_of(const std::uint64_t (&digits)[kMaxDigits]) {
  std::uint64_t sum = 0;
  for (int digit = 0; digit < kMaxDigits; ++digit) {
    const std::uint64_t more = digits[digit] << (8 * digit);
    if (more >> (8 * digit) != digits[digit] || __builtin_add_overflow(sum, more, &sum)) {
      throw_too_large();
    }
  }
  return sum;
}

}  // namespace

FactorMatrix Factors::make_room(const MatrixShape& shape, int digits) {
  // Kernels read a block from any lane on.
  const std::size_t needed = shape.size() * static_cast<std::size_t>(digits) + kBlockBytes;
  if (bytes_.size() < needed) {
    bytes_ = {};
    bytes_.resize(needed);
  }
  max_digits_ = digits;
  return {bytes_.data(), shape.stride, shape.rows, digits};
}

/// Finds at least one digit: few rows have none.
void Factors::find_digits(const FactorMatrix& factors) {
  digits_.assign(factors.rows, 1);
  for (int digit = 1; digit < factors.digits; ++digit) {
    const std::uint8_t* row = factors.bytes + static_cast<std::size_t>(digit) * factors.plane();
    for (std::size_t i = 0; i < factors.rows; ++i, row += factors.stride) {
      if (!is_zero(row, factors.stride)) digits_[i] = static_cast<std::uint8_t>(digit + 1);
    }
  }
}

void Factors::assign(const Kernels& kernels, const PairCounts& counts, const NumberWeights& weights,
                     std::uint32_t max_weight) {
  const PairMatrix& matrix = counts.matrix;
  const std::uint32_t largest = counts.largest * max_weight;
  if (largest > 0xFFFF) {
    assign(std::vector<std::uint64_t>(matrix.numbers, matrix.numbers + matrix.rows * matrix.stride),
           {matrix.rows, matrix.stride}, weights);
    return;
  }
  const FactorMatrix factors = make_room({matrix.stride, matrix.rows}, digits_of(largest));
  kernels.make_factors(matrix, weights, factors);
  find_digits(factors);
}

void Factors::assign(std::span<const std::uint64_t> numbers, const MatrixShape& shape,
                     const NumberWeights& weights) {
  std::vector<std::uint64_t> products(numbers.size());
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.stride; ++j) {
      const std::uint64_t number = numbers[i * shape.stride + j];
      const std::uint64_t weight = std::min(weights.rows[i], weights.columns[j]);
      std::uint64_t& product = products[j * shape.rows + i];
      if (__builtin_mul_overflow(number, weight, &product)) throw_too_large();
      any |= product;
    }
  }
  const FactorMatrix factors = make_room({shape.stride, shape.rows}, digits_of(any));
  for (int digit = 0; digit < factors.digits; ++digit) {
    std::uint8_t* plane = factors.bytes + static_cast<std::size_t>(digit) * factors.plane();
    for (std::size_t i = 0; i < products.size(); ++i) {
      plane[i] = static_cast<std::uint8_t>(products[i] >> (8 * digit));
    }
  }
  find_digits(factors);
}

/// A product is below 2^24: 32 bits hold a block of them.
std::uint64_t Factors::times(const PairMatrix& numbers) const {
  const std::size_t size = numbers.rows * numbers.stride;
  std::uint64_t sum = 0;
  for (int digit = 0; digit < max_digits_; ++digit) {
    const std::uint8_t* plane = bytes_.data() + static_cast<std::size_t>(digit) * size;
    std::uint64_t of_digit = 0;
    for (std::size_t first = 0; first < size; first += kBlockBytes) {
      std::uint32_t of_block = 0;
      for (std::size_t i = first; i < first + kBlockBytes; ++i) {
        of_block += std::uint32_t{numbers.numbers[i]} * plane[i];
      }
      of_digit += of_block;
    }
    sum += of_digit << (8 * digit);
  }
  return sum;
}

void Factors::assign_ones(const MatrixShape& shape) {
  const FactorMatrix factors = make_room(shape, 1);
  std::fill_n(factors.bytes, factors.plane(), std::uint8_t{1});
  digits_.assign(shape.rows, 1);
}

SquareLines::SquareLines(const ColourQuarters& quarters)
    : order_(rows_from_the_middle(quarters.second.rows())) {
  const Quarter& second = quarters.second;
  const LineBits& bits = quarters.bits;
  for (std::size_t row = 0; row < order_.size(); ++row) {
    const int diagonal = second.diagonal(order_[row], 0);
    const int antidiagonal = second.antidiagonal(order_[row], 0);
    rows_.push_back({static_cast<std::uint32_t>(diagonal), static_cast<std::uint32_t>(antidiagonal),
                     second.allowed(order_[row])});
    std::uint64_t needed = std::uint64_t{1} << LineBits::kAll;
    for (int column = 0; column < second.columns(); ++column) {
      const std::size_t square = square_index(row, static_cast<std::size_t>(column));
      const int lines[] = {bits.diagonal(diagonal + column),
                           bits.antidiagonal(antidiagonal + column)};
      for (int i = 0; i < 2; ++i) {
        lines_[square][i] = static_cast<std::uint8_t>(lines[i]);
        needed |= std::uint64_t{1} << lines[i];
      }
      attacked_[square] = bits.of(second.with({}, order_[row], column));
    }
    needed_.push_back(needed);
  }
}

std::uint64_t SquareLines::needed(std::uint32_t rows) const {
  std::uint64_t needed = 0;
  for (; rows != 0; rows &= rows - 1) {
    needed |= needed_[static_cast<std::size_t>(std::countr_zero(rows))];
  }
  return needed;
}

RowTree SquareLines::view() const {
  RowTree tree;
  tree.rows = rows_.data();
  tree.lines = lines_;
  return tree;
}

std::uint32_t rows_in_order(LineSet rows, const std::vector<int>& order) {
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if ((rows >> order[i] & 1u) != 0) result |= 1u << i;
  }
  return result;
}

std::vector<TreeNode> tree_of(std::span<const std::uint32_t> rows) {
  std::vector<TreeNode> nodes(1);
  const auto child = [&](std::uint32_t node, std::uint32_t row) {
    // Only the last child is asked, since the units of a node have to follow each other.
    std::uint32_t last = nodes[node].first_child;
    while (last != 0 && nodes[last].next_sibling != 0) last = nodes[last].next_sibling;
    if (last != 0 && nodes[last].row == row) return last;
    const auto added = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({.row = row});
    (last == 0 ? nodes[node].first_child : nodes[last].next_sibling) = added;
    return added;
  };
  for (std::uint32_t unit = 0; unit < rows.size(); ++unit) {
    std::uint32_t below = rows[unit];
    std::uint32_t node = 0;
    for (;; below &= below - 1) {
      if (nodes[node].units++ == 0) nodes[node].first_unit = unit;
      nodes[node].rows_below |= below;
      if (below == 0) break;
      node = child(node, static_cast<std::uint32_t>(std::countr_zero(below)));
    }
  }
  return nodes;
}

struct PairSums::SumWalk {
  const RowTree& tree;
  std::span<const std::uint32_t> rows;  ///< of each unit, as bits of the order
  std::size_t table_size;               ///< most placements of which a table is always made
  std::uint64_t steps;                  ///< a table is also made if walks try fewer queens
  bool counts;
  const std::stop_token& stop;
};

PairSums::PairSums(const Colour& colour, const Kernels& kernels, const Limits& limits)
    : colour_(colour),
      kernels_(kernels),
      limits_(limits),
      squares_(colour.quarters()),
      left_(squares_.order().size()) {}

std::vector<std::uint64_t> PairSums::sum(std::span<const LineSet> second_rows,
                                         const WalkChoice& choice, std::span<const Factors> factors,
                                         const std::stop_token& stop) {
  if (second_rows.empty()) return {};
  std::vector<WalkUnit> units(second_rows.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    units[unit].factors = factors[unit].bytes();
    units[unit].digits = factors[unit].digits();
  }
  if (second_rows.front() == 0) {
    sum_first(units);
  } else {
    walk(second_rows, choice, false, units, stop);
  }
  check_stop(stop);
  std::vector<std::uint64_t> sums;
  for (const WalkUnit& unit : units) sums.push_back(number_of(unit.sums));
  return sums;
}

void PairSums::count(std::span<const LineSet> second_rows, const WalkChoice& choice,
                     const std::stop_token& stop) {
  const std::size_t size = 2 * colour_.shape().size();
  if (counts_.size() < second_rows.size() * size) {
    counts_ = {};
    counts_.resize(second_rows.size() * size);
  }
  std::fill_n(counts_.begin(), second_rows.size() * size, std::uint8_t{0});
  std::vector<WalkUnit> units(second_rows.size());
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    units[unit].counts = counts_.data() + unit * size;
  }
  walk(second_rows, choice, true, units, stop);
}

PairCounts PairSums::counts(std::size_t unit, base::AlignedVector<std::uint16_t>& numbers) const {
  const MatrixShape& shape = colour_.shape();
  const std::size_t size = shape.size();
  if (numbers.size() < size) numbers.resize(size);
  const PairMatrix matrix{numbers.data(), shape.stride, shape.rows};
  kernels_.join_bytes(counts_.data() + unit * 2 * size, matrix);
  return {matrix, kernels_.largest(matrix)};
}

/// Walks all units together: those that begin with the same rows share tables.
void PairSums::walk(std::span<const LineSet> second_rows, const WalkChoice& choice, bool counts,
                    std::span<WalkUnit> units, const std::stop_token& stop) {
  std::vector<std::uint32_t> rows;
  for (const LineSet set : second_rows) rows.push_back(rows_in_order(set, squares_.order()));
  const std::vector<TreeNode> nodes = tree_of(rows);
  RowTree tree = squares_.view();
  tree.nodes = nodes.data();
  tree.row_of_set = colour_.row_of_set().data();
  tree.columns_after = colour_.columns_after().data();
  tree.stride = colour_.shape().stride;
  tree.plane = colour_.shape().size();
  tree.units = units.data();
  const auto table_size = static_cast<std::size_t>(
      choice.per_lane * static_cast<double>(colour_.first().column_sets.size()));
  tables_.clear();
  places_.clear();
  const SumWalk walk{tree, rows, table_size, choice.steps, counts, stop};
  this->walk(walk, 0, 0, {}, colour_.first().all());
  walk_tables(walk);
}

/// Serves second placements without a queen.
void PairSums::sum_first(std::span<WalkUnit> units) const {
  const FirstSpan first = colour_.first().all();
  const std::int32_t of_set = colour_.row_of_set()[0];
  if (of_set < 0) return;
  const auto row = static_cast<std::size_t>(of_set);
  for (WalkUnit& unit : units) {
    const std::uint8_t* factors = unit.factors + row * colour_.shape().stride;
    for (int digit = 0; digit < unit.digits[row]; ++digit, factors += colour_.shape().size()) {
      for (std::size_t i = 0; i < first.size; ++i) unit.sums[digit] += factors[first.lanes[i]];
    }
  }
}

/// Counts the queens that walks of the units below a node try, added up over all units; if there
/// are `most` or more, some number from `most` on.
std::uint64_t PairSums::steps_below(const RowTree& tree, std::uint32_t node,
                                    const QueenLines& lines, std::uint64_t most) const {
  const Quarter& quarter = colour_.quarters().second;
  std::uint64_t steps = 0;
  for (std::uint32_t child = tree.nodes[node].first_child; child != 0;
       child = tree.nodes[child].next_sibling) {
    const TreeNode& next = tree.nodes[child];
    const int row = squares_.order()[next.row];
    for (LineSet free = quarter.free(lines, row) & tree.columns_after[lines.columns];
         free != 0 && steps < most; free &= free - 1) {
      steps += next.units;
      if (next.first_child == 0 || steps >= most) continue;
      steps +=
          steps_below(tree, child, quarter.with(lines, row, std::countr_zero(free)), most - steps);
    }
  }
  return steps;
}

/// Walks row by row through what the queens so far leave, until tables pay.
void PairSums::walk(const SumWalk& walk, std::uint32_t node, std::size_t depth,
                    const QueenLines& lines, const FirstSpan& placements) {
  const RowTree& tree = walk.tree;
  const TreeNode& at = tree.nodes[node];
  const bool is_last = tree.nodes[at.first_child].first_child == 0;
  const WalkQueens queens{lines.columns, lines.diagonals, lines.antidiagonals};
  if (is_last || placements.size <= walk.table_size ||
      steps_below(tree, node, lines, walk.steps) < walk.steps) {
    add_tables(walk, node, queens, placements);
    return;
  }
  check_stop(walk.stop);
  const Quarter& quarter = colour_.quarters().second;
  for (std::uint32_t child = at.first_child; child != 0; child = tree.nodes[child].next_sibling) {
    const std::uint32_t index = tree.nodes[child].row;
    const int row = squares_.order()[index];
    for (LineSet free = quarter.free(lines, row) & tree.columns_after[lines.columns]; free != 0;
         free &= free - 1) {
      const int column = std::countr_zero(free);
      const FirstSpan left =
          left_by_queen(kernels_, placements,
                        squares_.attacked(index, static_cast<std::size_t>(column)), left_[depth]);
      if (left.size == 0) continue;
      this->walk(walk, child, depth + 1, quarter.with(lines, row, column), left);
    }
  }
}

void PairSums::add_tables(const SumWalk& walk, std::uint32_t node, const WalkQueens& queens,
                          const FirstSpan& placements) {
  const std::uint64_t needed = squares_.needed(walk.tree.nodes[node].rows_below);
  for (std::size_t first = 0; first < placements.size; first += LaneTables::kMaxPlacements) {
    const FirstSpan part = placements.part(first, LaneTables::kMaxPlacements);
    tables_.add(kernels_, part, colour_.shape().stride, needed, !walk.counts);
    places_.push_back({node, queens});
    if (tables_.blocks() >= limits_.max_table_blocks) walk_tables(walk);
  }
}

/// One unit after the other goes through all tables, so its factors stay in the second-level cache.
void PairSums::walk_tables(const SumWalk& walk) {
  const auto walk_lanes = walk.counts ? kernels_.count_lanes : kernels_.sum_lanes;
  for (std::uint32_t unit = 0; unit < walk.rows.size(); ++unit) {
    check_stop(walk.stop);
    for (std::size_t table = 0; table < places_.size(); ++table) {
      const TreeNode& node = walk.tree.nodes[places_[table].node];
      if (unit - node.first_unit >= node.units) continue;  // a unit before the first wraps around
      walk_lanes(walk.tree, walk.rows[unit] & node.rows_below, places_[table].queens,
                 tables_.masks(table, squares_.order().size()), walk.tree.units[unit]);
    }
  }
  for (const WalkUnit& unit : std::span(walk.tree.units, walk.rows.size())) {
    // Half of what 64 bits hold: no walk through all tables adds that much.
    for (const std::uint64_t sum : unit.sums) {
      if (sum >> 63 != 0) throw_too_large();
    }
  }
  tables_.clear();
  places_.clear();
}

}  // namespace nqueens::engine::colour_join
