// The bitmask kernels compiled without any flag: they run on every machine.
#include "counting/rows/bitmask_kernel.hpp"
#include "counting/rows/bitmask_variants.hpp"

namespace nqueens::counting {

const BitmaskVariant kBitmaskPortable = {
    base::InstructionSet::portable,
    kernels<false>(std::make_integer_sequence<int, kKernelRows>{}),
    kernels<true>(std::make_integer_sequence<int, kKernelRows>{}),
};

}  // namespace nqueens::counting
