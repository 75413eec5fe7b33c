#include "base/cpu_features.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"

namespace nqueens::base {

namespace {

constexpr Word<InstructionSet> kAll[] = {{InstructionSet::portable, "portable"},
                                         {InstructionSet::bmi2, "bmi2"},
                                         {InstructionSet::avx2, "avx2"},
                                         {InstructionSet::avx512, "avx512"}};

InstructionSet detect() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool bmi2 = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  if (!bmi2) return InstructionSet::portable;
  if (!__builtin_cpu_supports("avx2")) return InstructionSet::bmi2;
  const bool avx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bitalg");
  return avx512 ? InstructionSet::avx512 : InstructionSet::avx2;
#else
  return InstructionSet::portable;
#endif
}

}  // namespace

InstructionSet best_instruction_set() {
  static const InstructionSet best = detect();
  return best;
}

std::vector<std::string> known_instruction_sets() {
  return texts_of(kAll);
}

const std::vector<InstructionSet>& instruction_sets() {
  static const std::vector<InstructionSet> offered = [] {
    std::vector<InstructionSet> sets;
    for (const auto& [set, name] : kAll) {
      if (set <= best_instruction_set()) sets.push_back(set);
    }
    return sets;
  }();
  return offered;
}

std::vector<std::string> instruction_set_names() {
  return names_of_used([](InstructionSet set) { return set; });
}

std::vector<std::string> names_of_used(const std::function<InstructionSet(InstructionSet)>& used) {
  std::vector<std::string> names;
  for (const InstructionSet max : instruction_sets()) {
    const std::string_view name = to_string(used(max));
    if (names.empty() || names.back() != name) names.emplace_back(name);
  }
  return names;
}

std::string_view to_string(InstructionSet set) {
  return word_of(kAll, set);
}

InstructionSet parse_instruction_set(std::string_view name) {
  if (name == "auto") return best_instruction_set();
  if (const std::optional<InstructionSet> set = find_word(kAll, name)) {
    if (*set <= best_instruction_set()) return *set;
    throw InvalidArgument(fmt::format("instruction set that this machine lacks: {}; it has {}",
                                      name, fmt::join(instruction_set_names(), ", ")));
  }
  throw InvalidArgument(fmt::format("unknown instruction set: {}; one of auto, {} is expected",
                                    name, fmt::join(instruction_set_names(), ", ")));
}

}  // namespace nqueens::base
