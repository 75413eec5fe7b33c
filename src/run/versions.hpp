// Names and versions of the libraries that only this layer may include.
#pragma once

#include <string>
#include <vector>

namespace nqueens::run {

/// "oneTBB 2021.8.0", "hwloc 2.9.0".
std::vector<std::string> library_versions();

}  // namespace nqueens::run
