// The first attacking pair, against a comparison of all pairs.
#include <gtest/gtest.h>

#include "domain/attacks.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens {
namespace {

/// In the documented order: the least later row first, then the least earlier one.
std::optional<AttackingPair> compare_all_pairs(const Placement& columns) {
  for (std::uint64_t later = 0; later < columns.size(); ++later) {
    for (std::uint64_t earlier = 0; earlier < later; ++earlier) {
      const AttackingPair pair{{earlier, columns[earlier]}, {later, columns[later]}, Line::column};
      const std::uint64_t rows = later - earlier;
      const std::uint64_t apart = columns[later] > columns[earlier]
                                      ? columns[later] - columns[earlier]
                                      : columns[earlier] - columns[later];
      if (apart == 0) return pair;
      if (apart != rows) continue;
      const bool descending = columns[later] > columns[earlier];
      return AttackingPair{pair.first, pair.second,
                           descending ? Line::diagonal : Line::antidiagonal};
    }
  }
  return std::nullopt;
}

std::optional<AttackingPair> find_attacking_pair(const Placement& columns) {
  return find_attack(columns.size(), columns);
}

TEST(Placement, NamesTheFirstPairOfEachLine) {
  EXPECT_EQ(to_string(*find_attacking_pair(Placement{1, 3, 1, 2})),
            "row 0, column 1 and row 2, column 1 share a column");
  EXPECT_EQ(to_string(*find_attacking_pair(Placement{0, 2, 1, 3})),
            "row 1, column 2 and row 2, column 1 share an antidiagonal");
  EXPECT_EQ(to_string(*find_attacking_pair(Placement{0, 3, 2, 1})),
            "row 0, column 0 and row 2, column 2 share a diagonal");
  EXPECT_EQ(to_string(*find_attack(Board(4, Variant::superqueens), Placement{1, 3, 0, 2})),
            "row 0, column 1 and row 1, column 3 are a knight's move apart");
}

PROPERTY(Placement, FindsWhatComparingAllPairsFinds) {
  tests::SeededRandom random;
  Placement columns(random.from_to(1, 39));
  for (Column& column : columns) column = static_cast<Column>(random.below(columns.size()));
  RC_ASSERT(find_attacking_pair(columns) == compare_all_pairs(columns));
}

}  // namespace
}  // namespace nqueens
