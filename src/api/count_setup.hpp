// What has to be settled before tasks can be counted: the engine, the plan, and whether the memory
// is there. Shared by counting, dry runs and audits; runs nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/cpu_features.hpp"
#include "durable/journal_format.hpp"
#include "engine/engine.hpp"
#include "nqueens/count.hpp"
#include "tasks/plan.hpp"

namespace nqueens::api {

/// Throws InvalidArgument for boards that have never been computed, unless they are asked for.
void require_computed(int board_size, bool allow_uncomputed);

/// The engine of a fresh run: the named one, or the fastest for the problem.
const engine::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                    base::InstructionSet most);

/// The engine that goes on with a journal: the named one, which must know the journal's
/// decomposition, or the fastest of those that do. Throws JournalError otherwise.
const engine::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                    base::InstructionSet most,
                                    const durable::JournalHeader& header);

/// The plan of a fresh run.
tasks::Plan make_plan(const Problem& problem, const engine::Engine& engine,
                      const CountOptions& options, int threads);

/// The plan that a journal was begun with; `name` is the journal's in errors. It is for the caller
/// to compare the ids.
tasks::Plan plan_of_journal(const Problem& problem, const durable::JournalHeader& header,
                            const std::string& name, const std::stop_token& stop);

/// The plan of a journal for whoever has nothing but the journal: its problem read off the header,
/// and JournalError when this version of the program makes another plan of it.
tasks::Plan same_plan_of_journal(const durable::JournalHeader& header, const std::string& name,
                                 const std::stop_token& stop);

/// Bytes that the list of tasks takes, with its order and the marks of those that are done.
std::uint64_t plan_bytes(const tasks::Plan& plan);

/// Sum, or 2^64 - 1 when it does not fit: needs are upper bounds, and may be beyond all machines.
std::uint64_t total_bytes(const engine::MemoryNeed& need, int threads);
std::uint64_t total_bytes(const engine::MemoryNeed& need, int threads, std::uint64_t plan_bytes);

/// Throws InsufficientMemory when the engine's need exceeds what is available now.
void require_room(const engine::Engine& engine, const engine::MemoryNeed& need, int board_size,
                  int threads);

}  // namespace nqueens::api
