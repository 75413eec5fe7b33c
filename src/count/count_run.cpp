#include "count/count_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/numbers.hpp"
#include "nqueens/fields.hpp"
#include "run/limits.hpp"

namespace nqueens::counting {

namespace {

/// The colour join counts plain boards from here on, simd smaller ones.
constexpr int kFirstColourJoinSize = 17;

const engine::Engine& named_engine(const Problem& problem, std::string_view name) {
  const engine::Engine& engine = engine::find_engine(name);
  engine::require_countable(engine, problem);
  return engine;
}

/// Returns the engine of that name for the tasks of a journal; "auto" is the fastest on this
/// machine. Throws JournalError when it, or every engine, cannot count such tasks.
const engine::Engine& choose_engine_of_journal(const Problem& problem, std::string_view name,
                                               base::InstructionSet max,
                                               std::string_view decomposition,
                                               const std::string& journal) {
  if (name != "auto") {
    const engine::Engine& engine = named_engine(problem, name);
    if (engine.decomposition_name == decomposition) return engine;
    throw JournalError(fmt::format(
        "journal of another plan: {}; it holds {}, and engine {} cannot count its tasks, only {}: "
        "leave the engine out to resume it, or name another file",
        journal, decomposition, engine.name, engine.decomposition_name));
  }
  const engine::Engine* fastest = engine::fastest_engine(problem, max, decomposition);
  if (fastest != nullptr) return *fastest;
  throw JournalError(
      fmt::format("journal of tasks that no engine counts: {}; it holds {}: name another file",
                  journal, decomposition));
}

/// Names the journal that determines the plan: the one to resume, else the first of those to
/// except; returns nothing where there is neither.
std::string origin_of(const CountOptions& options) {
  if (holds_something(options.journal)) return options.journal.string();
  return options.except.empty() ? "" : options.except.front().string();
}

/// Reads its header. Throws JournalError if it does not fit the run.
journal::JournalHeader read_origin(const std::string& name, const Problem& problem,
                                   const std::optional<int>& depth) {
  journal::JournalHeader header = journal::read_header(name);
  journal::require_problem(header, name, problem);
  if (!depth || *depth == header.depth) return header;
  throw JournalError(
      fmt::format("journal of another plan: {}; it holds {} at depth {}, this run asks for depth "
                  "{}: leave the depth out to resume it, or name another file",
                  name, header.decomposition, header.depth, *depth));
}

/// Reads the journals to except. The one to resume may be among them, as when the same line with
/// "part-*.nqj" is run again.
journal::JournalUnion read_excepted(const engine::Plan& plan, const std::string& origin,
                                    const CountOptions& options) {
  journal::JournalUnion all(journal::header_of(plan), origin);
  for (const std::filesystem::path& path : options.except) {
    std::error_code none;
    if (std::filesystem::equivalent(path, options.journal, none)) continue;
    const journal::JournalContents contents = journal::read_journal(path);
    all.add(path.string(), contents);
    journal::require_possible(contents, plan, path.string());
  }
  return all;
}

engine::Plan rebuild_plan(const std::shared_ptr<const engine::Decomposition>& decomposition,
                          const journal::JournalHeader& header, const std::string& name,
                          const std::stop_token& stop) try {
  if (header.tasks > engine::kMaxTasks) throw InvalidArgument("more than any plan has");
  engine::Plan plan(decomposition, header.depth, {stop, header.tasks});
  if (plan.tasks().size() < header.tasks) throw InvalidArgument("fewer tasks");
  if (journal::header_of(plan) == header) return plan;
  throw JournalError(fmt::format(
      "journal of another plan: {}; its id is {}, but the tasks of {} at depth {} have {}: take "
      "the release that began it, restore a copy, or name another file",
      name, base::to_hex(header.plan_id), header.decomposition, header.depth, plan.id_text()));
} catch (const InvalidArgument&) {
  throw JournalError(fmt::format(
      "journal of another plan: {}; its depth, {}, does not give its {} tasks: take the release "
      "that began it, or restore a copy",
      name, header.depth, header.tasks));
}

void check(const Shard& shard) {
  static_assert(kMaxShards == engine::kMaxTasks);
  if (shard.count < 1 || shard.count > kMaxShards) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}", shard.count, kMaxShards));
  }
  if (shard.number < 1 || shard.number > shard.count) {
    throw InvalidArgument(fmt::format("shard out of range: {}; 1/{} to {}/{}", to_string(shard),
                                      shard.count, shard.count, shard.count));
  }
}

