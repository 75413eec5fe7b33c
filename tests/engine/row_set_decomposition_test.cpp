// The tasks of "row-sets" hold every unit that the colour join counts, once and with its weight;
// the masks of a task hold its solutions. The rule that says which pairs are counted is written
// here again, from the text of colour_join/proofs.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/colour_join/colour_join.hpp"
#include "nqueens/count.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens::engine {
namespace {

using colour_join::LineSet;
using colour_join::UnitRange;

/// A set of lines as '0' and '1', the highest line first: these words compare as numbers do.
std::string word_of(LineSet set, int lines) {
  std::string word;
  for (int line = lines - 1; line >= 0; --line) word += (set >> line & 1u) != 0 ? '1' : '0';
  return word;
}

std::string back(const std::string& word) {
  return {word.rbegin(), word.rend()};
}

std::string complement(std::string word) {
  for (char& one : word) one = one == '1' ? '0' : '1';
  return word;
}

int queens_in(const std::string& word) {
  return static_cast<int>(std::count(word.begin(), word.end(), '1'));
}

/// Weight of (R_e, R_o) in classes with units of R_o, 0 when an image is counted for it. N >= 1.
std::uint32_t expected_weight(int n, LineSet even_rows, LineSet odd_rows) {
  const int even = (n + 1) / 2;
  const int odd = n / 2;
  const std::string e = word_of(even_rows, even);
  const std::string o = word_of(odd_rows, odd);
  if (queens_in(o) != queens_in(e) - (even - odd)) return 0;
  if (n % 2 != 0) {
    if (e != back(e)) return e < back(e) ? 2 : 0;
    if (o != back(o)) return o < back(o) ? 2 : 0;
    return 1;
  }
  if (e.back() == '0') return 0;  // row 0
  const std::string x = std::min(e, complement(e));
  const std::string y = std::min(back(o), complement(back(o)));
  return y > x ? 0 : y < x ? 4 : 2;
}

/// How many tasks hold each unit, by walking every task's run.
std::map<std::pair<LineSet, LineSet>, int> units_of(int n, const std::vector<Task>& tasks) {
  const colour_join::Units units{colour_join::QuarteredBoard(n)};
  std::map<std::pair<LineSet, LineSet>, int> times;
  for (const Task& task : tasks) {
    const UnitRange range = UnitRange::from_code(task.code);
    const std::vector<LineSet> all = units.of(range.even_rows);
    EXPECT_GT(range.count, 0u);
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      ++times[{range.even_rows, all.at(i)}];
    }
  }
  return times;
}

/// Weight of (R_e, C_e) or (R_e, C_o) in classes with units of these.
std::uint32_t expected_weight(int n, LineSet even_rows, LineSet columns, bool is_even) {
  const int even = (n + 1) / 2;
  const int odd = n / 2;
  const std::string e = word_of(even_rows, even);
  const std::string c = word_of(columns, is_even ? even : odd);
  if (queens_in(c) != queens_in(e) - (is_even ? 0 : even - odd)) return 0;
  if (n % 2 != 0) {
    if (e > back(e) || c > back(c)) return 0;
    const std::uint32_t by_mirror = c < back(c) ? 2 : 1;
    if (!is_even) return by_mirror;
    return c > e ? 0 : c < e ? 2 * by_mirror : by_mirror;
  }
  if (e.back() == '0') return 0;
  const std::string x = std::min(e, complement(e));
  const std::string y =
      is_even ? std::min(c, complement(c)) : std::min(back(c), complement(back(c)));
  return y > x ? 0 : y < x ? 2 : 1;
}

/// By which set the units of an R_e are told apart: the colour with three queens more or so has its
/// first placements there.
colour_join::UnitKind expected_kind(int n, LineSet even_rows) {
  const int white = 2 * std::popcount(even_rows) - n % 2;
  const int more = white - (n - white);
  return more > 2    ? colour_join::UnitKind::even_columns
         : more < -2 ? colour_join::UnitKind::odd_columns
                     : colour_join::UnitKind::odd_rows;
}

