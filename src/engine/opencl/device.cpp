#include "engine/opencl/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/opencl/opencl_kernels.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::opencl {

namespace {

std::string_view name_of(cl_int error) {
  switch (error) {
    case CL_DEVICE_NOT_AVAILABLE:
      return "it is not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
    case CL_OUT_OF_HOST_MEMORY:
      return "out of memory or other resources; fewer threads need less";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
      return "a kernel ended early";
    default:
      return "an error of its driver";
  }
}

}  // namespace

void Device::check(cl_int result, std::string_view call) const {
  if (result == CL_SUCCESS) return;
  throw Error(fmt::format("OpenCL device {} failed: {} ({}: {})", about_.name, name_of(result),
                          call, result));
}

Device::Device(int number) : about_(choose_device(number)), library_(*Library::find()) {
  cl_int result = CL_SUCCESS;
  context_ = {library_.clCreateContext(nullptr, 1, &about_.id, nullptr, nullptr, &result),
              {library_.clReleaseContext}};
  check(result, "clCreateContext");
  const char* text = kKernels;
  program_ = {library_.clCreateProgramWithSource(context_.get(), 1, &text, nullptr, &result),
              {library_.clReleaseProgram}};
  check(result, "clCreateProgramWithSource");
  build();
}

void Device::build() {
  const std::string options = fmt::format("-cl-std=CL1.2 -DGROUP={}", kGroup);
  const cl_int result =
      library_.clBuildProgram(program_.get(), 1, &about_.id, options.c_str(), nullptr, nullptr);
  if (result == CL_SUCCESS) return;
  std::size_t size = 0;
  library_.clGetProgramBuildInfo(program_.get(), about_.id, CL_PROGRAM_BUILD_LOG, 0, nullptr,
                                 &size);
  std::string log(size, '\0');
  library_.clGetProgramBuildInfo(program_.get(), about_.id, CL_PROGRAM_BUILD_LOG, size, log.data(),
                                 nullptr);
  log.erase(0, log.find_first_not_of(" \n"));
  log.resize(std::min(log.size(), log.find_first_of(std::string_view("\n\0", 2))));
  throw Error(fmt::format("OpenCL device {} cannot build the kernels: {} (clBuildProgram: {})",
                          about_.name, log.empty() ? "no reason given" : log, result));
}

void Memory::make_room(const Device& device, std::size_t bytes) {
  if (bytes_ > 0 && bytes <= bytes_) return;
  bytes = std::max(bytes, sizeof(cl_ulong));  // none is refused
  *this = {};                                 // freed before more is taken
  cl_int result = CL_SUCCESS;
  memory_ = {
      device.library().clCreateBuffer(device.context(), CL_MEM_READ_WRITE, bytes, nullptr, &result),
      {device.library().clReleaseMemObject}};
  device.check(result, "clCreateBuffer");
  bytes_ = bytes;
}

Kernel::Kernel(const Device& device, const char* name) : device_(device) {
  cl_int result = CL_SUCCESS;
  kernel_ = {device.library().clCreateKernel(device.program(), name, &result),
             {device.library().clReleaseKernel}};
  device.check(result, "clCreateKernel");
}

void Kernel::set_bytes(cl_uint place, std::size_t bytes, const void* value) {
  device_.check(device_.library().clSetKernelArg(kernel_.get(), place, bytes, value),
                "clSetKernelArg");
}

Queue::Queue(const Device& device) : device_(device) {
  cl_int result = CL_SUCCESS;
  queue_ = {device.library().clCreateCommandQueue(device.context(), device.about().id, 0, &result),
            {device.library().clReleaseCommandQueue}};
  device.check(result, "clCreateCommandQueue");
}

void Queue::finish() {
  device_.check(device_.library().clFinish(queue_.get()), "clFinish");
}

bool Queue::ends() {
  return device_.library().clFinish(queue_.get()) == CL_SUCCESS;
}

Queue::~Queue() {
  ends();
}

void Queue::write(const void* from, std::size_t bytes, Memory& to) {
  to.make_room(device_, bytes);
  if (bytes == 0) return;
  device_.check(device_.library().clEnqueueWriteBuffer(queue_.get(), to.get(), CL_FALSE, 0, bytes,
                                                       from, 0, nullptr, nullptr),
                "clEnqueueWriteBuffer");
}

void Queue::read(const Memory& from, std::size_t bytes, void* to) {
  if (bytes == 0) return;
  device_.check(device_.library().clEnqueueReadBuffer(queue_.get(), from.get(), CL_FALSE, 0, bytes,
                                                      to, 0, nullptr, nullptr),
                "clEnqueueReadBuffer");
}

void Queue::fill(Memory& memory, std::size_t bytes, std::uint8_t value) {
  memory.make_room(device_, bytes);
  if (bytes == 0) return;
  device_.check(device_.library().clEnqueueFillBuffer(queue_.get(), memory.get(), &value, 1, 0,
                                                      bytes, 0, nullptr, nullptr),
                "clEnqueueFillBuffer");
}

void Queue::run(const Kernel& kernel, std::size_t groups, std::size_t times) {
  const std::size_t items[2] = {groups * kGroup, times};
  const std::size_t of_group[2] = {kGroup, 1};
  device_.check(device_.library().clEnqueueNDRangeKernel(queue_.get(), kernel.get(), 2, nullptr,
                                                         items, of_group, 0, nullptr, nullptr),
                "clEnqueueNDRangeKernel");
}

Owned<cl_event> Queue::begin() {
  cl_event event = nullptr;
  device_.check(device_.library().clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &event),
                "clEnqueueMarkerWithWaitList");
  Owned<cl_event> done(event, {device_.library().clReleaseEvent});
  device_.check(device_.library().clFlush(queue_.get()), "clFlush");
  return done;
}

void Queue::wait(const Owned<cl_event>& event) {
  const cl_event id = event.get();
  device_.check(device_.library().clWaitForEvents(1, &id), "clWaitForEvents");
}

}  // namespace nqueens::engine::opencl
