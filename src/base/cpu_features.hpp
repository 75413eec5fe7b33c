// The instruction sets that kernels are compiled for, each containing the ones before it; which of
// them this processor has; and the choice of kernels by that.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens::base {

enum class InstructionSet {
  portable,  ///< what the whole program is compiled for
  bmi2,      ///< POPCNT, BMI1, BMI2
  avx2,      ///< AVX2
  avx512,    ///< AVX-512 F, BW, VL, DQ, VBMI, VBMI2, VNNI, BITALG: Ice Lake, Zen 4 and later
};

/// Returns the best one that processor and operating system offer; they are asked once.
InstructionSet best_instruction_set();
std::vector<std::string> known_instruction_sets();  ///< names all, best last
/// Lists all that this machine offers, best last; the first is "portable".
const std::vector<InstructionSet>& instruction_sets();
std::vector<std::string> instruction_set_names();
/// Names, each once, the sets that `used` returns for these as the best one allowed.
std::vector<std::string> names_of_used(const std::function<InstructionSet(InstructionSet)>& used);
std::string_view to_string(InstructionSet set);
/// Reads "auto" or a name; throws InvalidArgument for a set unknown or lacking on this machine.
InstructionSet parse_instruction_set(std::string_view name);

/// The kernels of one technique that a machine can run, best last; the first runs everywhere.
///
/// Kernels are inner loops, compiled once for each instruction set; one of them is chosen at run
/// time. Every technique with kernels declares a struct of functions with a member
/// `instruction_set`, fills one in a file for each instruction set, and lists them all in the table
/// that the portable one defines.
///
/// A kernel file must not define anything that the linker can merge with other files: if it keeps
/// this file's copy, every machine runs code with this file's flags. So everything but the struct
/// has internal linkage, and headers hold only plain data and templates for one file.
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

  /// Returns the best one that needs no more than `max`.
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
