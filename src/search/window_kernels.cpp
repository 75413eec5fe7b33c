#include "search/window_kernels.hpp"

#include <vector>

#include "base/kernel_choice.hpp"

namespace nqueens::search {

std::span<const WindowKernels* const> window_kernels() {
  static const std::vector<const WindowKernels*> kernels = base::usable_kernels({
    &kWindowPortable,
#if defined(__x86_64__)
        &kWindowAvx2, &kWindowAvx512,
#endif
  });
  return kernels;
}

const WindowKernels& window_kernels_for(base::InstructionSet most) {
  return base::best_kernels(window_kernels(), most);
}

}  // namespace nqueens::search