TEST(RowSetDecomposition, EveryUnitIsInOneTaskWithItsWeight) {
  for (int n = 1; n <= 16; ++n) {
    const auto cut = row_set_decomposition(Problem(n));
    const colour_join::QuarteredBoard board(n);
    for (const int depth : {0, 1, 3, 8}) {
      const std::vector<Task> tasks = cut->tasks(depth);
      const auto times = units_of(n, tasks);
      for (const Task& task : tasks) EXPECT_EQ(task.weight, 1u);
      for (LineSet even_rows = 0; even_rows >> board.even() == 0; ++even_rows) {
        const colour_join::UnitKind kind = expected_kind(n, even_rows);
        const bool by_rows = kind == colour_join::UnitKind::odd_rows;
        const bool is_even = kind == colour_join::UnitKind::even_columns;
        for (LineSet unit = 0; unit >> board.even() == 0; ++unit) {
          if (!is_even && unit >> board.odd() != 0) break;
          const std::uint32_t weight = by_rows ? expected_weight(n, even_rows, unit)
                                               : expected_weight(n, even_rows, unit, is_even);
          const auto found = times.find({even_rows, unit});
          ASSERT_EQ(found == times.end() ? 0 : found->second, weight > 0 ? 1 : 0)
              << "n = " << n << " depth " << depth << " R_e = " << even_rows << " unit " << unit;
          if (weight == 0) continue;
          ASSERT_EQ(by_rows   ? board.row_weight(even_rows, unit)
                    : is_even ? board.even_column_weight(even_rows, unit)
                              : board.odd_column_weight(even_rows, unit),
                    weight);
        }
      }
    }
  }
}

/// For boards with too many pairs to walk: the runs of each R_e cover its units in order.
TEST(RowSetDecomposition, RunsOfARowSetFollowEachOther) {
  for (const int n : {19, 22, 25, 28}) {
    const colour_join::QuarteredBoard board(n);
    const colour_join::Units units{board};
    for (const int depth : {0, 4, 9}) {
      const std::vector<Task> tasks = row_set_decomposition(Problem(n))->tasks(depth);
      std::size_t next = 0;
      for (LineSet even_rows = 0; even_rows >> board.even() == 0; ++even_rows) {
        const std::size_t count = units.of(even_rows).size();
        std::size_t end = 0;
        for (; next < tasks.size(); ++next) {
          const UnitRange range = UnitRange::from_code(tasks[next].code);
          if (range.even_rows != even_rows) break;
          ASSERT_EQ(range.first, end);
          ASSERT_GT(range.count, 0u);
          end += range.count;
        }
        ASSERT_EQ(end, count) << "n = " << n << " depth " << depth << " R_e = " << even_rows;
      }
      EXPECT_EQ(next, tasks.size());
    }
  }
}

bool is_in(const Placement& placement, const Problem& squares) {
  for (std::size_t row = 0; row < placement.size(); ++row) {
    if ((squares.allowed(static_cast<int>(row)) >> placement[row] & 1u) == 0) return false;
  }
  return true;
}

/// Each solution against each task: it has a weight only if it lies in the masks, and all weights
/// add up to the known value, for tasks that are whole runs and for single units.
TEST(RowSetDecomposition, SolutionsHaveWeightsInTheMasksOfTheirTasksOnly) {
  for (int n = 0; n <= 9; ++n) {
    const auto cut = row_set_decomposition(Problem(n));
    for (const int depth : {0, 2, 12}) {
      std::uint64_t sum = 0;
      for (const Task& task : cut->tasks(depth)) {
        const auto solutions = cut->solutions_of(task, depth);
        const Problem& masks = solutions->squares();
        const UnitRange range = UnitRange::from_code(task.code);
        for (const Placement& placement : tests::all_solutions(Problem(n))) {
          const std::uint32_t weight = solutions->weight(placement);
          EXPECT_TRUE(weight == 0 || is_in(placement, masks));
          sum += weight;
        }
        if (range.count > 1) continue;
        // One unit: every line of its kind has squares of one colour.
        const colour_join::UnitKind kind = expected_kind(n, range.even_rows);
        const bool by_rows = kind == colour_join::UnitKind::odd_rows;
        const int first = kind == colour_join::UnitKind::even_columns ? 0 : 1;
        for (int line = first; line < n; line += 2) {
          int white = 0;
          int black = 0;
          for (int across = 0; across < n; ++across) {
            const int row = by_rows ? line : across;
            const int column = by_rows ? across : line;
            if ((masks.allowed(row) >> column & 1u) == 0) continue;
            ++((row + column) % 2 == 0 ? white : black);
          }
          EXPECT_TRUE(white == 0 || black == 0) << n << " line " << line;
        }
      }
      EXPECT_EQ(sum, *known_solutions(n)) << n << " " << depth;
    }
  }
}

