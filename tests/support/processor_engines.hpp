// The engines that every machine can count with.
#pragma once

#include <vector>

#include "nqueens/info.hpp"

namespace nqueens::tests {

inline std::vector<EngineInfo> processor_engines() {
  std::vector<EngineInfo> list = engines();
  std::erase_if(list, [](const EngineInfo& engine) { return engine.needs_device; });
  return list;
}

}  // namespace nqueens::tests
