// Kernels: inner loops that are compiled once for each instruction set, one of which is chosen at
// run time. Every technique that has some declares in its kernels.hpp a struct of functions with a
// member `instruction_set`, fills one in each kernel_<instruction set>.cpp, and lists them all in
// the table that kernel_portable.cpp defines.
//
// A kernel file may define nothing that the linker can share with other files: whatever function it
// kept would run with the flags of that file on any machine. So everything in it has internal
// linkage but its struct, and headers that it includes hold plain data and templates that only it
// instantiates.
#pragma once

#include <initializer_list>
#include <vector>

#include "base/cpu_features.hpp"

namespace nqueens::base {

/// The kernels of one technique that a machine can run, best last; the first runs everywhere.
template <typename Kernels>
class KernelTable {
 public:
  /// Precondition: ascending by instruction set, the first for any machine.
  KernelTable(std::initializer_list<const Kernels*> all,
              InstructionSet machine = best_instruction_set()) {
    for (const Kernels* kernels : all) {
      if (kernels->instruction_set <= machine) usable_.push_back(kernels);
    }
  }

  auto begin() const { return usable_.begin(); }
  auto end() const { return usable_.end(); }
  const Kernels& portable() const { return *usable_.front(); }

  /// The last that needs no more than `max`.
  const Kernels& best(InstructionSet max) const {
    const Kernels* best = usable_.front();
    for (const Kernels* kernels : usable_) {
      if (kernels->instruction_set <= max) best = kernels;
    }
    return *best;
  }

 private:
  std::vector<const Kernels*> usable_;
};

}  // namespace nqueens::base
