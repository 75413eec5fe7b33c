// audit_journals(): checks the union of journals by arithmetic, and recounts a sample by running
// the plan with all other tasks excluded.
#include "nqueens/audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "base/numbers.hpp"
#include "base/random.hpp"
#include "count/count_run.hpp"
#include "count/forecast.hpp"
#include "engine/recount/recount.hpp"
#include "merge/merge.hpp"

namespace nqueens {

namespace {

/// Draws `sample` of the numbers 0 to records - 1 (Fisher and Yates): every subset is equally
/// likely. Precondition: sample <= records < 2^32.
std::vector<std::uint32_t> draw_sample(std::size_t records, std::size_t sample,
                                       std::uint64_t seed) {
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

  void task_done(const engine::Task& task, const engine::Tally& tally) override {
    if (recorded_[task.id] == tally.solutions()) return;
    const std::lock_guard guard(mutex_);
    wrong_.push_back({task.id, recorded_[task.id], tally.solutions()});
  }

  std::vector<AuditMismatch> wrong() {
    std::ranges::sort(wrong_, {}, &AuditMismatch::task);
    return wrong_;
  }

 private:
  const std::vector<std::uint64_t> recorded_;  // by task
  std::mutex mutex_;
  std::vector<AuditMismatch> wrong_;
};

constexpr std::string_view kListing = "listing";
constexpr double kForecastSeconds = 4;

engine::Recounter choose_recounter(const engine::Plan& plan, const std::string& name) {
  if (name == "auto") {
    engine::Recounter own = plan.decomposition().recounter();
    if (own.make_worker) return own;
  }
  if (name == "auto" || name == kListing) return {kListing, recount_by_listing(plan)};
  if (plan.decomposition().has_uniform_weights()) {
    const engine::Engine& engine = counting::choose_engine(plan.problem(), name);
    return {engine.name, recount_by_engine(plan, engine)};
  }
  throw InvalidArgument(
      fmt::format("engine {} cannot recount tasks of {}; leave the engine out, or take {}", name,
                  plan.decomposition().name(), kListing));
}

/// Forecasts what a random sample takes, from what all records take, and from
/// TaskSampler::spread().
TimeForecast forecast_of(double sample, double records, TimeForecast all, double spread,
                         double threads) {
  const double mean = all.core_seconds / records;
  const double used = std::min(sample, threads);
  all.core_seconds = sample * mean;
  // At the end running records need half the spread on average, and the last, as the largest of so
  // many exponential times, log(used) times that more.
  all.seconds = mean * (sample / used + std::log(used) * spread / 2);
  all.error = std::hypot(all.error, std::sqrt((spread - 1) * (1 / sample - 1 / records)));
  return all;
}

/// Chooses the size and the seed of the sample; returns the time of records if it was measured.
engine::WorkTime plan_sample(const merging::JournalSet& set, const engine::Recounter& recounter,
                             const AuditOptions& options, AuditResult& result) {
  result.engine = recounter.name;
  const int threads = run::useful_threads(options.threads);
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  result.sample = std::min(options.seconds ? 1 : options.samples, result.records);
  if (result.sample == 0 || (!options.seconds && !options.dry_run)) return {};
  const counting::TaskSampler sampler(set.plan,
                                      [&](std::uint64_t task) { return set.all.has(task); });
  const TimeForecast all = counting::forecast({set.plan, recounter.make_worker}, sampler,
                                              options.threads, kForecastSeconds, options.stop);
  const auto time_of = [&, spread = sampler.spread()](std::uint64_t sample) {
    return forecast_of(static_cast<double>(sample), static_cast<double>(result.records), all,
                       spread, threads);
  };
  // Records that did not end while they were timed may take any time.
  while (options.seconds && !all.is_least && result.sample < result.records &&
         time_of(result.sample + 1).seconds <= *options.seconds) {
    ++result.sample;
  }
  result.forecast = time_of(result.sample);
  result.threads = static_cast<int>(std::min(result.sample, static_cast<std::uint64_t>(threads)));
  return engine::WorkTime().as_measured(all.core_seconds, sampler.total_cost());
}

void recount(const merging::JournalSet& set, const AuditOptions& options, const std::string& name,
             AuditResult& result) {
  const engine::Plan& plan = set.plan;
  const engine::Recounter recounter = choose_recounter(plan, options.engine);
  const engine::WorkTime time = plan_sample(set, recounter, options, result);
  if (options.dry_run) return;
  if (options.on_sample && result.forecast) options.on_sample(result);
  std::vector<std::uint64_t> records;
  for (const engine::Task& task : plan.tasks()) {
    if (set.all.has(task.id)) records.push_back(task.id);
  }

  Comparison comparison(set.all.tallies());
  run::PlanRunOptions run{.sink = &comparison,
                          .stop = options.stop,
                          .on_progress = options.on_progress,
                          .time = time,
                          .progress_interval = options.progress_interval};
  run.excluded.assign(plan.tasks().size(), true);
  for (const std::uint32_t place : draw_sample(records.size(), result.sample, result.seed)) {
    run.excluded[records[place]] = false;
  }
  run::Executor executor(options.threads, options.pinning);
  const run::PlanRunResult outcome = run::run_plan(plan, recounter.make_worker, executor, run);
  if (!outcome.complete) {
    throw Stopped(fmt::format(
        "stopped: the audit of {} is not complete; run it again with a smaller sample or more time",
        name));
  }
  result.recounted = result.sample;
  result.wrong = comparison.wrong();
  result.threads = outcome.threads;
  result.seconds = outcome.progress.seconds;
}

}  // namespace

bool AuditResult::has_closed_journal() const {
  return std::any_of(files.begin(), files.end(),
                     [](const JournalFile& file) { return file.closed; });
}

std::vector<std::string> audit_engines() {
  Problem restricted(2);
  restricted.block({0, 0});
  std::vector<std::string> names = {"auto", std::string(kListing)};
  for (const engine::Engine& engine : engine::processor_engines()) {
    if (engine.refusal(restricted).empty()) names.emplace_back(engine.name);
  }
  return names;
}

AuditResult audit_journals(std::span<const std::filesystem::path> journals,
                           const AuditOptions& options) {
  const std::vector<std::string> names = audit_engines();
  if (std::find(names.begin(), names.end(), options.engine) == names.end()) {
    throw InvalidArgument(fmt::format("engine cannot recount: {}; one of {} is expected",
                                      options.engine, fmt::join(names, ", ")));
  }
  const merging::JournalSet set = merging::read_journals(journals, options.stop);
  const std::string name = journals.front().string();
  for (const JournalFile& file : set.files) {
    if (file.damaged.count == 0) continue;
    throw JournalError(
        fmt::format("damaged journal: {} has {}; resume the count, then merge it into a new file",
                    file.path.string(), base::plural(file.damaged.count, "damaged line")));
  }
  if (set.all.tasks_done() == 0 && !set.all.complete()) {
    throw JournalError(fmt::format(
        "journal without a record: {}; there is nothing to audit before a task is done", name));
  }
  AuditResult result{counting::run_info(set.plan)};
  result.records = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.files = set.files;
  result.counted_by = set.counted_by;
  result.solutions = set.all.solutions();
  if (options.samples > 0 || options.seconds) recount(set, options, name, result);
  return result;
}

double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample) {
  if (wrong == 0 || sample == 0) return 0;
  if (wrong > records || sample > records - wrong) return 1;
  // The chance that every draw misses is symmetric in sample and wrong: take the shorter product.
  const std::uint64_t factors = std::min(wrong, sample);
  const std::uint64_t avoided = std::max(wrong, sample);
  double missed = 1;
  for (std::uint64_t i = 0; i < factors; ++i) {
    missed *= static_cast<double>(records - avoided - i) / static_cast<double>(records - i);
  }
  return 1 - missed;
}

}  // namespace nqueens
