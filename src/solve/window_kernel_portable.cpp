// Kernels of the windowed fill for any processor, and the table of all kernels.
#include "solve/window_kernels.hpp"

namespace nqueens::solving {

namespace {

inline unsigned first_word(const WideProbe& probe) {
  unsigned word = 0;
  for (; word < kNoWord; ++word) {
    std::uint64_t by_column;
    std::uint64_t by_antidiagonal;
    std::uint64_t by_diagonal;
    __builtin_memcpy(&by_column, probe.columns + word * kProbeBytes, kProbeBytes);
    __builtin_memcpy(&by_antidiagonal, probe.antidiagonals + word * kProbeBytes, kProbeBytes);
    __builtin_memcpy(&by_diagonal, probe.diagonals + word * kProbeBytes, kProbeBytes);
    if ((~(by_column | by_antidiagonal >> probe.antidiagonal_shift |
           by_diagonal >> probe.diagonal_shift) &
         kProbeMask) != 0) {
      break;
    }
  }
  return word;
}

#include "solve/window_kernel_loops.hpp"

}  // namespace

const WindowKernels kWindowPortable = {base::InstructionSet::portable, fill, fill_wide};

const base::KernelTable<WindowKernels>& window_kernels() {
  static const base::KernelTable<WindowKernels> table = {
    &kWindowPortable,
#if defined(__x86_64__)
    &kWindowAvx2,
    &kWindowAvx512,
#endif
  };
  return table;
}

}  // namespace nqueens::solving
