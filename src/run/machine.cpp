#include "run/machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/cpu_features.hpp"
#include "nqueens/version.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens::run {

Fields machine() {
  utsname system{};
  ::uname(&system);
  const Topology topology;
  Fields list =
      Fields{{"name", system.nodename},
             {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)}} +
      topology.whole_machine() + Fields{{"usable_processors", default_threads()}};
  if (const double quota = cpu_quota(); quota > 0) list.push_back({"cpu_quota", quota});
  const auto memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::move(list) + topology.usable_part() +
         Fields{{"memory_bytes", memory},
                {"available_memory_bytes", available_memory()},
                {"instruction_sets", base::instruction_set_names()}};
}

Fields build() {
#if defined(__clang__)
  const std::string compiler = fmt::format("clang {}", __clang_version__);
#else
  const std::string compiler = fmt::format("g++ {}", __VERSION__);
#endif
  return {{"version", kVersion},
          {"compiler", compiler},
          {"build_type", NQUEENS_BUILD_TYPE},
          {"libraries", library_versions()}};
}

}  // namespace nqueens::run
