// Engine "opencl": the colour join with its pairs counted on an OpenCL device (README.md). It
// exists if OpenCL's headers were there at build time.
#pragma once

#include <cstddef>

#include "engine/engine.hpp"

namespace nqueens::engine {

namespace opencl {

/// These bound what is done at a time, and numbers. Tests lower them.
struct DeviceLimits {
  /// The factors of a batch have at most this many bytes; a unit with more is a batch too. They are
  /// at most a 128th of the memory of the device, which all threads share.
  double batch_bytes = 256e6;
  /// A batch has this much predicted work, in seconds of one core: a stop waits for two batches. A
  /// unit that takes longer is a batch too. A device that is a processor gets a hundredth.
  double batch_seconds = 1;
  std::size_t items = 8;  ///< about this many a work-item takes in units of column sets
  std::size_t local_bytes = 48 << 10;  ///< those of a group, if the device has more
  double largest_factor = 0x1p32;
  double largest_sum = 0x1p63;  ///< of a group
};

}  // namespace opencl

Engine make_opencl(const opencl::DeviceLimits& limits);

}  // namespace nqueens::engine
