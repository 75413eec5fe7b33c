// What the processor that we run on can do. Only what some kernel of this project is compiled for.
#pragma once

#include <string>
#include <vector>

namespace nqueens::base {

struct CpuFeatures {
  bool bmi2 = false;          ///< POPCNT, BMI1 and BMI2
  bool avx2 = false;          ///< AVX2 and the above
  bool avx512 = false;        ///< AVX-512 F, BW, VL, DQ and the above
  bool avx512_vbmi2 = false;  ///< AVX-512 VBMI, VBMI2, VNNI and the above
};

/// Asks the processor (and through it the operating system) once.
const CpuFeatures& cpu_features();

/// Their names, best last; "portable" first.
std::vector<std::string> instruction_set_names();

}  // namespace nqueens::base
