#include "base/cpu_features.hpp"

namespace nqueens::base {

const CpuFeatures& cpu_features() {
  static const CpuFeatures features = [] {
    CpuFeatures found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    found.bmi2 = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                 __builtin_cpu_supports("bmi2");
    found.avx2 = found.bmi2 && __builtin_cpu_supports("avx2");
    found.avx512 = found.avx2 && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq");
    found.avx512_vbmi2 = found.avx512 && __builtin_cpu_supports("avx512vbmi") &&
                         __builtin_cpu_supports("avx512vbmi2") &&
                         __builtin_cpu_supports("avx512vnni");
#endif
    return found;
  }();
  return features;
}

std::vector<std::string> instruction_set_names() {
  const CpuFeatures& features = cpu_features();
  std::vector<std::string> names = {"portable"};
  if (features.bmi2) names.emplace_back("bmi2");
  if (features.avx2) names.emplace_back("avx2");
  if (features.avx512) names.emplace_back("avx512");
  if (features.avx512_vbmi2) names.emplace_back("avx512-vbmi2");
  return names;
}

}  // namespace nqueens::base