/// Returns the least depth with at least `tasks` tasks.
std::optional<int> depth_of(std::uint64_t tasks, const engine::Plan& plan,
                            const std::stop_token& stop) try {
  const engine::Decomposition& decomposition = plan.decomposition();
  for (int depth = plan.depth() + 1; depth <= decomposition.max_depth(); ++depth) {
    if (decomposition.tasks(depth, stop).size() >= tasks) return depth;
  }
  return std::nullopt;
} catch (const InvalidArgument&) {  // too many tasks
  return std::nullopt;
}

journal::Shards shards_of(const engine::Plan& plan, const Shard& shard,
                          const std::stop_token& stop) {
  const auto most = std::max<std::uint64_t>(1, plan.tasks().size());
  const auto wanted = static_cast<std::uint64_t>(shard.count);
  if (wanted <= most) return journal::Shards(plan.tasks(), shard.count);
  throw TooManyShards(fmt::format("too many shards: {}; the plan at depth {} has {}", shard.count,
                                  plan.depth(), base::plural(plan.tasks().size(), "task")),
                      depth_of(wanted, plan, stop));
}

engine::WorkTime predict_by(const engine::Engine& engine, base::InstructionSet max,
                            const engine::Plan& plan) {
  // Every process lists, hashes, shuffles and deals all tasks of the plan: 2.5e-7 to 4.0e-7 s each,
  // measured with finished shards of 16 to 19 queens at depth 6.
  constexpr double kPlanSecondsPerTask = 3e-7;
  engine::WorkTime time;
  if (plan.total_cost() == 0) return time;
  time.plan_seconds = kPlanSecondsPerTask * static_cast<double>(plan.tasks().size());
  time.table_seconds = plan.decomposition().table_seconds();
  const double tasks = engine.predicted_seconds(plan.problem(), max) - time.table_seconds;
  time.seconds_per_cost =
      std::max(0.0, tasks) * plan.relative_work() / static_cast<double>(plan.total_cost());
  return time;
}

/// Throws NeedsConfirmation, unless the options allow it, for plain boards that nobody has counted,
/// and for restricted ones that the engine is predicted to count in more than kLongestUnaskedCount.
/// A shard of a restricted board is always allowed: who cuts a count knows its size.
void require_allowed(const Problem& problem, const engine::Engine& engine, base::InstructionSet max,
                     const CountOptions& options, const std::optional<Shard>& shard) {
  if (options.allow_uncomputed) return;
  const bool is_plain = problem.is_plain();
  if (is_plain && problem.board_size() <= kLargestComputedSize) return;
  const double seconds = engine.predicted_seconds(problem, max);
  if (!is_plain && (shard || seconds <= kLongestUnaskedCount)) return;
  const std::string time = fmt::format("predicted to take {} on one core by engine {}",
                                       base::about(seconds), engine.name);
  throw NeedsConfirmation(
      is_plain ? fmt::format("nobody has counted {} queens yet: {}", problem.board_size(), time)
               : fmt::format("counting this board of {} rows is {}", problem.rows(), time));
}

/// Refuses plain boards of more than kMaxCountSize rows.
void require_countable_size(const Board& board) {
  if (!board.is_plain() || board.rows() <= kMaxCountSize) return;
  throw InvalidArgument(
      fmt::format("board size out of range: {}; plain boards are counted from 0 to {}, restricted "
                  "ones to {}",
                  board.rows(), kMaxCountSize, kMaxProblemSize));
}

}  // namespace

engine::Plan plan_of(const journal::JournalHeader& header, const std::string& name,
                     const std::stop_token& stop) {
  auto decomposition =
      engine::find_decomposition(header.decomposition, journal::problem_of(header, name));
  if (decomposition != nullptr) return rebuild_plan(decomposition, header, name, stop);
  throw JournalError(
      fmt::format("journal of an unknown decomposition: {}; it holds {}: name another file", name,
                  header.decomposition));
}

void require_allowed(const Board& board, const CountOptions& options) {
  require_countable_size(board);
  const Problem problem(board);
  require_allowed(problem, choose_engine(problem, options.engine),
                  base::parse_instruction_set(options.instruction_set), options, {});
}

const engine::Engine& choose_engine(const Problem& problem, std::string_view name) {
  if (name != "auto") return named_engine(problem, name);
  if (problem.is_plain()) {
    return engine::find_engine(problem.board_size() < kFirstColourJoinSize ? "simd"
                                                                           : "colour-join");
  }
  return *engine::fastest_engine(problem, base::InstructionSet::avx512);
}

