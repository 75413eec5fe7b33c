// An opened OpenCL device with the kernels, its memory and its queues. All calls throw Error with
// one line if the device fails.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/opencl/library.hpp"

namespace nqueens::engine::opencl {

/// Work-items of a group.
inline constexpr std::size_t kGroup = 64;

/// Releases an object of OpenCL.
template <typename Id>
class Owned {
 public:
  using Release = cl_int(CL_API_CALL*)(Id);

  Owned() = default;
  Owned(Id id, Release release) : id_(id), release_(release) {}
  Owned(Owned&& from) noexcept : id_(std::exchange(from.id_, nullptr)), release_(from.release_) {}
  Owned& operator=(Owned&& from) noexcept {
    std::swap(id_, from.id_);
    std::swap(release_, from.release_);
    return *this;
  }
  ~Owned() {
    if (id_ != nullptr) release_(id_);
  }
  Id get() const { return id_; }

 private:
  Id id_ = nullptr;
  Release release_ = nullptr;
};

/// Shared by all threads.
class Device {
 public:
  /// Compiles the kernels. Throws InvalidArgument if there is no such device (choose_device()).
  explicit Device(int number);

  const FoundDevice& about() const { return about_; }
  const Library& library() const { return library_; }
  cl_context context() const { return context_.get(); }
  cl_program program() const { return program_.get(); }
  /// Throws Error, which names the call, unless the result is CL_SUCCESS.
  void check(cl_int result, std::string_view call) const;

 private:
  void build();

  FoundDevice about_;
  const Library& library_;
  Owned<cl_context> context_;
  Owned<cl_program> program_;
};

/// Memory of the device, which only grows. Its contents are lost when it grows.
class Memory {
 public:
  void make_room(const Device& device, std::size_t bytes);
  cl_mem get() const { return memory_.get(); }

 private:
  Owned<cl_mem> memory_;
  std::size_t bytes_ = 0;
};

/// Local memory of a work-group, as an argument of a kernel.
struct LocalBytes {
  std::size_t bytes;
};

/// A kernel for one thread.
class Kernel {
 public:
  Kernel(const Device& device, const char* name);

  /// Arguments are Memory, LocalBytes, or numbers of 32 bits.
  template <typename... Arguments>
  void set(const Arguments&... arguments) {
    cl_uint place = 0;
    (set_one(place++, arguments), ...);
  }
  cl_kernel get() const { return kernel_.get(); }

 private:
  void set_one(cl_uint place, const Memory& memory) {
    const cl_mem id = memory.get();
    set_bytes(place, sizeof id, &id);
  }
  void set_one(cl_uint place, LocalBytes local) { set_bytes(place, local.bytes, nullptr); }
  void set_one(cl_uint place, cl_uint number) { set_bytes(place, sizeof number, &number); }
  void set_bytes(cl_uint place, std::size_t bytes, const void* value);

  const Device& device_;
  Owned<cl_kernel> kernel_;
};

/// Commands of one thread, done in order. What it reads and writes must stay until wait().
class Queue {
 public:
  explicit Queue(const Device& device);
  ~Queue();  ///< waits
  Queue(const Queue&) = delete;

  template <typename Element>
  void write(Memory& to, const std::vector<Element>& from) {
    const std::size_t bytes = std::max<std::size_t>(1, from.size()) * sizeof(Element);
    to.make_room(device_, bytes);
    if (!from.empty()) write_bytes(to, from.data(), from.size() * sizeof(Element));
  }
  /// Every byte gets this value.
  void fill(Memory& memory, std::size_t bytes, std::uint8_t value);
  void read(const Memory& from, std::size_t bytes, void* to);
  void run(const Kernel& kernel, std::size_t groups, std::size_t of_units);
  /// Begins all commands; wait() waits for those before.
  Owned<cl_event> read_and_begin(const Memory& from, std::size_t bytes, void* to);
  void wait(const Owned<cl_event>& event);

 private:
  void write_bytes(const Memory& to, const void* from, std::size_t bytes);

  const Device& device_;
  Owned<cl_command_queue> queue_;
};

}  // namespace nqueens::engine::opencl
