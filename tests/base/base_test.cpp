// Check sums, which must be the same on every machine because journals travel; random numbers; the
// choice of kernels: a machine runs those of its instruction set, and the best within a limit.
#include <gmock/gmock.h>

#include <vector>

#include "base/cpu_features.hpp"
#include "base/numbers.hpp"
#include "base/random.hpp"

namespace nqueens::base {
namespace {

using ::testing::ElementsAre;

TEST(Checksum, HasThePublishedValueOfTheEmptyText) {
  // XXH3_64bits of no bytes with seed 0, from the xxHash specification.
  EXPECT_EQ(checksum(""), 0x2D06800538D394C2u);
}

TEST(Checksum, DependsOnEveryByteAndOnTheSeed) {
  EXPECT_NE(checksum("1176 2 2 2"), checksum("1176 2 2 3"));
  EXPECT_NE(checksum("1176 2 2 2", 1), checksum("1176 2 2 2", 2));
  EXPECT_EQ(checksum("1176 2 2 2", 7), checksum("1176 2 2 2", 7));
}

TEST(Checksum, HexHasSixteenDigits) {
  EXPECT_EQ(to_hex(0xAB), "00000000000000ab");
  EXPECT_EQ(to_hex(~std::uint64_t{0}), "ffffffffffffffff");
}

TEST(Random, SameSeedSameSequence) {
  Random first(7), second(7), other(8);
  int equal_to_other = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t number = first.next();
    EXPECT_EQ(number, second.next());
    equal_to_other += number == other.next();
  }
  EXPECT_EQ(equal_to_other, 0);
}

TEST(Random, BelowStaysBelowAndReachesEveryValue) {
  Random random(1);
  std::vector<int> seen(10);
  for (int i = 0; i < 10000; ++i) {
    const std::uint32_t value = random.below(10);
    ASSERT_LT(value, 10u);
    ++seen[value];
  }
  // 1000 expected each, standard deviation 30.
  for (const int count : seen) EXPECT_NEAR(count, 1000, 200);
  EXPECT_EQ(random.below(1), 0u);
}

struct Kernels {
  InstructionSet instruction_set;
};
constexpr Kernels kPortable = {InstructionSet::portable};
constexpr Kernels kAvx2 = {InstructionSet::avx2};
constexpr Kernels kAvx512 = {InstructionSet::avx512};

TEST(KernelTable, AMachineRunsWhatItsInstructionSetHolds) {
  const auto usable = [](InstructionSet machine) {
    const KernelTable<Kernels> table({&kPortable, &kAvx2, &kAvx512}, machine);
    return std::vector<const Kernels*>(table.begin(), table.end());
  };
  EXPECT_THAT(usable(InstructionSet::portable), ElementsAre(&kPortable));
  EXPECT_THAT(usable(InstructionSet::bmi2), ElementsAre(&kPortable));
  EXPECT_THAT(usable(InstructionSet::avx2), ElementsAre(&kPortable, &kAvx2));
  EXPECT_THAT(usable(InstructionSet::avx512), ElementsAre(&kPortable, &kAvx2, &kAvx512));
}

TEST(KernelTable, TheBestWithinALimit) {
  const KernelTable<Kernels> all({&kPortable, &kAvx2, &kAvx512}, InstructionSet::avx512);
  EXPECT_EQ(&all.portable(), &kPortable);
  EXPECT_EQ(&all.best(InstructionSet::portable), &kPortable);
  EXPECT_EQ(&all.best(InstructionSet::bmi2), &kPortable);
  EXPECT_EQ(&all.best(InstructionSet::avx2), &kAvx2);
  EXPECT_EQ(&all.best(InstructionSet::avx512), &kAvx512);
  const KernelTable<Kernels> some({&kPortable, &kAvx2, &kAvx512}, InstructionSet::avx2);
  EXPECT_EQ(&some.best(InstructionSet::avx512), &kAvx2);
}

}  // namespace
}  // namespace nqueens::base
