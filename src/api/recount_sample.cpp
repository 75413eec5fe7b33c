// Draws records, and has their tasks counted again by a run over their plan that excludes all
// others.
#include "api/recount_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <random>
#include <utility>

#include "api/pipeline.hpp"
#include "base/random.hpp"
#include "counting/audit/recount.hpp"
#include "nqueens/error.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::api {

namespace {

std::uint64_t seed_of_system() {
  std::random_device device;
  const std::uint64_t high = device();
  return high << 32 | device();
}

/// The first `sample` places of a shuffled list (Fisher and Yates): every subset of that size is
/// equally likely. Precondition: sample <= records < 2^32.
std::vector<std::uint32_t> draw(std::size_t records, std::size_t sample, std::uint64_t seed) {
  std::vector<std::uint32_t> places(records);
  std::iota(places.begin(), places.end(), 0u);
  base::Random random(seed);
  for (std::size_t i = 0; i < sample; ++i) {
    std::swap(places[i], places[i + random.below(static_cast<std::uint32_t>(records - i))]);
  }
  places.resize(sample);
  return places;
}

/// Compares each finished task with its record.
class Comparison final : public run::TaskSink {
 public:
  explicit Comparison(std::vector<std::uint64_t> recorded) : recorded_(std::move(recorded)) {}

  void task_done(const counting::Task& task, const counting::Tally& tally) override {
    if (recorded_[task.id] == tally.solutions()) return;
    const std::lock_guard guard(mutex_);
    wrong_.push_back({task.id, recorded_[task.id], tally.solutions()});
  }

  std::vector<AuditMismatch> wrong() {
    std::sort(
        wrong_.begin(), wrong_.end(),
        [](const AuditMismatch& one, const AuditMismatch& other) { return one.task < other.task; });
    return wrong_;
  }

 private:
  const std::vector<std::uint64_t> recorded_;  // by task
  std::mutex mutex_;
  std::vector<AuditMismatch> wrong_;
};

constexpr std::string_view kListing = "listing";

/// Who counts again, by the name that was asked for.
counting::Recounter choose_recounter(const counting::Plan& plan, const std::string& name) {
  const auto by_engine = [&](const counting::Engine& engine) {
    return counting::Recounter{engine.name(), recount_by_engine(plan, engine)};
  };
  const bool uniform = plan.decomposition().has_uniform_weights();
  if (name == "auto" && uniform) return by_engine(counting::find_engine("bitmask"));
  if (name == "auto") {
    counting::Recounter own = plan.decomposition().recounter();
    if (own.make_worker) return own;
  }
  if (name == "auto" || name == kListing) return {kListing, recount_by_listing(plan)};
  const counting::Engine& engine = counting::find_engine(name);
  if (uniform) return by_engine(engine);
  throw InvalidArgument(fmt::format(
      "engine cannot audit decomposition {}: {}; its solutions have weights of their own: leave "
      "the engine out, or take {}",
      plan.decomposition().name(), name, kListing));
}

}  // namespace

void require_known_engine(const AuditOptions& options) {
  if (options.engine != "auto" && options.engine != kListing) counting::find_engine(options.engine);
}

RecountResult recount_sample(const counting::Plan& plan, std::span<const RecordedTask> records,
                             const AuditOptions& options, run::Executor& executor,
                             const std::string& name) {
  const counting::Recounter recounter = choose_recounter(plan, options.engine);
  RecountResult result{describe(plan)};
  result.recounted = std::min<std::uint64_t>(options.sample, records.size());
  result.seed = options.seed ? *options.seed : seed_of_system();
  std::vector<std::uint64_t> recorded(plan.tasks().size());
  std::vector<bool> not_drawn(plan.tasks().size(), true);
  for (const std::uint32_t place : draw(records.size(), result.recounted, result.seed)) {
    recorded[records[place].task] = records[place].solutions;
    not_drawn[records[place].task] = false;
  }

  Comparison comparison(std::move(recorded));
  run::PlanRunOptions run = run_options(options);
  run.excluded = std::move(not_drawn);
  run.sink = &comparison;
  const run::PlanRunResult outcome = run::run_plan(plan, recounter.make_worker, executor, run);
  if (!outcome.complete) {
    throw Stopped(
        fmt::format("stopped: the audit of {} is not complete; run it again with a "
                    "smaller sample or more time",
                    name));
  }
  result.wrong = comparison.wrong();
  result.engine = recounter.name;
  result.threads = executor.threads();
  result.seconds = outcome.progress.seconds;
  return result;
}

}  // namespace nqueens::api
