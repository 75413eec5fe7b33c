// What this processor can do, in the steps for which kernels are compiled, each of which contains
// the ones before it; and choosing kernels by that.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens::base {

enum class InstructionSet {
  portable,  ///< whatever the whole program is compiled for
  bmi2,      ///< POPCNT, BMI1, BMI2
  avx2,      ///< AVX2
  avx512,    ///< AVX-512 F, BW, VL, DQ, VBMI, VBMI2, VNNI, BITALG: Ice Lake, Zen 4 and later
};

/// The best that processor and operating system offer; asked once.
InstructionSet best_instruction_set();
/// Those that this machine offers, best last; "portable" is the first.
const std::vector<InstructionSet>& instruction_sets();
std::vector<std::string> instruction_set_names();
std::string_view to_string(InstructionSet set);
/// "auto" or a name; throws InvalidArgument for another word, or a set that this machine lacks.
InstructionSet parse_instruction_set(std::string_view name);

/// The kernels of one technique that a machine can run, best last; the first runs everywhere.
///
/// Kernels are inner loops that are compiled once for each instruction set, one of which is chosen
/// at run time. Every technique that has some declares in its kernels.hpp a struct of functions
/// with a member `instruction_set`, fills one in each kernel_<instruction set>.cpp, and lists them
/// all in the table that kernel_portable.cpp defines.
///
/// A kernel file may define nothing that the linker can share with other files: whatever function
/// it kept would run with the flags of that file on any machine. So everything in it has internal
/// linkage but its struct, and headers that it includes hold plain data and templates that only it
/// instantiates.
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
