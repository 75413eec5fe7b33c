#include "engine/opencl/opencl.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "engine/colour_join/stop.hpp"
#include "engine/opencl/device_units.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine {

namespace {

using colour_join::check_stop;
using colour_join::StopAsked;
using colour_join::UnitRange;

class DeviceShared {
 public:
  DeviceShared(const Problem& problem, const EngineOptions& options,
               const opencl::DeviceLimits& at_most)
      : sets(std::make_shared<RowSets>(problem)),
        limits(at_most),
        problem_(problem),
        options_(options) {}

  /// The first worker opens it: plans need none.
  const opencl::Device& device() const {
    const std::lock_guard lock(mutex_);
    if (!device_) device_.emplace(options_.device);
    return *device_;
  }
  /// It counts units that the device cannot count.
  std::unique_ptr<Worker> make_processor_worker() const {
    const std::lock_guard lock(mutex_);
    if (processor_ == nullptr) processor_ = find_engine("colour-join").prepare(problem_, options_);
    return processor_->make_worker(0);
  }

  const std::shared_ptr<const RowSets> sets;
  const opencl::DeviceLimits limits;
  mutable std::atomic<std::int64_t> good_task{-1};  ///< recorded before the last good check

 private:
  const Problem problem_;
  const EngineOptions options_;
  mutable std::mutex mutex_;
  mutable std::optional<opencl::Device> device_;
  mutable std::unique_ptr<PreparedEngine> processor_;
};

constexpr double kCheckedFraction = 0.01;  ///< of the time of a thread

class DeviceWorker final : public Worker {
 public:
  explicit DeviceWorker(std::shared_ptr<const DeviceShared> shared)
      : shared_(std::move(shared)),
        units_(std::make_unique<opencl::DeviceUnits>(shared_->device(), *shared_->sets,
                                                     shared_->limits)) {}
  ~DeviceWorker() override {
    if (!units_->ends()) static_cast<void>(units_.release());  // the device may still write there
  }

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const UnitRange range = UnitRange::from_code(task.code);
    base::Random random(task.code);
    const auto unit_of = [&](std::size_t unit) {
      const auto number = range.first + static_cast<std::uint32_t>(unit);
      return Task{task.id, UnitRange{range.even_rows, number, 1}.code(), task.weight};
    };
    // Where a stop ends the processor's count early, that of the device ends with false too.
    const auto visit = [&](std::size_t first, const opencl::DeviceUnits::Sums& sums) {
      const std::size_t drawn = random.below(static_cast<std::uint32_t>(sums.size()));
      if (sums[drawn]) check(unit_of(first + drawn), *sums[drawn], stop);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i]) tally.add(*sums[i], task.weight);
        if (!sums[i]) processor().count(unit_of(first + i), stop, tally);
      }
    };
    try {
      check_stop(stop);
      units_->count(range.even_rows, shared_->sets->units.of(range), stop, visit);
    } catch (const StopAsked&) {
      return false;
    }
    last_task_ = static_cast<std::int64_t>(task.id);
    return true;
  }

 private:
  Worker& processor() {
    if (processor_ == nullptr) processor_ = shared_->make_processor_worker();
    return *processor_;
  }

  /// Throws Error if the processor counts another number: for the first batch, then as often as
  /// that takes no more than kCheckedFraction of the time.
  void check(const Task& unit, std::uint64_t solutions, const std::stop_token& stop) {
    if (check_seconds_ * (checks_ + 1) > kCheckedFraction * checks_ * age_.seconds()) return;
    const base::Stopwatch watch;
    Tally own;
    if (!processor().count(unit, stop, own)) return;
    if (own.solutions() != solutions) {
      const std::int64_t good = shared_->good_task;
      throw Error(fmt::format(
          "OpenCL device {} counts wrongly: {} solutions of a unit that has {}; task {} is not "
          "recorded: audit all records {}",
          shared_->device().about().name, solutions, own.solutions(), unit.id,
          good < 0 ? "of this run" : fmt::format("after that of task {}", good)));
    }
    if (last_task_ >= 0) shared_->good_task = last_task_;
    check_seconds_ += watch.seconds();
    ++checks_;
  }

  const std::shared_ptr<const DeviceShared> shared_;
  std::unique_ptr<opencl::DeviceUnits> units_;
  std::unique_ptr<Worker> processor_;
  const base::Stopwatch age_;
  double checks_ = 0;
  double check_seconds_ = 0;
  std::int64_t last_task_ = -1;  ///< recorded before count() is called again
};

}  // namespace

/// Tasks, refusals and predicted times are those of the colour join: no device was measured.
Engine make_opencl(const opencl::DeviceLimits& limits) {
  Engine engine = make_colour_join({});
  engine.name = "opencl";
  engine.summary =
      "colour-join on a GPU by OpenCL; experimental: tested with pocl, not timed on a GPU";
  engine.device = [](const EngineOptions& options) {
    return opencl::choose_device(options.device).name;
  };
  engine.make = [limits](const Engine& self, const Problem& problem, const EngineOptions& options) {
    const auto shared = std::make_shared<const DeviceShared>(problem, options, limits);
    // This is what the processor would need, and factors, which devices may keep in the same
    // memory: of all units of one R_e at most.
    MemoryNeed memory = shared->sets->model.memory();
    const int even = shared->sets->board.even();
    const double sets = colour_join::binomial(even, even / 2);
    memory.per_thread += static_cast<std::uint64_t>(
        std::min(limits.batch_bytes, sets * sets * sets * sizeof(cl_uint)));
    return std::make_unique<PreparedEngine>(
        PreparedEngine{self, options, row_set_decomposition(problem, shared->sets),
                       [shared](int) { return std::make_unique<DeviceWorker>(shared); }, memory});
  };
  return engine;
}

Engine opencl_engine() {
  return make_opencl({});
}

}  // namespace nqueens::engine
