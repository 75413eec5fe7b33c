// The steps of count(), count_shard(), dry runs and the ranks of MPI: choose the engine, make
// the plan, check the memory, begin or resume the journal, run the tasks.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "journal/journal.hpp"
#include "journal/journal_union.hpp"
#include "journal/shards.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::counting {

/// Throws like count() for boards that it refuses, or counts only with allow_uncomputed.
void require_allowed(const Board& board, const CountOptions& options);

/// Returns the engine of that name. "auto" is the same on every machine: on plain boards simd, from
/// kFirstColourJoinSize on colour-join; on restricted ones the fastest with AVX-512. Throws
/// InvalidArgument for an unknown name or an engine that cannot count the problem.
const engine::Engine& choose_engine(const Problem& problem, std::string_view name);

/// Whether there is a journal, or anything else that is not an empty file.
bool holds_something(const std::filesystem::path& path);

/// Parses "3/64"; nullopt for what is no shard.
std::optional<Shard> parse_shard(std::string_view text);

/// A run that can begin.
struct Run {
  std::unique_ptr<engine::PreparedEngine> engine;
  engine::Plan plan;
  std::unique_ptr<journal::Journal> journal{};  ///< null if none is kept
  std::optional<Shard> shard{};                 ///< the shard to count; else all tasks
  std::optional<journal::Shards> shards{};      ///< all shards, if one is counted
  std::string device{};                         ///< the one that counts, if the engine needs one
  std::optional<journal::JournalUnion> excepted{};  ///< CountOptions::except, if there are any

  bool is_in_shard(std::uint64_t task) const {
    return !shards || shards->of(task) == shard->number - 1;
  }
  bool includes(std::uint64_t task) const {
    return is_in_shard(task) && !(excepted && excepted->has(task));
  }
  engine::WorkerMaker worker_maker() const {
    return [this] { return engine->make_worker(plan.depth()); };
  }
};

/// Sets up a run. Checks everything before it writes anything. A journal that exists is resumed and
/// determines the plan. The memory must suffice for `threads`, 0 if this process counts nothing.
/// Throws InvalidArgument, NeedsConfirmation, InsufficientMemory, JournalError, IoError, Stopped.
Run set_up(const Board& board, const CountOptions& options, const std::optional<Shard>& shard = {},
           int threads = 0);

/// Makes the plan of the journal of this name from its header. Throws JournalError, Stopped.
engine::Plan plan_of(const journal::JournalHeader& header, const std::string& name,
                     const std::stop_token& stop);

/// Sets up the run of another process: the plan of its journal, without the journal. Throws like
/// set_up().
Run set_up_like(const journal::JournalHeader& header, const Board& board, CountOptions options,
                int threads);

/// Returns the provenance of what this process counts.
Provenance provenance_of(const Run& run, int threads);

/// Tells what a run has done of its shard, or of the whole count.
ShardResult shard_result(const Run& run, int threads, const Progress& progress);

/// Makes the exception for a stopped run, which has its progress instead of a total.
Stopped stopped(const Run& run, int threads, const Progress& progress, const std::string& what);

/// Makes the result of a complete run: adds `solutions`, which it has counted itself, to those of
/// its journal.
CountResult count_result(const Run& run, int threads, double seconds, WideCount solutions);

/// Makes options that run the tasks that the journal lacks, and record them in it. Calls on_start.
run::PlanRunOptions begin(Run& run, int threads, const CountOptions& options);

/// Tells what on_start gets. The threads are those of all ranks; the time is predicted.
CountStart count_start(const Run& run, int threads, const engine::WorkTime& time);

/// Counts the solutions of a plain board that equal their half turn, for 0 to kMaxCountSize queens
/// (in count.cpp). Throws Stopped.
WideCount count_half_turns(int board_size, const CountOptions& options = {});

/// Describes a plan, or a plan and the engine that counts it.
RunInfo run_info(const engine::Plan& plan);
RunInfo run_info(const Run& run, int threads, double seconds = 0);

/// Throws InsufficientMemory when the engine needs more memory than is available now.
void require_memory(const engine::PreparedEngine& engine, int threads);

/// Predicts the time of a plan's tasks on the machine that its engine was measured on (colour-join:
/// engine/colour_join/notes.md).
engine::WorkTime predict(const engine::PreparedEngine& engine, const engine::Plan& plan);
/// Does the same with the fastest engine for these tasks on this machine.
engine::WorkTime predict(const engine::Plan& plan);

}  // namespace nqueens::counting
