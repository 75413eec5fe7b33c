#include "localsearch/window_kernels.hpp"

#include <vector>

namespace nqueens::localsearch {

std::span<const WindowKernels* const> window_kernels() {
  static const std::vector<const WindowKernels*> kernels = [] {
    std::vector<const WindowKernels*> usable = {&kWindowPortable};
#if defined(__x86_64__)
    for (const WindowKernels* kernel : {&kWindowAvx2, &kWindowAvx512}) {
      if (kernel->instruction_set <= base::best_instruction_set()) usable.push_back(kernel);
    }
#endif
    return usable;
  }();
  return kernels;
}

const WindowKernels& window_kernels_for(base::InstructionSet most) {
  const WindowKernels* best = window_kernels().front();
  for (const WindowKernels* kernels : window_kernels()) {
    if (kernels->instruction_set <= most) best = kernels;
  }
  return *best;
}

}  // namespace nqueens::localsearch
