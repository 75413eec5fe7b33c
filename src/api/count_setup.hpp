// What has to be settled before tasks can be counted: the engine, the plan, and whether the memory
// is there. Shared by counting, dry runs and audits; runs nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/cpu_features.hpp"
#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "journal/format.hpp"
#include "nqueens/count.hpp"

namespace nqueens::api {

/// Throws InvalidArgument for boards that have never been computed, unless they are asked for.
void require_computed(int board_size, bool allow_uncomputed);

/// The engine of a fresh run: the named one, or the fastest for the problem.
const counting::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                      base::InstructionSet most);

/// The engine that goes on with a journal: the named one, which must know the journal's
/// decomposition, or the fastest of those that do. Throws JournalError otherwise.
const counting::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                      base::InstructionSet most,
                                      const journal::JournalHeader& header);

/// The plan of a fresh run.
counting::Plan make_plan(const Problem& problem, const counting::Engine& engine,
                         const CountOptions& options, int threads);

/// The plan that a journal was begun with; `name` is the journal's in errors. It is for the caller
/// to compare the ids.
counting::Plan plan_of_journal(const Problem& problem, const journal::JournalHeader& header,
                               const std::string& name, const std::stop_token& stop);

/// The plan of a journal for whoever has nothing but the journal: its problem read off the header,
/// and JournalError when this version of the program makes another plan of it.
counting::Plan same_plan_of_journal(const journal::JournalHeader& header, const std::string& name,
                                    const std::stop_token& stop);

/// Bytes that the list of tasks takes, with its order and the marks of those that are done.
std::uint64_t plan_bytes(const counting::Plan& plan);

/// Sum, or 2^64 - 1 when it does not fit: needs are upper bounds, and may be beyond all machines.
std::uint64_t total_bytes(const counting::MemoryNeed& need, int threads);
std::uint64_t total_bytes(const counting::MemoryNeed& need, int threads, std::uint64_t plan_bytes);

/// Throws InsufficientMemory when the engine's need exceeds what is available now.
void require_room(const counting::Engine& engine, const counting::MemoryNeed& need, int board_size,
                  int threads);

}  // namespace nqueens::api
