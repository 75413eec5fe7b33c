// The pipeline of count(), work(), plans and the ranks of MPI: choose the engine, make the plan,
// check the memory, begin or resume the journal, run the tasks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_features.hpp"
#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "counting/work_time.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"
#include "nqueens/error.hpp"
#include "nqueens/run_info.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::api {

/// The plain problem; throws InvalidArgument for sizes outside 0 to kMaxCountSize.
Problem plain_board(int board_size);

/// Throws InvalidArgument for plain boards that have never been computed, unless allowed.
void require_computed(const Problem& problem, bool allow_uncomputed);

/// Throws InvalidArgument for a restricted problem that is predicted to take the engine more than
/// kLongestUnaskedCount, unless allowed. Shards are not asked: who cuts a count knows its size.
void require_countable_in_time(const Problem& problem, const counting::Engine& engine,
                               base::InstructionSet max, bool allow_uncomputed);

/// The engine of that name, or for "auto" the fastest with instructions up to `max`. The default is
/// all instructions, so that different machines choose the same engine. Throws InvalidArgument when
/// the name is unknown or the engine cannot count the problem.
const counting::Engine& choose_engine(const Problem& problem, std::string_view name,
                                      base::InstructionSet max = base::InstructionSet::avx512);

/// The same for the tasks of a journal. Throws JournalError when the engine, or by "auto" every
/// engine, cannot count tasks of that decomposition.
const counting::Engine& choose_engine_of_journal(const Problem& problem, std::string_view name,
                                                 base::InstructionSet max,
                                                 std::string_view decomposition,
                                                 const std::string& journal,
                                                 const std::vector<Provenance>& counted_by);

/// The engine of the last counter; null where it is unknown or does not count such tasks.
const counting::Engine* last_engine(const Problem& problem, std::string_view decomposition,
                                    const std::vector<Provenance>& counted_by);

/// Throws InvalidArgument outside 1..kMaxShards.
void require_shards(int shards);

/// What the depth of a new plan is chosen from where none is given.
struct PlanSize {
  int threads = 1;  ///< that share its tasks
  /// Set: the number of shards, and `threads` is ignored.
  std::optional<int> shards{};
};

/// A new plan. Without a depth it has enough tasks to keep every thread or shard busy; on small
/// boards at least one for each shard. Throws as require_shards() and Plan do.
counting::Plan make_plan(const std::shared_ptr<const counting::Decomposition>& decomposition,
                         std::optional<int> depth, const PlanSize& size,
                         const std::stop_token& stop = {});

/// A journal whose plan this release does not make.
class OtherRelease : public JournalError {
 public:
  using JournalError::JournalError;
};

/// The plan of a journal, rebuilt from its header. Throws OtherRelease, and JournalError when the
/// header is wrong.
counting::Plan plan_of_journal(const journal::JournalContents& contents, const std::string& name,
                               const std::stop_token& stop);

enum class JournalUse { none, begin, begin_or_resume };

struct RunRequest {
  Problem problem{0};
  std::string engine = "auto";
  std::string instruction_set = "auto";
  bool count_nodes = false;
  /// Whether several machines make this plan: then it must not depend on the machine.
  bool is_shared = false;
  /// Set for a plan that another process has made; empty: the engine's own.
  std::string decomposition{};
  std::optional<int> depth{};
  PlanSize plan_size{};
  /// Threads of this process; 0 where it counts nothing itself, so that no memory is checked.
  int threads = 0;
  bool allow_uncomputed = false;  ///< as in CountOptions
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

/// Sets up a run. Writes nothing before everything has been checked. A resumed journal decides the
/// plan. Throws InvalidArgument, InsufficientMemory, JournalError, IoError, Stopped.
Run set_up(const RunRequest& request);

/// Runs the tasks that the journal does not have, except those of options.excluded, and records
/// them. `shard` is "3/64" or empty. Sets options.done and options.sink. When it returns, all
/// records are on disk.
run::PlanRunResult run_tasks(Run& run, run::Executor& executor, run::PlanRunOptions options,
                             const std::string& shard = {});

/// The options that count(), work() and audits share.
template <typename Options>
run::PlanRunOptions run_options(const Options& options) {
  run::PlanRunOptions run;
  run.stop = options.stop;
  run.on_progress = options.on_progress;
  run.progress_interval = options.progress_interval;
  return run;
}

/// "350 core hours", "4.1 core hours", "2100 core years", "more than a million core years".
std::string core_time_text(double core_seconds);

/// Describes a plan, that of a journal, or a plan and the engine that counts it.
RunInfo describe(const counting::Plan& plan);
RunInfo describe(const journal::JournalHeader& header, const std::string& name);
RunInfo describe(const Run& run, int threads, double seconds = 0);

/// Bytes of the list of tasks, with its order and the marks of those that are done.
std::uint64_t plan_bytes(const counting::Plan& plan);

/// Throws InsufficientMemory when the engine needs more than is available now.
void require_room(const counting::PreparedEngine& engine, int threads);

/// Predicts the time of a plan's tasks, as on the Zen 4 machine of counting/colour_join/README.md.
counting::WorkTime predict(const counting::PreparedEngine& engine, const counting::Plan& plan);
/// By the engine and the kernels of the last counter; where these are unknown or not of this
/// machine, by its fastest.
counting::WorkTime predict(const counting::Plan& plan, const std::vector<Provenance>& counted_by);

}  // namespace nqueens::api
