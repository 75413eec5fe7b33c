// What the library contains and what the machine has.
#include "nqueens/info.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/cpu_features.hpp"
#include "engine/engine.hpp"
#include "nqueens/version.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

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

std::vector<std::string> known_instruction_sets() {
  return base::known_instruction_sets();
}

MachineInfo machine() {
  MachineInfo info;
  utsname system{};
  ::uname(&system);
  info.name = system.nodename;
  info.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  run::Topology().describe(info);
  info.cpu_quota = run::cpu_quota();
  info.usable_processors = run::default_threads();
  info.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  info.available_memory_bytes = run::available_memory();
  info.instruction_sets = base::instruction_set_names();
  return info;
}

BuildInfo build() {
  BuildInfo info;
  info.version = kVersion;
#if defined(__clang__)
  info.compiler = fmt::format("clang {}", __clang_version__);
#else
  info.compiler = fmt::format("g++ {}", __VERSION__);
#endif
  info.build_type = kBuildType;
  info.libraries = {
      run::tbb_version(), run::hwloc_version(),
      fmt::format("fmt {}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)};
  return info;
}

}  // namespace nqueens
