#include "api/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/checksum.hpp"
#include "base/numbers.hpp"
#include "journal/reader.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"
#include "run/memory.hpp"

namespace nqueens::api {

namespace {

/// Tasks of a shard: enough for 32 threads of the colour join, eight of the others.
constexpr std::uint64_t kTasksPerShard = 512;

const counting::Engine& named_engine(const Problem& problem, std::string_view name) {
  const counting::Engine& engine = counting::find_engine(name);
  counting::require_countable(engine, problem);
  return engine;
}

/// Whether a new journal would overwrite something: an empty file is a journal not yet begun. The
/// journal itself refuses what is no regular file.
bool holds_something(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return false;
  if (!std::filesystem::is_regular_file(path, error)) return true;
  return std::filesystem::file_size(path, error) > 0;
}

/// The journal to resume, if any.
std::optional<journal::FoundJournal> find_journal(const RunRequest& request) {
  const bool may_resume = request.journal_use == JournalUse::begin_or_resume;
  if (!may_resume || !holds_something(request.journal)) return std::nullopt;
  auto found = journal::FoundJournal::open(request.journal);
  found.require_problem(request.problem);
  const journal::JournalHeader& header = found.contents().header;
  if (request.depth && *request.depth != header.depth) {
    throw JournalError(
        fmt::format("journal of another plan: {}; it holds {} to depth {}, this run asks for depth "
                    "{}: leave the "
                    "depth out to resume it, or name another file",
                    request.journal.string(), header.decomposition, header.depth, *request.depth));
  }
  return found;
}

/// What to do with a journal that this version cannot resume.
std::string use_its_version(const std::vector<Provenance>& counted_by) {
  if (counted_by.empty()) return "use the version of this program that began it";
  const std::string& version = counted_by.front().version;
  if (version == kVersion) {
    return fmt::format("use the build of nqueens {} that began it", version);
  }
  return fmt::format("use nqueens {}, which began it", version);
}

/// The plan of a journal whose tasks are of that decomposition.
counting::Plan rebuild_plan(const std::shared_ptr<const counting::Decomposition>& decomposition,
                            const journal::JournalContents& contents, const std::string& name,
                            const std::stop_token& stop) try {
  const journal::JournalHeader& header = contents.header;
  counting::Plan plan(decomposition, header.depth, stop);
  if (journal::header_of(plan) == header) return plan;
  if (plan.id() == header.plan_id) {
    throw JournalError(
        fmt::format("wrong header of journal {}: it says {} tasks, its plan has {}; restore a copy",
                    name, header.tasks, plan.tasks().size()));
  }
  throw OtherRelease(
      fmt::format("journal of another release: {}; nqueens {} cuts {} into other tasks; to finish "
                  "or audit it, {}",
                  name, kVersion, header.decomposition, use_its_version(contents.counted_by)));
} catch (const InvalidArgument& error) {
  throw JournalError(fmt::format("wrong header of journal {}: {}", name, error.what()));
}

bool is_of_this_machine(const std::string& instruction_set) {
  const std::vector<std::string> sets = base::instruction_set_names();
  return std::find(sets.begin(), sets.end(), instruction_set) != sets.end();
}

counting::WorkTime predict_by(const counting::Engine& engine, base::InstructionSet max,
                              const counting::Plan& plan) {
  // Listing, hashing, shuffling and dealing the tasks, which every process does with the whole
  // plan: 2.5e-7 to 4.0e-7 s each, by `work` of a finished shard of 16 to 19 queens at depth 6.
  constexpr double kPlanSecondsPerTask = 3e-7;
  counting::WorkTime time;
  if (plan.total_cost() == 0) return time;
  time.of_plan = kPlanSecondsPerTask * static_cast<double>(plan.tasks().size());
  time.of_tables = plan.decomposition().start_seconds();
  const double tasks = engine.predicted_seconds(plan.problem(), max) - time.of_tables;
  time.of_cost =
      std::max(0.0, tasks) * plan.relative_work() / static_cast<double>(plan.total_cost());
  return time;
}

}  // namespace

Problem plain_board(int board_size) {
  if (board_size >= 0 && board_size <= kMaxCountSize) return Problem(board_size);
  throw InvalidArgument(fmt::format("board size out of range: {}; counting takes 0 to {}",
                                    board_size, kMaxCountSize));
}

void require_computed(const Problem& problem, bool allow_uncomputed) {
  if (!problem.is_plain() || problem.columns() <= kLargestComputedSize || allow_uncomputed) return;
  throw InvalidArgument(fmt::format(
      "nobody has counted {} queens yet, {} is the largest board; to try it, which takes years, "
      "add --force",
      problem.board_size(), kLargestComputedSize));
}

void require_countable_in_time(const Problem& problem, const counting::Engine& engine,
                               base::InstructionSet max, bool allow_uncomputed) {
  if (problem.is_plain() || allow_uncomputed) return;
  const double seconds = engine.predicted_seconds(problem, max);
  if (seconds <= kLongestUnaskedCount) return;
  throw InvalidArgument(fmt::format(
      "counting this board of {} rows is predicted to take {} by engine {}; to count it "
      "all the same, add --force",
      problem.rows(), core_time_text(seconds), engine.name()));
}

const counting::Engine& choose_engine(const Problem& problem, std::string_view name,
                                      base::InstructionSet max) {
  return name == "auto" ? *counting::fastest_engine(problem, max) : named_engine(problem, name);
}

const counting::Engine& choose_engine_of_journal(const Problem& problem, std::string_view name,
                                                 base::InstructionSet max,
                                                 std::string_view decomposition,
                                                 const std::string& journal,
                                                 const std::vector<Provenance>& counted_by) {
  if (name != "auto") {
    const counting::Engine& engine = named_engine(problem, name);
    if (engine.decomposition_name() == decomposition) return engine;
    throw JournalError(fmt::format(
        "journal of another plan: {}; it holds {}, and engine {} cannot count its tasks, only {}: "
        "leave the engine out to resume it, or name another file",
        journal, decomposition, engine.name(), engine.decomposition_name()));
  }
  const counting::Engine* fastest = counting::fastest_engine(problem, max, decomposition);
  if (fastest != nullptr) return *fastest;
  throw JournalError(fmt::format(
      "journal of tasks that no engine counts: {}; it was begun with decomposition {}: {}", journal,
      decomposition, use_its_version(counted_by)));
}

void require_shards(int shards) {
  static_assert(kMaxShards == counting::kMaxTasks);
  if (shards >= 1 && shards <= kMaxShards) return;
  throw InvalidArgument(
      fmt::format("number of shards out of range: {}; 1 to {}", shards, kMaxShards));
}

counting::Plan make_plan(const std::shared_ptr<const counting::Decomposition>& decomposition,
                         std::optional<int> depth, const PlanSize& size,
                         const std::stop_token& stop) {
  const int shards = size.shards.value_or(1);
  require_shards(shards);
  if (depth) return counting::Plan(decomposition, *depth, stop);
  const std::uint64_t tasks =
      size.shards ? kTasksPerShard * static_cast<std::uint64_t>(shards)
                  : decomposition->tasks_per_thread() * static_cast<std::uint64_t>(size.threads);
  int chosen = decomposition->choose_depth(tasks, stop);
  if (!size.shards) return counting::Plan(decomposition, chosen, stop);
  try {
    for (;; ++chosen) {
      counting::Plan plan(decomposition, chosen, stop);
      const bool enough = plan.tasks().size() >= static_cast<std::size_t>(shards);
      if (enough || chosen >= decomposition->max_depth()) return plan;
    }
  } catch (const InvalidArgument&) {
    // Nobody has asked for that depth.
    throw InvalidArgument(fmt::format(
        "too many shards: {}; a plan with {} tasks for each would have more than {}: take fewer",
        shards, kTasksPerShard, counting::kMaxTasks));
  }
}

counting::Plan plan_of_journal(const journal::JournalContents& contents, const std::string& name,
                               const std::stop_token& stop) {
  const journal::JournalHeader& header = contents.header;
  auto decomposition =
      counting::find_decomposition(header.decomposition, journal::problem_of(header, name));
  if (decomposition == nullptr) {
    throw JournalError(
        fmt::format("journal of an unknown decomposition: {}; it was begun with {}: {}", name,
                    header.decomposition, use_its_version(contents.counted_by)));
  }
  return rebuild_plan(decomposition, contents, name, stop);
}

Run set_up(const RunRequest& request) {
  require_computed(request.problem, request.allow_uncomputed);
  const base::InstructionSet max = base::parse_instruction_set(request.instruction_set);
  std::optional<journal::FoundJournal> found = find_journal(request);
  const std::string decomposition =
      found ? found->contents().header.decomposition : request.decomposition;
  const counting::Engine& engine =
      !decomposition.empty()
          ? choose_engine_of_journal(
                request.problem, request.engine, max, decomposition, request.journal.string(),
                found ? found->contents().counted_by : std::vector<Provenance>())
      : request.is_shared ? choose_engine(request.problem, request.engine)
                          : choose_engine(request.problem, request.engine, max);
  if (!request.plan_size.shards) {
    require_countable_in_time(request.problem, engine, max, request.allow_uncomputed);
  }
  auto prepared =
      engine.prepare(request.problem, {.count_nodes = request.count_nodes, .instruction_set = max});
  counting::Plan plan =
      found ? rebuild_plan(prepared->decomposition(), found->contents(), request.journal.string(),
                           request.stop)
            : make_plan(prepared->decomposition(), request.depth, request.plan_size, request.stop);
  std::optional<journal::Shards> shards;
  if (request.plan_size.shards) shards.emplace(plan.tasks(), *request.plan_size.shards);
  // The plan is in memory already: only the engine's part is asked for.
  if (request.threads > 0) require_room(*prepared, request.threads);
  std::unique_ptr<journal::Journal> journal;
  if (found) {
    journal = std::move(*found).resume(plan);
  } else if (request.journal_use != JournalUse::none) {
    try {
      journal = journal::Journal::create(request.journal, plan);
    } catch (const JournalError&) {
      // Another process may have created it meanwhile.
      if (request.journal_use == JournalUse::begin || !holds_something(request.journal)) throw;
      return set_up(request);
    }
  }
  return {std::move(prepared), std::move(plan), std::move(journal), std::move(shards)};
}

run::PlanRunResult run_tasks(Run& run, run::Executor& executor, run::PlanRunOptions options,
                             const std::string& shard) {
  const counting::PreparedEngine& engine = *run.engine;
  if (run.journal) {
    options.done.resize(run.plan.tasks().size());
    for (const journal::JournalRecord& record : run.journal->contents().records) {
      options.done[record.task_id] = true;
    }
    Provenance counter = journal::provenance_here(
        engine.engine().name(), base::to_string(engine.instruction_set()), executor.threads());
    counter.shard = shard;
    run.journal->add_counter(counter);
    options.sink = run.journal.get();
  }
  if (options.on_progress) options.time = predict(engine, run.plan);
  const run::PlanRunResult result = run::run_plan(
      run.plan, [&] { return engine.make_worker(run.plan.depth()); }, executor, options);
  if (run.journal) run.journal->finish();
  return result;
}

std::string core_time_text(double core_seconds) {
  constexpr double kHour = 3600;
  constexpr double kYear = 365.2425 * 24 * kHour;
  constexpr double kMillion = 1e6;
  if (core_seconds >= kMillion * kYear) return "more than a million core years";
  if (core_seconds >= kMillion * kHour) {
    return fmt::format("{:.0f} core years", base::round_to_two_digits(core_seconds / kYear));
  }
  const double hours = base::round_to_two_digits(core_seconds / kHour);
  return fmt::format("{:.{}f} core hours", hours, hours < 10 ? 1 : 0);
}

RunInfo describe(const counting::Plan& plan) {
  RunInfo info;
  info.problem = plan.problem();
  info.decomposition = plan.decomposition().name();
  info.depth = plan.depth();
  info.plan_id = plan.id_text();
  info.tasks = plan.tasks().size();
  return info;
}

RunInfo describe(const journal::JournalHeader& header, const std::string& name) {
  RunInfo info;
  info.problem = journal::problem_of(header, name);
  info.decomposition = header.decomposition;
  info.depth = header.depth;
  info.plan_id = base::to_hex(header.plan_id);
  info.tasks = header.tasks;
  return info;
}

RunInfo describe(const Run& run, int threads, double seconds) {
  RunInfo info = describe(run.plan);
  info.engine = run.engine->engine().name();
  info.instruction_set = base::to_string(run.engine->instruction_set());
  info.threads = threads;
  info.seconds = seconds;
  return info;
}

std::uint64_t plan_bytes(const counting::Plan& plan) {
  constexpr std::uint64_t kBytesOfOrders = 8;  // of all tasks, and of those to do
  return plan.tasks().size() * (sizeof(counting::Task) + kBytesOfOrders) + plan.tasks().size() / 8;
}

void require_room(const counting::PreparedEngine& engine, int threads) {
  const counting::MemoryNeed need = engine.memory();
  const std::uint64_t total = need.total(threads);
  if (total <= run::kGrantedUnasked) return;
  const std::uint64_t available = run::available_memory();
  std::string advice = "free memory, or take another engine: --engine bitmask needs next to none";
  if (need.per_thread > 0 && available > need.shared &&
      (available - need.shared) / need.per_thread > 0) {
    advice = fmt::format("--threads {} fit, or take another engine",
                         (available - need.shared) / need.per_thread);
  }
  run::require_memory(
      total,
      fmt::format("counting {} queens by engine {} on {} thread{}", engine.problem().rows(),
                  engine.engine().name(), threads, threads == 1 ? "" : "s"),
      advice);
}

counting::WorkTime predict(const counting::PreparedEngine& engine, const counting::Plan& plan) {
  return predict_by(engine.engine(), engine.options().instruction_set, plan);
}

const counting::Engine* last_engine(const Problem& problem, std::string_view decomposition,
                                    const std::vector<Provenance>& counted_by) {
  if (counted_by.empty()) return nullptr;
  for (const counting::Engine* engine : counting::all_engines()) {
    if (engine->name() != counted_by.back().engine) continue;
    const bool counts_these =
        engine->decomposition_name() == decomposition && engine->refusal(problem).empty();
    return counts_these ? engine : nullptr;
  }
  return nullptr;
}

counting::WorkTime predict(const counting::Plan& plan, const std::vector<Provenance>& counted_by) {
  const std::string_view decomposition = plan.decomposition().name();
  if (const auto* const engine = last_engine(plan.problem(), decomposition, counted_by)) {
    const std::string& set = counted_by.back().instruction_set;
    return predict_by(
        *engine,
        is_of_this_machine(set) ? base::parse_instruction_set(set) : base::best_instruction_set(),
        plan);
  }
  const base::InstructionSet best = base::best_instruction_set();
  const auto* const fastest = counting::fastest_engine(plan.problem(), best, decomposition);
  return fastest == nullptr ? counting::WorkTime{} : predict_by(*fastest, best, plan);
}

}  // namespace nqueens::api
