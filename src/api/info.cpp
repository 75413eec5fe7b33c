// What the library contains.
#include "nqueens/info.hpp"

#include "base/cpu_features.hpp"
#include "engine/engine.hpp"
#ifdef NQUEENS_WITH_OPENCL
#include "engine/opencl/library.hpp"
#endif

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

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> list;
#ifdef NQUEENS_WITH_OPENCL
  for (const engine::opencl::FoundDevice& device : engine::opencl::find_devices()) {
    const char* const kind = device.is_processor()                    ? "processor"
                             : (device.type & CL_DEVICE_TYPE_GPU) != 0 ? "GPU"
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
