// An opened OpenCL device has the kernels, its memory and its queues. All calls throw Error if the
// device fails.
#pragma once

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/opencl/library.hpp"

namespace nqueens::engine::opencl {

template <typename Id>
struct Release {
  cl_int(CL_API_CALL* release)(Id) = nullptr;
  void operator()(Id id) const { release(id); }
};
template <typename Id>
using Owned = std::unique_ptr<std::remove_pointer_t<Id>, Release<Id>>;

/// All threads share it.
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

/// Commands of one thread, done in order. What they read and write must stay until wait().
class Queue {
 public:
  explicit Queue(const Device& device);
  ~Queue();  ///< waits for all commands
  Queue(const Queue&) = delete;

  void write(const void* from, std::size_t bytes, Memory& to);
  void read(const Memory& from, std::size_t bytes, void* to);
  void fill(Memory& memory, std::size_t bytes, std::uint8_t value);  ///< of every byte
  void run(const class Kernel& kernel, std::size_t groups, std::size_t times);
  /// Begins all commands so far; wait() waits for them.
  Owned<cl_event> begin();
  void wait(const Owned<cl_event>& event);
  void finish();  ///< waits for all commands
  bool ends();    ///< the same; false if the wait fails

 private:
  const Device& device_;
  Owned<cl_command_queue> queue_;
};

/// An array has its numbers here and on the device.
template <typename Number>
class Array {
 public:
  void put(Queue& queue, std::vector<Number> numbers) {
    here_ = std::move(numbers);
    queue.write(here_.data(), bytes(), there_);
  }
  /// Makes room for `size` numbers, whose bytes have this value on the device.
  void fill(Queue& queue, std::size_t size, std::uint8_t value) {
    here_.resize(size);
    queue.fill(there_, bytes(), value);
  }
  void get(Queue& queue) { queue.read(there_, bytes(), here_.data()); }

  std::size_t size() const { return here_.size(); }
  const std::vector<Number>& here() const { return here_; }
  const Memory& there() const { return there_; }

 private:
  std::size_t bytes() const { return here_.size() * sizeof(Number); }

  std::vector<Number> here_;
  Memory there_;
};

struct LocalBytes {
  std::size_t bytes;
};

class Kernel {
 public:
  Kernel(const Device& device, const char* name);

  /// Arguments are Array, Memory, LocalBytes, or numbers of 32 bits.
  template <typename... Arguments>
  void set(const Arguments&... arguments) {
    cl_uint place = 0;
    (set_one(place++, arguments), ...);
  }
  cl_kernel get() const { return kernel_.get(); }

 private:
  template <typename Number>
  void set_one(cl_uint place, const Array<Number>& array) {
    set_one(place, array.there());
  }
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

}  // namespace nqueens::engine::opencl
