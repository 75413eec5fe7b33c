#include "run/versions.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <tbb/version.h>

namespace nqueens::run {

std::vector<std::string> library_versions() {
  return {fmt::format("oneTBB {}.{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR, TBB_VERSION_PATCH),
          fmt::format("hwloc {}", HWLOC_VERSION)};
}

}  // namespace nqueens::run
