// What the processor that we run on can do, in the steps for which some kernel of this project is
// compiled. Each step contains the ones before it.
#pragma once

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

}  // namespace nqueens::base
