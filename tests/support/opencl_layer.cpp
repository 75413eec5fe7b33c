// A layer of the OpenCL loader: a device that fails as the variable NQUEENS_FAULT says.
//   fail N: call N and all later ones return an error, though the device works.
//   hang N M: call N does not return, and sends M times SIGINT, once a second; for one thread.
//   add N M: from batch N on, all sums that are read are larger by M; for one thread.
//   crash, stall: the driver, when it is asked for its devices.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

using Calls = cl_icd_dispatch;
static std::string kind;
static std::uint64_t from = 0, more = 0;
static std::atomic<std::uint64_t> calls{0}, reads{0};
static Calls real, layer;

template <auto call, typename... Arguments>
static cl_int CL_API_CALL faulty(Arguments... arguments) {
  const bool is_faulty = kind != "add" && calls++ >= from;
  for (; is_faulty && kind == "hang"; ::sleep(1)) {
    if (more > 0) ::kill(::getpid(), SIGINT);
    more -= more > 0;
  }
  return is_faulty ? CL_OUT_OF_RESOURCES : (real.*call)(arguments...);
}

/// A batch reads its largest factors, its finished work-items, and its sums.
static cl_int CL_API_CALL read_more(cl_command_queue queue, cl_mem memory, cl_bool, size_t offset,
                                    size_t bytes, void* to, cl_uint, const cl_event*, cl_event*) {
  const std::uint64_t number = reads++;
  real.clEnqueueReadBuffer(queue, memory, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr);
  for (size_t i = 0; number % 3 == 2 && number / 3 >= from && i < bytes / sizeof more; ++i) {
    static_cast<std::uint64_t*>(to)[i] += more;
  }
  return CL_SUCCESS;
}

extern "C" cl_int clGetLayerInfo(cl_layer_info, size_t, void* version, size_t*) {
  *static_cast<cl_layer_api_version*>(version) = CL_LAYER_API_VERSION_100;
  return CL_SUCCESS;
}

extern "C" cl_int clInitLayer(cl_uint size, const Calls* all, cl_uint* own_size,
                              const Calls** own) {
  std::istringstream(std::getenv("NQUEENS_FAULT")) >> kind >> from >> more;
  if (kind == "crash") std::abort();
  while (kind == "stall") ::pause();
  real = layer = *all;
  layer.clEnqueueNDRangeKernel = faulty<&Calls::clEnqueueNDRangeKernel>;
  layer.clEnqueueReadBuffer = faulty<&Calls::clEnqueueReadBuffer>;
  layer.clEnqueueWriteBuffer = faulty<&Calls::clEnqueueWriteBuffer>;
  layer.clFinish = faulty<&Calls::clFinish>;
  layer.clWaitForEvents = faulty<&Calls::clWaitForEvents>;
  if (kind == "add") layer.clEnqueueReadBuffer = read_more;
  *own_size = size;
  *own = &layer;
  return CL_SUCCESS;
}