bool holds_something(const std::filesystem::path& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return false;
  if (!std::filesystem::is_regular_file(path, error)) return true;
  return std::filesystem::file_size(path, error) > 0;
}

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos) return std::nullopt;
  const auto number = base::parse_number<int>(text.substr(0, slash));
  const auto count = base::parse_number<int>(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count || *count > kMaxShards) {
    return std::nullopt;
  }
  return Shard{*number, *count};
}

Run set_up(const Board& board, const CountOptions& options, const std::optional<Shard>& shard,
           int threads) try {
  if (shard) check(*shard);
  require_countable_size(board);
  const Problem problem(board);
  const base::InstructionSet max = base::parse_instruction_set(options.instruction_set);
  std::optional<journal::FoundJournal> found;
  if (holds_something(options.journal)) found = journal::FoundJournal::open(options.journal);
  const std::string name = origin_of(options);
  std::optional<journal::JournalHeader> header;
  if (!name.empty()) header = read_origin(name, problem, options.depth);
  const engine::Engine& engine =
      header ? choose_engine_of_journal(problem, options.engine, max, header->decomposition, name)
             : choose_engine(problem, options.engine);
  if (!header) require_allowed(problem, engine, max, options, shard);
  const engine::EngineOptions engine_options{.instruction_set = max, .device = options.device};
  if (options.device != 0 && !engine.needs_device()) {
    throw InvalidArgument(
        fmt::format("engine {} takes no device; ask for engine opencl", engine.name));
  }
  std::string device = threads > 0 && engine.needs_device() ? engine.device(engine_options) : "";
  auto prepared = engine.prepare(problem, engine_options);
  const auto& decomposition = prepared->decomposition;
  engine::Plan plan = header
                          ? rebuild_plan(decomposition, *header, name, options.stop)
                          : engine::Plan(decomposition,
                                         options.depth ? *options.depth
                                                       : decomposition->default_depth(options.stop),
                                         options.stop);
  Run run{std::move(prepared), std::move(plan), nullptr, shard, {}, std::move(device)};
  if (shard) run.shards = shards_of(run.plan, *shard, options.stop);
  if (!options.except.empty()) run.excepted = read_excepted(run.plan, name, options);
  // The plan is in memory already; this checks the engine's part only. No more threads start than
  // there are tasks.
  const auto tasks = std::count_if(run.plan.tasks().begin(), run.plan.tasks().end(),
                                   [&](const engine::Task& task) { return run.includes(task.id); });
  if (threads > 0)
    require_memory(*run.engine, static_cast<int>(std::clamp<long>(tasks, 1, threads)));
  if (found) {
    run.journal = std::move(*found).resume(run.plan);
  } else if (!options.journal.empty()) {
    try {
      run.journal = journal::Journal::create(options.journal, run.plan);
    } catch (const JournalError&) {
      // Another process may have created it in the meantime.
      if (!holds_something(options.journal)) throw;
      return set_up(board, options, shard, threads);
    }
  }
  return run;
} catch (Stopped& stopped) {  // while making the plan
  stopped.so_far = fields(board) + Fields{{"threads", threads}, {"tasks_done", 0}};
  throw;
}

Run set_up_like(const journal::JournalHeader& header, const Board& board, CountOptions options,
                int threads) {
  const base::InstructionSet max = base::parse_instruction_set(options.instruction_set);
  options.engine = choose_engine_of_journal(Problem(board), options.engine, max,
                                            header.decomposition, options.journal.string())
                       .name;
  options.depth = header.depth;
  options.journal.clear();
  return set_up(board, options, {}, threads);
}

Provenance provenance_of(const Run& run, int threads) {
  const engine::PreparedEngine& engine = *run.engine;
  const auto used =
      run.device.empty() ? base::to_string(engine.instruction_set()) : std::string_view(run.device);
  Provenance provenance = journal::provenance_here(engine.engine.name, used, threads);
  if (run.shard) provenance.shard = to_string(*run.shard);
  return provenance;
}

ShardResult shard_result(const Run& run, int threads, const Progress& progress) {
  ShardResult result{run_info(run, threads, progress.seconds)};
  result.shard_tasks = progress.tasks_total;
  if (!run.journal) return result;
  const journal::JournalContents& before = run.journal->contents();
  for (const journal::JournalRecord& record : before.records) {
    ++(run.includes(record.task_id) ? result.tasks_resumed : result.tasks_of_others);
  }
  result.damaged = before.damaged;
  if (run.excepted) {
    result.damaged.count += run.excepted->damaged().count;
    result.damaged.bytes += run.excepted->damaged().bytes;
  }
  return result;
}

Stopped stopped(const Run& run, int threads, const Progress& progress, const std::string& what) {
  Stopped error(what);
  error.so_far =
      fields(shard_result(run, threads, progress)) + Fields{{"tasks_done", progress.tasks_done}};
  return error;
}

