// The bitmask kernels compiled without any flag, and the table of all.
#include "engine/rows/bitmask_kernel_loops.hpp"

namespace nqueens::engine {

const BitmaskKernels kBitmaskPortable = {
    base::InstructionSet::portable,
    kernels_by_rows<false>(std::make_integer_sequence<int, kKernelRows>{}),
    kernels_by_rows<true>(std::make_integer_sequence<int, kKernelRows>{}),
};

const base::KernelTable<BitmaskKernels>& bitmask_kernels() {
  static const base::KernelTable<BitmaskKernels> table = {
    &kBitmaskPortable,
#if defined(__x86_64__)
    &kBitmaskBmi2,
#endif
  };
  return table;
}

}  // namespace nqueens::engine
