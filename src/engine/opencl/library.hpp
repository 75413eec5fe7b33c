// The OpenCL library of this machine is opened at run time: programs that ask for no device neither
// need it nor wait for it. Devices are described as a person sees them.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdint>
#include <vector>

#include "nqueens/info.hpp"

namespace nqueens::engine::opencl {

#define NQUEENS_OPENCL_FUNCTIONS(use)                                                             \
  use(clBuildProgram) use(clCreateBuffer) use(clCreateCommandQueue) use(clCreateContext)          \
      use(clCreateKernel) use(clCreateProgramWithSource) use(clEnqueueFillBuffer)                 \
          use(clEnqueueMarkerWithWaitList) use(clEnqueueNDRangeKernel) use(clEnqueueReadBuffer)   \
              use(clEnqueueWriteBuffer) use(clFinish) use(clFlush) use(clGetDeviceIDs)            \
                  use(clGetDeviceInfo) use(clGetPlatformIDs) use(clGetPlatformInfo)               \
                      use(clGetProgramBuildInfo) use(clReleaseCommandQueue) use(clReleaseContext) \
                          use(clReleaseEvent) use(clReleaseKernel) use(clReleaseMemObject)        \
                              use(clReleaseProgram) use(clSetKernelArg) use(clWaitForEvents)

struct Library {
#define NQUEENS_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  NQUEENS_OPENCL_FUNCTIONS(NQUEENS_OPENCL_MEMBER)
#undef NQUEENS_OPENCL_MEMBER

  /// The first call opens it for the whole program; null if it is not there, or is too old.
  static const Library* find();
};

struct FoundDevice : DeviceInfo {
  cl_device_id id = nullptr;
  cl_device_type type = 0;
  std::uint64_t local_memory = 0;  ///< bytes of a work-group
  std::size_t group = 0;           ///< most work-items of a group

  bool is_processor() const { return (type & CL_DEVICE_TYPE_CPU) != 0; }
  bool is_gpu() const { return (type & CL_DEVICE_TYPE_GPU) != 0; }
};

/// Lists devices in the order of the platforms, from number 1 on; none without OpenCL.
std::vector<FoundDevice> find_devices();

inline constexpr std::size_t kGroup = 64;

/// Returns the device of that number, or for 0 the first GPU. Throws InvalidArgument, also for one
/// without groups of kGroup.
FoundDevice choose_device(int number);

}  // namespace nqueens::engine::opencl
