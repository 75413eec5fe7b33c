#include "engine/opencl/opencl.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "engine/opencl/device_units.hpp"

namespace nqueens::engine {

namespace {

using colour_join::UnitRange;

/// What the workers of a run share.
class Shared {
 public:
  Shared(const Problem& problem, const EngineOptions& options, const opencl::Limits& at_most)
      : sets(std::make_shared<RowSets>(problem)),
        limits(at_most),
        problem_(problem),
        options_(options) {}

  /// Opened by the first worker: plans need none.
  const opencl::Device& device() const {
    const std::lock_guard lock(mutex_);
    if (!device_) device_.emplace(options_.device);
    return *device_;
  }
  /// For units that the device cannot count.
  std::unique_ptr<Worker> make_processor_worker() const {
    const std::lock_guard lock(mutex_);
    if (processor_ == nullptr) processor_ = colour_join_engine().prepare(problem_, options_);
    return processor_->make_worker(0);
  }

  const std::shared_ptr<const RowSets> sets;
  const opencl::Limits limits;

 private:
  const Problem problem_;
  const EngineOptions options_;
  mutable std::mutex mutex_;
  mutable std::optional<opencl::Device> device_;
  mutable std::unique_ptr<PreparedEngine> processor_;
};

class DeviceWorker final : public Worker {
 public:
  explicit DeviceWorker(std::shared_ptr<const Shared> shared)
      : shared_(std::move(shared)), units_(shared_->device(), *shared_->sets, shared_->limits) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    if (stop.stop_requested()) return false;
    const UnitRange range = UnitRange::from_code(task.code);
    std::vector<std::uint32_t> left;
    const bool is_complete =
        units_.count(range.even_rows, shared_->sets->units.of(range), stop,
                     [&](std::size_t unit, std::optional<std::uint64_t> solutions) {
                       if (solutions) {
                         tally.add(*solutions, task.weight);
                       } else {
                         left.push_back(range.first + static_cast<std::uint32_t>(unit));
                       }
                     });
    if (!is_complete) return false;
    if (!left.empty() && processor_ == nullptr) processor_ = shared_->make_processor_worker();
    for (const std::uint32_t unit : left) {
      Task of_unit = task;
      of_unit.code = UnitRange{range.even_rows, unit, 1}.code();
      if (!processor_->count(of_unit, stop, tally)) return false;
    }
    return true;
  }

 private:
  const std::shared_ptr<const Shared> shared_;
  opencl::DeviceUnits units_;
  std::unique_ptr<Worker> processor_;
};

class OpenCl final : public Engine {
 public:
  explicit OpenCl(const opencl::Limits& limits)
      : Engine({"opencl", "row-sets",
                "colour-join on a GPU by OpenCL; experimental: tested with pocl, not timed on a "
                "GPU"}),
        limits_(limits) {}

  bool needs_device() const override { return true; }
  std::string device(const EngineOptions& options) const override {
    return opencl::choose_device(options.device).name;
  }
  base::InstructionSet instruction_set(base::InstructionSet max) const override {
    return colour_join_engine().instruction_set(max);
  }
  std::string_view refusal(const Problem& problem) const override {
    return colour_join_engine().refusal(problem);
  }
  /// Of a processor: no device was measured.
  double predicted_seconds(const Problem& problem, base::InstructionSet max) const override {
    return colour_join_engine().predicted_seconds(problem, max);
  }
  std::shared_ptr<const Decomposition> decompose(const Problem& problem) const override {
    return row_set_decomposition(problem);
  }
  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    const auto shared = std::make_shared<const Shared>(problem, options, limits_);
    // What the processor would need, and factors, which devices may keep in the same memory: of all
    // units of one R_e at most.
    MemoryNeed memory = shared->sets->model.memory();
    const int even = shared->sets->board.even();
    const double sets = colour_join::binomial(even, even / 2);
    memory.per_thread += static_cast<std::uint64_t>(
        std::min(limits_.batch_bytes, sets * sets * sets * sizeof(cl_uint)));
    return std::make_unique<PreparedEngine>(
        *this, options, row_set_decomposition(problem, shared->sets),
        [shared](int) { return std::make_unique<DeviceWorker>(shared); }, memory);
  }

 private:
  const opencl::Limits limits_;
};

}  // namespace

const Engine& opencl_engine() {
  static const OpenCl engine{opencl::Limits{}};
  return engine;
}

std::unique_ptr<Engine> make_opencl(const opencl::Limits& limits) {
  return std::make_unique<OpenCl>(limits);
}

}  // namespace nqueens::engine
