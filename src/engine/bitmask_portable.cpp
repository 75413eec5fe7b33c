// The bitmask kernels compiled without any flag: they run on every machine.
#include "engine/bitmask_kernel.hpp"
#include "engine/bitmask_variants.hpp"

namespace nqueens::engine {

const BitmaskVariant kBitmaskPortable = {
    base::InstructionSet::portable,
    kernels<false>(std::make_integer_sequence<int, kKernelRows>{}),
    kernels<true>(std::make_integer_sequence<int, kKernelRows>{}),
};

}  // namespace nqueens::engine
