// The table of engines, and what the library tells of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/engine.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#ifdef NQUEENS_WITH_OPENCL
#include "engine/opencl/library.hpp"
#endif

namespace nqueens {

namespace engine {

// Each is defined at the end of the file of its name.
Engine reference_engine(), mrv_engine(), bitmask_engine(), simd_engine(), colour_join_engine(),
    opencl_engine();

const std::vector<Engine>& processor_engines() {
  static const std::vector<Engine> engines = {reference_engine(), mrv_engine(), bitmask_engine(),
                                              simd_engine(), colour_join_engine()};
  return engines;
}

const std::vector<Engine>& device_engines() {
  static const std::vector<Engine> engines = {
#ifdef NQUEENS_WITH_OPENCL
      opencl_engine()
#endif
  };
  return engines;
}

const Engine& find_engine(std::string_view name) {
  std::vector<std::string_view> names = {"auto"};
  for (const auto* engines : {&processor_engines(), &device_engines()}) {
    for (const Engine& engine : *engines) {
      if (engine.name == name) return engine;
      names.push_back(engine.name);
    }
  }
  throw InvalidArgument(
      fmt::format("unknown engine: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

const Engine* fastest_engine(const Problem& problem, base::InstructionSet max,
                             std::string_view decomposition) {
  const Engine* best = nullptr;
  double least = 0;
  for (const Engine& engine : processor_engines()) {
    if (!decomposition.empty() && engine.decomposition_name != decomposition) continue;
    if (!engine.refusal(problem).empty()) continue;
    const double seconds = engine.predicted_seconds(problem, max);
    // The reference engine comes first and gives way to any other.
    if (best != nullptr && best != &processor_engines().front() && seconds >= least) continue;
    best = &engine;
    least = seconds;
  }
  return best;
}

std::shared_ptr<const Decomposition> find_decomposition(std::string_view name,
                                                        const Problem& problem) {
  for (const Engine& engine : processor_engines()) {
    if (engine.decomposition_name == name && engine.refusal(problem).empty()) {
      return engine.decompose(problem);
    }
  }
  return nullptr;
}

void require_countable(const Engine& engine, const Problem& problem) {
  const std::string_view refusal = engine.refusal(problem);
  if (refusal.empty()) return;
  throw InvalidArgument(
      fmt::format("engine {} cannot count {}; engine mrv or auto can", engine.name, refusal));
}

base::InstructionSet PreparedEngine::instruction_set() const {
  return engine.instruction_set(options.instruction_set);
}

}  // namespace engine

std::vector<EngineInfo> engines() {
  std::vector<EngineInfo> list;
  for (const auto* group : {&engine::processor_engines(), &engine::device_engines()}) {
    for (const engine::Engine& one : *group) {
      list.push_back(
          {std::string(one.name), std::string(one.summary), std::string(one.decomposition_name),
           std::string(base::to_string(one.instruction_set(base::best_instruction_set()))),
           base::names_of_used(one.instruction_set), one.needs_device()});
    }
  }
  return list;
}

std::vector<DeviceInfo> devices() {
#ifdef NQUEENS_WITH_OPENCL
  const std::vector<engine::opencl::FoundDevice> found = engine::opencl::find_devices();
  return {found.begin(), found.end()};
#else
  return {};
#endif
}

std::vector<std::string> instruction_sets() {
  return base::instruction_set_names();
}

}  // namespace nqueens
