#include "engine/opencl/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "nqueens/error.hpp"

namespace nqueens::engine::opencl {

namespace {

constexpr const char* kFile = "libOpenCL.so.1";

/// The handle is kept, since drivers do not bear being unloaded.
std::optional<Library> open_library() {
  void* const handle = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return std::nullopt;
  Library library;
#define NQUEENS_OPENCL_LOAD(name)                                           \
  library.name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name)); \
  if (library.name == nullptr) return std::nullopt;
  NQUEENS_OPENCL_FUNCTIONS(NQUEENS_OPENCL_LOAD)
#undef NQUEENS_OPENCL_LOAD
  return library;
}

/// Returns what a call of the kind (list, room, &found) lists; nothing if it fails.
template <typename Id, typename Call>
std::vector<Id> list_of(const Call& call) {
  cl_uint size = 0;
  if (call(cl_uint{0}, static_cast<Id*>(nullptr), &size) != CL_SUCCESS) return {};
  std::vector<Id> ids(size);
  if (call(size, ids.data(), &size) != CL_SUCCESS) return {};
  return ids;
}

template <typename Call, typename Id>
std::string text_of(const Call& call, Id id, cl_uint what) {
  char text[256] = {};
  if (call(id, what, sizeof text - 1, text, nullptr) != CL_SUCCESS) return "unknown";
  return text;
}

template <typename Number>
Number number_of(const Library& library, cl_device_id id, cl_device_info what) {
  Number number = 0;
  library.clGetDeviceInfo(id, what, sizeof number, &number, nullptr);
  return number;
}

FoundDevice describe(const Library& library, cl_device_id id) {
  FoundDevice found;
  found.name = text_of(library.clGetDeviceInfo, id, CL_DEVICE_NAME);
  found.units = static_cast<int>(number_of<cl_uint>(library, id, CL_DEVICE_MAX_COMPUTE_UNITS));
  found.memory_bytes = number_of<cl_ulong>(library, id, CL_DEVICE_GLOBAL_MEM_SIZE);
  found.id = id;
  found.type = number_of<cl_device_type>(library, id, CL_DEVICE_TYPE);
  found.kind = found.is_processor() ? "processor" : found.is_gpu() ? "GPU" : "other";
  found.local_memory = number_of<cl_ulong>(library, id, CL_DEVICE_LOCAL_MEM_SIZE);
  found.group = number_of<std::size_t>(library, id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  return found;
}

FoundDevice device_of(int number) {
  if (Library::find() == nullptr) {
    throw InvalidArgument(fmt::format(
        "engine opencl needs an OpenCL device: {} is missing or older than OpenCL 1.2; install the "
        "Debian package ocl-icd-libopencl1 and the driver of the device",
        kFile));
  }
  const std::vector<FoundDevice> devices = find_devices();
  if (devices.empty()) {
    throw InvalidArgument(
        "engine opencl needs an OpenCL device: no driver names one, or it failed to start; install "
        "that of the device (its .icd file belongs into /etc/OpenCL/vendors or the folder "
        "OCL_ICD_VENDORS)");
  }
  const auto size = static_cast<int>(devices.size());
  if (number < 0 || number > size) {
    throw InvalidArgument(fmt::format(
        "no device {}: nqueens info lists those that there are, 1 to {}", number, size));
  }
  if (number > 0) return devices[static_cast<std::size_t>(number - 1)];
  const auto first = std::ranges::find_if(devices, &FoundDevice::is_gpu);
  if (first != devices.end()) return *first;
  throw InvalidArgument(fmt::format(
      "engine opencl needs an OpenCL device: there is no GPU here; --device 1 takes {}, "
      "but engine colour-join is faster on a processor",
      devices.front().name));
}

}  // namespace

const Library* Library::find() {
  static const std::optional<Library> library = open_library();
  return library ? &*library : nullptr;
}

std::vector<FoundDevice> find_devices() {
  const Library* const library = Library::find();
  if (library == nullptr) return {};
  std::vector<FoundDevice> found;
  for (const cl_platform_id platform : list_of<cl_platform_id>(library->clGetPlatformIDs)) {
    const std::string name = text_of(library->clGetPlatformInfo, platform, CL_PLATFORM_NAME);
    const auto list = [&](cl_uint room, cl_device_id* ids, cl_uint* size) {
      return library->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, room, ids, size);
    };
    for (const cl_device_id id : list_of<cl_device_id>(list)) {
      found.push_back(describe(*library, id));
      found.back().platform = name;
      found.back().number = static_cast<int>(found.size());
    }
  }
  return found;
}

FoundDevice choose_device(int number) {
  FoundDevice device = device_of(number);
  if (device.group >= kGroup) return device;
  throw InvalidArgument(
      fmt::format("engine opencl needs groups of {} work-items; device {} has at most {}", kGroup,
                  device.name, device.group));
}

}  // namespace nqueens::engine::opencl
