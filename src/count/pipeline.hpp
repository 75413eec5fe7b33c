// The pipeline of count(), count_shard(), dry runs and the ranks of MPI: choose the engine, make
// the plan, check the memory, begin or resume the journal, run the tasks.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::counting {

/// Throws InvalidArgument for plain boards of more than kMaxCountSize rows.
void require_countable_size(const Board& board);

/// Throws as count() does for boards that it does not count, or not without being asked twice.
void require_allowed(const Board& board, const CountOptions& options);

/// The engine of that name. For "auto" the same on every machine: on plain boards simd, from
/// kFirstColourJoinSize on colour-join, and on restricted ones the fastest with AVX-512. Throws
/// InvalidArgument when the name is unknown or the engine cannot count the problem.
const engine::Engine& choose_engine(const Problem& problem, std::string_view name);

/// A run that can begin.
struct Run {
  std::unique_ptr<engine::PreparedEngine> engine;
  engine::Plan plan;
  std::unique_ptr<journal::Journal> journal{};  ///< null where none is kept
  std::optional<Shard> shard{};                 ///< that is counted; else all tasks
  std::optional<journal::Shards> shards{};      ///< of all tasks, where one is counted

  bool has(std::uint64_t task) const { return !shards || shards->of(task) == shard->number - 1; }
  engine::WorkerMaker worker_maker() const {
    return [this] { return engine->make_worker(plan.depth()); };
  }
};

/// Sets up a run. Writes nothing before everything has been checked. A resumed journal decides the
/// plan; the journal of a shard is always resumed. `threads` is for the check of the memory; 0
/// where this process counts nothing. Throws InvalidArgument, InsufficientMemory, JournalError,
/// IoError, Stopped.
Run set_up(const Board& board, const CountOptions& options, const std::optional<Shard>& shard = {},
           int threads = 0);

/// The plan of a journal, made from its header; `name` is the journal's. Throws JournalError,
/// Stopped.
engine::Plan plan_of(const journal::JournalHeader& header, const std::string& name,
                     const std::stop_token& stop);

/// The run of another process, with the plan of its journal but without the journal. Throws as
/// set_up() does.
Run set_up_like(const journal::JournalHeader& header, const Board& board, CountOptions options,
                int threads);

/// Who counts in this process.
Provenance counter_of(const Run& run, int threads);

/// The exception for a run that was stopped, with what was done, which is no total.
Stopped stopped(const Run& run, int threads, const Progress& progress, const std::string& what);

/// The result of a run that is complete: `solutions` are those that it found itself.
CountResult result_of(const Run& run, int threads, double seconds, WideCount solutions);

/// How the tasks of the run are to be run: those that its journal does not have, recorded there.
run::PlanRunOptions begin(Run& run, int threads, const CountOptions& options);

/// Describes a plan, or a plan and the engine that counts it.
RunInfo describe(const engine::Plan& plan);
RunInfo describe(const Run& run, int threads, double seconds = 0);

/// Throws InsufficientMemory when the engine needs more than is available now.
void require_room(const engine::PreparedEngine& engine, int threads);

/// Predicts the time of a plan's tasks, as on the Zen 4 machine of engine/colour_join/README.md.
engine::WorkTime predict(const engine::PreparedEngine& engine, const engine::Plan& plan);
/// By the fastest engine of this machine for such tasks.
engine::WorkTime predict(const engine::Plan& plan);

}  // namespace nqueens::counting