/// On a restricted board, the weights of the images of a solution under the row symmetries of the
/// board add up to the number of these images.
PROPERTY(RowSetDecomposition, SolutionsOfARestrictedBoardHaveTheirWeightInTheTasks) {
  const Problem problem = tests::random_problem(8);
  RC_PRE(!problem.is_plain());
  const auto cut = row_set_decomposition(problem);
  const int depth = *rc::gen::elementOf(std::vector<int>{0, 2, 12});
  std::vector<std::unique_ptr<SolutionClass>> classes;
  for (const Task& task : cut->tasks(depth)) {
    classes.push_back(cut->solutions_of(task, depth));
    RC_ASSERT(cut->tally_divisor(task, depth) == 1u);
  }
  const std::vector<Symmetry> kept = tests::symmetries_of_rows(problem);
  for (const Placement& solution : tests::all_solutions(Problem(problem.board_size()))) {
    if (!is_in(solution, problem)) continue;
    std::size_t weight = 0;
    for (const Symmetry symmetry : kept) {
      const Placement placement = image(symmetry, solution);
      for (const auto& one : classes) {
        weight += is_in(placement, one->squares()) ? one->weight(placement) : 0;
      }
    }
    RC_ASSERT(weight == kept.size());
  }
}

/// Where the symmetries of the board map an R_e to another one, one of the two stands for both.
TEST(RowSetDecomposition, EveryRowSetOfATaskHasOddRowsWithAWeight) {
  Problem without_middle(13);
  without_middle.block({6, 6});
  Problem without_corners(14);
  without_corners.block({0, 0});
  without_corners.block({0, 13});
  for (const Problem& problem : {without_middle, without_corners}) {
    const auto sets = std::make_shared<RowSets>(problem);
    for (const Task& task : row_set_decomposition(problem, sets)->tasks(0)) {
      const LineSet even_rows = UnitRange::from_code(task.code).even_rows;
      int found = 0;
      sets->units.for_each_odd_rows(even_rows, [&](LineSet) { ++found; });
      EXPECT_GT(found, 0) << problem.board_size() << " R_e = " << even_rows;
    }
  }
}

TEST(RowSetDecomposition, NoTaskOfADefaultPlanIsPredictedToTakeLong) {
  for (const int n : {20, 23, 24, 25, 26, 27, 28}) {
    const auto sets = std::make_shared<RowSets>(Problem(n));
    const auto cut = row_set_decomposition(Problem(n), sets);
    std::vector<LineSet> of_rows;
    LineSet last = ~LineSet{0};
    double longest = 0;
    for (const Task& task : cut->tasks(cut->default_depth())) {
      const UnitRange range = UnitRange::from_code(task.code);
      if (range.even_rows != last) of_rows = sets->units.of(last = range.even_rows);
      double seconds = 0;
      for (std::size_t i = 0; i < range.count; ++i) {
        seconds += sets->costs.unit_seconds(range.even_rows, of_rows.at(range.first + i));
      }
      longest = std::max(longest, seconds);
    }
    EXPECT_GT(longest, 0) << n;
    EXPECT_LE(longest, 120) << n;  // core seconds
  }
}

}  // namespace
}  // namespace nqueens::engine
