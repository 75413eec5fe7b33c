// Engine "opencl": the colour join with its pairs counted on an OpenCL device (README.md). Only if
// OpenCL's headers were there at build time.
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "engine/opencl/device_units.hpp"

namespace nqueens::engine {

/// The engine with limits that tests turn down.
std::unique_ptr<Engine> make_opencl(const opencl::Limits& limits);

}  // namespace nqueens::engine
