// What the library contains.
#include "nqueens/info.hpp"

#include "base/cpu_features.hpp"
#include "engine/engine.hpp"

namespace nqueens {

std::vector<EngineInfo> engines() {
  std::vector<EngineInfo> list;
  for (const engine::Engine* engine : engine::all_engines()) {
    const base::InstructionSet used = engine->instruction_set(base::best_instruction_set());
    list.push_back({std::string(engine->name()), std::string(engine->summary()),
                    std::string(engine->decomposition_name()), std::string(base::to_string(used)),
                    base::names_of_used(
                        [&](base::InstructionSet max) { return engine->instruction_set(max); })});
  }
  return list;
}

std::vector<std::string> instruction_sets() {
  return base::instruction_set_names();
}

}  // namespace nqueens
