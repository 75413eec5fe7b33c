#include "engine/colour_kernels.hpp"

#include <vector>

namespace nqueens::engine {

std::span<const ColourKernels* const> colour_kernels() {
  static const std::vector<const ColourKernels*> kernels = [] {
    std::vector<const ColourKernels*> usable = {&kColourPortable};
#if defined(__x86_64__)
    for (const ColourKernels* kernel : {&kColourAvx2, &kColourAvx512}) {
      if (kernel->instruction_set <= base::best_instruction_set()) usable.push_back(kernel);
    }
#endif
    return usable;
  }();
  return kernels;
}

const ColourKernels& colour_kernels_for(base::InstructionSet most) {
  const ColourKernels* best = colour_kernels().front();
  for (const ColourKernels* kernels : colour_kernels()) {
    if (kernels->instruction_set <= most) best = kernels;
  }
  return *best;
}

}  // namespace nqueens::engine
