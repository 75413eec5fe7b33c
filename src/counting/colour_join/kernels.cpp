#include "counting/colour_join/kernels.hpp"

#include <vector>

#include "base/kernel_choice.hpp"

namespace nqueens::counting {

std::span<const ColourKernels* const> colour_kernels() {
  static const std::vector<const ColourKernels*> kernels = base::usable_kernels({
    &kColourPortable,
#if defined(__x86_64__)
        &kColourAvx2, &kColourAvx512,
#endif
  });
  return kernels;
}

const ColourKernels& colour_kernels_for(base::InstructionSet most) {
  return base::best_kernels(colour_kernels(), most);
}

}  // namespace nqueens::counting
