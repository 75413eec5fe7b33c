#include "run/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/cpu_features.hpp"
#include "nqueens/version.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens::run {

MachineInfo machine() {
  MachineInfo info;
  utsname system{};
  ::uname(&system);
  info.name = system.nodename;
  info.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  Topology().describe(info);
  info.cpu_quota = cpu_quota();
  info.usable_processors = default_threads();
  info.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  info.available_memory_bytes = available_memory();
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
  info.build_type = NQUEENS_BUILD_TYPE;
  info.libraries = {
      tbb_version(), hwloc_version(),
      fmt::format("fmt {}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)};
  return info;
}

Fields fields(const BuildInfo& info) {
  return {{"version", info.version},
          {"compiler", info.compiler},
          {"build_type", info.build_type},
          {"libraries", info.libraries}};
}

Fields fields(const MachineInfo& info) {
  Value::List caches;
  for (const CacheInfo& cache : info.caches) {
    caches.emplace_back(Fields{{"level", cache.level},
                               {"kind", cache.kind},
                               {"bytes", cache.bytes},
                               {"count", cache.count}});
  }
  Fields list = {{"name", info.name},
                 {"system", info.system},
                 {"processor", info.processor},
                 {"packages", info.packages},
                 {"cores", info.cores},
                 {"processors", info.processors},
                 {"usable_processors", info.usable_processors}};
  if (info.cpu_quota > 0) list.push_back({"cpu_quota", info.cpu_quota});
  return std::move(list) + Fields{{"numa_nodes", info.numa_nodes},
                                  {"caches", caches},
                                  {"memory_bytes", info.memory_bytes},
                                  {"available_memory_bytes", info.available_memory_bytes},
                                  {"instruction_sets", info.instruction_sets}};
}

}  // namespace nqueens::run
