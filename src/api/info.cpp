// What the library contains.
#include "nqueens/info.hpp"

#include <utility>

#include "base/cpu_features.hpp"
#include "engine/engine.hpp"

namespace nqueens {

std::vector<EngineInfo> engines() {
  std::vector<EngineInfo> list;
  for (const engine::Engine* engine : engine::all_engines()) {
    const base::InstructionSet used = engine->instruction_set(base::best_instruction_set());
    std::vector<std::string> kernels;  // each once
    for (const base::InstructionSet max : base::instruction_sets()) {
      std::string name(base::to_string(engine->instruction_set(max)));
      if (kernels.empty() || kernels.back() != name) kernels.push_back(std::move(name));
    }
    list.push_back({std::string(engine->name()), std::string(engine->summary()),
                    std::string(engine->decomposition_name()), std::string(base::to_string(used)),
                    std::move(kernels)});
  }
  return list;
}

std::vector<std::string> instruction_sets() {
  return base::instruction_set_names();
}

}  // namespace nqueens
