// audit_journal(): draws records, has their tasks counted again by a run over the journal's plan
// that excludes all others, and compares.
#include "nqueens/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <random>

#include "api/count_setup.hpp"
#include "api/recount.hpp"
#include "base/random.hpp"
#include "durable/journal_reader.hpp"
#include "nqueens/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/plan_runner.hpp"

namespace nqueens {

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
class Comparison final : public runtime::TaskSink {
 public:
  explicit Comparison(std::vector<WideCount> recorded) : recorded_(std::move(recorded)) {}

  void task_done(const engine::Task& task, const engine::Tally& tally) override {
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
  const std::vector<WideCount> recorded_;  // by task
  std::mutex mutex_;
  std::vector<AuditMismatch> wrong_;
};

constexpr std::string_view kListing = "listing";

/// Who counts again, by the name that was asked for.
tasks::Recounter choose_recounter(const tasks::Plan& plan, const std::string& name) {
  const auto by_engine = [&](const engine::Engine& engine) {
    return tasks::Recounter{engine.name(), api::recount_by_engine(plan, engine)};
  };
  const bool uniform = plan.decomposition().uniform_weight();
  if (name == "auto" && uniform) return by_engine(engine::find_engine("bitmask"));
  if (name == "auto") {
    tasks::Recounter own = plan.decomposition().recounter(plan.problem());
    if (own.engine != nullptr) return own;
  }
  if (name == "auto" || name == kListing) return {kListing, api::recount_by_listing(plan)};
  const engine::Engine& engine = engine::find_engine(name);
  if (uniform) return by_engine(engine);
  throw InvalidArgument(fmt::format(
      "engine cannot audit decomposition {}: {}; its solutions have weights of their own: leave "
      "the engine out, or take {}",
      plan.decomposition().name(), name, kListing));
}

}  // namespace

AuditResult audit_journal(const std::filesystem::path& path, const AuditOptions& options) {
  if (options.sample == 0) {
    throw InvalidArgument("sample of an audit out of range: 0; 1 and more");
  }
  if (options.engine != "auto" && options.engine != kListing) engine::find_engine(options.engine);
  const std::string name = path.string();
  runtime::Executor executor(options.threads, options.pinning);
  const durable::JournalContents contents = durable::read_journal(path);
  const tasks::Plan plan = api::same_plan_of_journal(contents.header, name, options.stop);
  if (contents.records.empty()) {
    throw JournalError(fmt::format(
        "journal without a record: {}; there is nothing to audit before a task is done", name));
  }
  const tasks::Recounter recounter = choose_recounter(plan, options.engine);

  AuditResult result;
  result.records = contents.records.size();
  result.recounted = std::min<std::uint64_t>(options.sample, result.records);
  result.seed = options.seed ? *options.seed : seed_of_system();
  std::vector<WideCount> recorded(plan.tasks().size());
  std::vector<bool> not_drawn(plan.tasks().size(), true);
  for (const std::uint32_t place : draw(contents.records.size(), result.recounted, result.seed)) {
    const durable::JournalRecord& record = contents.records[place];
    recorded[record.task_id] = record.tally.solutions();
    not_drawn[record.task_id] = false;
  }

  Comparison comparison(std::move(recorded));
  runtime::PlanRunOptions run;
  run.excluded = std::move(not_drawn);
  run.sink = &comparison;
  run.stop = options.stop;
  run.progress_interval = options.progress_interval;
  run.on_progress = options.on_progress;
  const runtime::PlanRunResult outcome = runtime::run_plan(plan, *recounter.engine, executor, run);
  if (!outcome.complete) {
    throw Stopped(
        fmt::format("stopped: the audit of {} is not complete; run it again with a "
                    "smaller sample or more time",
                    name));
  }

  result.board_size = plan.problem().board_size();
  result.problem = contents.header.problem;
  result.decomposition = contents.header.decomposition;
  result.depth = plan.depth();
  result.plan_id = plan.id_text();
  result.tasks = plan.tasks().size();
  result.torn_bytes = contents.torn_bytes;
  result.wrong = comparison.wrong();
  result.engine = recounter.name;
  result.threads = executor.threads();
  result.seconds = outcome.progress.seconds;
  return result;
}

double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample) {
  if (wrong == 0 || sample == 0) return 0;
  if (wrong > records || sample > records - wrong) return 1;
  // The draws miss all wrong records one after the other. The roles of sample and wrong may be
  // exchanged; the shorter product is taken.
  const std::uint64_t factors = std::min(wrong, sample);
  const std::uint64_t avoided = std::max(wrong, sample);
  double missed = 1;
  for (std::uint64_t i = 0; i < factors; ++i) {
    missed *= static_cast<double>(records - avoided - i) / static_cast<double>(records - i);
  }
  return 1 - missed;
}

}  // namespace nqueens
