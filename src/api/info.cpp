// What the library contains.
#include "nqueens/info.hpp"

#include "base/cpu_features.hpp"
#include "engine/engine.hpp"
#ifdef NQUEENS_WITH_OPENCL
#include "engine/opencl/library.hpp"
#endif

namespace nqueens {

namespace {

EngineInfo info_of(const engine::Engine& engine) {
  const base::InstructionSet used = engine.instruction_set(base::best_instruction_set());
  return {
      std::string(engine.name()),
      std::string(engine.summary()),
      std::string(engine.decomposition_name()),
      std::string(base::to_string(used)),
      base::names_of_used([&](base::InstructionSet max) { return engine.instruction_set(max); }),
      engine.needs_device()};
}

}  // namespace

std::vector<EngineInfo> engines() {
  std::vector<EngineInfo> list;
  for (const auto* group : {&engine::all_engines(), &engine::device_engines()}) {
    for (const engine::Engine* engine : *group) list.push_back(info_of(*engine));
  }
  return list;
}

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> list;
#ifdef NQUEENS_WITH_OPENCL
  for (const engine::opencl::FoundDevice& device : engine::opencl::find_devices()) {
    const char* const kind = device.is_processor() ? "processor"
                             : device.is_gpu()     ? "GPU"
                                                   : "other";
    list.push_back({static_cast<int>(list.size()) + 1, device.name, device.platform, kind,
                    static_cast<int>(device.units), device.memory});
  }
#endif
  return list;
}

std::vector<std::string> instruction_sets() {
  return base::instruction_set_names();
}

}  // namespace nqueens
