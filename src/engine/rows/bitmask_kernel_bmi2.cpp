// The bitmask kernels compiled with POPCNT, BMI1 and BMI2: about 9 % faster than portable.
#include "engine/rows/bitmask_kernel_loops.hpp"

namespace nqueens::engine {

const BitmaskKernels kBitmaskBmi2 = kernels_of(base::InstructionSet::bmi2);

}  // namespace nqueens::engine
