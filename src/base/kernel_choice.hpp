// Choosing among kernels that are compiled for several instruction sets: those that this machine
// can run, and the best within a limit. A kernel type has a member `instruction_set`.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "base/cpu_features.hpp"

namespace nqueens::base {

/// Those of `all` that this machine can run, in their order. Precondition: ascending by
/// instruction set, the first for any machine.
template <typename Kernels>
std::vector<const Kernels*> usable_kernels(std::initializer_list<const Kernels*> all,
                                           InstructionSet best = best_instruction_set()) {
  std::vector<const Kernels*> usable;
  for (const Kernels* kernels : all) {
    if (kernels->instruction_set <= best) usable.push_back(kernels);
  }
  return usable;
}

/// The last that needs no more than `most`. Precondition: as above, and the first needs no more.
template <typename Kernels>
const Kernels& best_kernels(std::span<const Kernels* const> usable, InstructionSet most) {
  const Kernels* best = usable.front();
  for (const Kernels* kernels : usable) {
    if (kernels->instruction_set <= most) best = kernels;
  }
  return *best;
}

}  // namespace nqueens::base
