// Which kernels a machine runs: those within its instruction set, and the best within a limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cpu_features.hpp"

namespace nqueens::base {
namespace {

using ::testing::ElementsAre;

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

TEST(KernelTable, OfThisMachineByDefault) {
  for (const Kernels* kernels : KernelTable<Kernels>({&kPortable, &kAvx2, &kAvx512})) {
    EXPECT_LE(kernels->instruction_set, best_instruction_set());
  }
}

}  // namespace
}  // namespace nqueens::base
