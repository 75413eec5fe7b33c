// The way from a request to counted tasks, the same for count(), work(), plans and the ranks of
// MPI: choose the engine, make the plan, check the memory, begin or resume the journal, run the
// tasks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/cpu_features.hpp"
#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"
#include "nqueens/provenance.hpp"
#include "nqueens/run_info.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::api {

/// Throws InvalidArgument for boards that have never been computed, unless they are asked for.
void require_computed(int board_size, bool allow_uncomputed);

/// The engine of that name, or by "auto" the fastest with these instructions. By default those of a
/// machine that has them all, so that several machines choose the same. Throws InvalidArgument when
/// there is none of that name or it cannot count the problem.
const counting::Engine& choose_engine(const Problem& problem, std::string_view name,
                                      base::InstructionSet max = base::InstructionSet::avx512);

/// The same for tasks that a journal was begun with. Throws JournalError when the engine does not
/// count tasks of that decomposition, or none does.
const counting::Engine& choose_engine_of_journal(const Problem& problem, std::string_view name,
                                                 base::InstructionSet max,
                                                 std::string_view decomposition,
                                                 const std::string& journal);

/// How finely a fresh plan is cut where no depth is given.
struct PlanSize {
  int threads = 1;  ///< that share its tasks
  /// For so many shards instead, whatever the threads of each.
  std::optional<int> shards{};
};

/// A fresh plan. Without a depth one that gives every thread or shard enough tasks; on small
/// boards, where so many would not be worth it, each shard one. Throws InvalidArgument for a number
/// of shards outside 1..kMaxTasks, and as Plan does.
counting::Plan make_plan(const std::shared_ptr<const counting::Decomposition>& decomposition,
                         std::optional<int> depth, const PlanSize& size,
                         const std::stop_token& stop = {});

/// The plan of a journal for whoever has nothing but the journal. Throws JournalError when this
/// version of the program makes another one.
counting::Plan plan_of_journal(const journal::JournalHeader& header, const std::string& name,
                               const std::stop_token& stop);

enum class JournalUse { none, begin, resume, begin_or_resume };

struct RunRequest {
  Problem problem{0};
  std::string engine = "auto";
  std::string instruction_set = "auto";
  bool count_nodes = false;
  /// Whether several machines make this plan: then it depends on nothing that one of them has.
  bool is_shared = false;
  /// Of a plan that another process has made; empty: that of the engine.
  std::string decomposition{};
  std::optional<int> depth{};
  PlanSize plan_size{};
  /// Threads of this process; 0 where it counts nothing itself and needs no memory for it.
  int threads = 0;
  std::filesystem::path journal{};
  JournalUse journal_use = JournalUse::none;
  std::stop_token stop{};
};

/// A run that can begin.
struct Run {
  std::unique_ptr<counting::PreparedEngine> engine;
  counting::Plan plan;
  std::unique_ptr<journal::Journal> journal{};  ///< null where none is kept
  std::optional<journal::Shards> shards{};      ///< where the request has them
};

/// Settles all that a run needs. Nothing is written before all is known to be right. A journal that
/// is resumed gives the plan and the decomposition. Throws InvalidArgument, InsufficientMemory,
/// JournalError, IoError, Stopped.
Run set_up(const RunRequest& request);

/// Runs the tasks of the plan that the journal does not have, but for those that options.excluded
/// names; the journal gets them. `shard` is "3/64" or empty. options.done and options.sink are set
/// here. When it returns, all is on disk.
run::PlanRunResult run_tasks(Run& run, run::Executor& executor, run::PlanRunOptions options,
                             const std::string& shard = {});

/// What the options of count(), work() and audits say of a run.
template <typename Options>
run::PlanRunOptions run_options(const Options& options) {
  run::PlanRunOptions run;
  run.stop = options.stop;
  run.on_progress = options.on_progress;
  run.progress_interval = options.progress_interval;
  return run;
}

/// What a plan is, and with an engine what counts it.
RunInfo describe(const counting::Plan& plan);
RunInfo describe(const Run& run, int threads, double seconds = 0);

/// Bytes of the list of tasks, with its order and the marks of those that are done.
std::uint64_t plan_bytes(const counting::Plan& plan);

/// Throws InsufficientMemory when the engine needs more than is available now.
void require_room(const counting::PreparedEngine& engine, int threads);

/// Predicted core seconds of all tasks on the machine of results/README.md; what every process pays
/// at its start is PreparedEngine::start_seconds().
double predicted_seconds(const counting::PreparedEngine& engine, const counting::Plan& plan);
/// The same of tasks of so much cost, by the fastest engine on this machine: time left to journals.
double predicted_seconds(const counting::Plan& plan, std::uint64_t cost);

}  // namespace nqueens::api