CountResult count_result(const Run& run, int threads, double seconds, WideCount solutions) {
  CountResult result{run_info(run, threads, seconds)};
  result.solutions = solutions;
  if (!run.journal) return result;
  const journal::JournalContents& before = run.journal->contents();
  for (const journal::JournalRecord& record : before.records) {
    result.solutions += record.tally.solutions();
  }
  result.tasks_resumed = before.records.size();
  result.damaged = before.damaged;
  return result;
}

run::PlanRunOptions begin(Run& run, int threads, const CountOptions& options) {
  run::PlanRunOptions tasks{.stop = options.stop,
                            .on_progress = options.on_progress,
                            .progress_interval = options.progress_interval};
  tasks.done.resize(run.plan.tasks().size());
  if (run.journal) {
    for (const journal::JournalRecord& record : run.journal->contents().records) {
      tasks.done[record.task_id] = true;
    }
  }
  tasks.excluded.resize(run.plan.tasks().size());
  int left = 0;  // at most this many threads are started
  for (const engine::Task& task : run.plan.tasks()) {
    tasks.excluded[task.id] = !run.includes(task.id);
    if (!tasks.excluded[task.id] && !tasks.done[task.id]) ++left;
  }
  if (run.journal) {
    tasks.sink = run.journal.get();
    run.journal->add_provenance(provenance_of(run, std::min(left, threads)));
  }
  if (!options.on_progress && !options.on_start) return tasks;
  tasks.time = predict(*run.engine, run.plan);
  const CountStart start = count_start(run, std::min(left, threads), tasks.time);
  // The thread that reports takes 0.2 ms. Predictions of restricted boards may be far too low.
  constexpr double kShort = 0.02;
  if (run.plan.problem().is_plain() && start.seconds_left < kShort) tasks.progress_interval = {};
  if (options.on_start) options.on_start(start);
  return tasks;
}

CountStart count_start(const Run& run, int threads, const engine::WorkTime& time) {
  CountStart start{shard_result(run, threads, {})};
  std::vector<bool> is_done(run.plan.tasks().size());
  if (run.journal) {
    for (const auto& record : run.journal->contents().records) is_done[record.task_id] = true;
  }
  std::uint64_t cost = 0;
  std::uint32_t longest = 0;
  for (const engine::Task& task : run.plan.tasks()) {
    if (!run.includes(task.id)) continue;
    ++start.shard_tasks;
    if (is_done[task.id]) continue;
    cost += task.cost;
    longest = std::max(longest, task.cost);
  }
  start.seconds_left = time.wall_seconds(cost, std::max(1, threads));
  start.longest_task_seconds = longest * time.seconds_per_cost;
  return start;
}

RunInfo run_info(const engine::Plan& plan) {
  RunInfo info;
  info.board = board_of(plan.problem());
  info.decomposition = plan.decomposition().name();
  info.depth = plan.depth();
  info.plan_id = plan.id_text();
  info.tasks = plan.tasks().size();
  return info;
}

RunInfo run_info(const Run& run, int threads, double seconds) {
  RunInfo info = run_info(run.plan);
  info.engine = run.engine->engine.name;
  info.device = run.device;
  if (run.device.empty()) info.instruction_set = base::to_string(run.engine->instruction_set());
  info.threads = threads;
  info.seconds = seconds;
  return info;
}

void require_memory(const engine::PreparedEngine& engine, int threads) {
  const engine::MemoryNeed need = engine.memory;
  const std::uint64_t total = need.total(threads);
  if (total <= run::kGrantedUnasked) return;
  const std::uint64_t available = run::available_memory();
  std::string advice = "free memory, or take another engine: bitmask needs next to none";
  if (need.per_thread > 0 && available > need.shared &&
      (available - need.shared) / need.per_thread > 0) {
    advice = fmt::format("{} threads fit, or take another engine",
                         (available - need.shared) / need.per_thread);
  }
  run::require_memory(total,
                      fmt::format("counting {} queens by engine {} on {}", engine.problem().rows(),
                                  engine.engine.name, base::plural(threads, "thread")),
                      advice);
}

engine::WorkTime predict(const engine::PreparedEngine& engine, const engine::Plan& plan) {
  return predict_by(engine.engine, engine.options.instruction_set, plan);
}

engine::WorkTime predict(const engine::Plan& plan) {
  const base::InstructionSet best = base::best_instruction_set();
  // There is one, since decompositions belong to engines.
  return predict_by(*engine::fastest_engine(plan.problem(), best, plan.decomposition().name()),
                    best, plan);
}

}  // namespace nqueens::counting
