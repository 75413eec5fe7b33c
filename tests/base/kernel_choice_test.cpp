// Which kernels a machine runs: those within its instruction set, and the best within a limit.
#include "base/kernel_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nqueens::base {
namespace {

using ::testing::ElementsAre;

struct Kernels {
  InstructionSet instruction_set;
};
constexpr Kernels kPortable = {InstructionSet::portable};
constexpr Kernels kAvx2 = {InstructionSet::avx2};
constexpr Kernels kAvx512 = {InstructionSet::avx512};

TEST(KernelChoice, AMachineRunsWhatItsInstructionSetHolds) {
  const auto usable = [](InstructionSet best) {
    return usable_kernels({&kPortable, &kAvx2, &kAvx512}, best);
  };
  EXPECT_THAT(usable(InstructionSet::portable), ElementsAre(&kPortable));
  EXPECT_THAT(usable(InstructionSet::bmi2), ElementsAre(&kPortable));
  EXPECT_THAT(usable(InstructionSet::avx2), ElementsAre(&kPortable, &kAvx2));
  EXPECT_THAT(usable(InstructionSet::avx512), ElementsAre(&kPortable, &kAvx2, &kAvx512));
}

TEST(KernelChoice, TheBestWithinALimit) {
  const std::vector<const Kernels*> all = {&kPortable, &kAvx2, &kAvx512};
  const std::span<const Kernels* const> usable = all;
  EXPECT_EQ(&best_kernels(usable, InstructionSet::portable), &kPortable);
  EXPECT_EQ(&best_kernels(usable, InstructionSet::bmi2), &kPortable);
  EXPECT_EQ(&best_kernels(usable, InstructionSet::avx2), &kAvx2);
  EXPECT_EQ(&best_kernels(usable, InstructionSet::avx512), &kAvx512);
  EXPECT_EQ(&best_kernels(usable.first(2), InstructionSet::avx512), &kAvx2);
}

TEST(KernelChoice, OfThisMachineByDefault) {
  for (const Kernels* kernels : usable_kernels({&kPortable, &kAvx2, &kAvx512})) {
    EXPECT_LE(kernels->instruction_set, best_instruction_set());
  }
}

}  // namespace
}  // namespace nqueens::base
