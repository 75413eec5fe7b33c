// The bitmask kernels compiled with POPCNT, BMI1 and BMI2: about 9 % faster than portable.
#include "counting/rows/bitmask_kernel.hpp"
#include "counting/rows/bitmask_variants.hpp"

namespace nqueens::counting {

const BitmaskVariant kBitmaskBmi2 = {
    base::InstructionSet::bmi2,
    kernels<false>(std::make_integer_sequence<int, kKernelRows>{}),
    kernels<true>(std::make_integer_sequence<int, kKernelRows>{}),
};

}  // namespace nqueens::counting
