// How a run counted, as text and as JSON members: shared by all commands that count.
#pragma once

#include <string>

#include "cli/commands/record.hpp"
#include "nqueens/run_info.hpp"

namespace nqueens::cli {

/// "bitmask (bmi2)"
std::string kernels_text(const RunInfo& run);

/// "0.52 s, engine bitmask (bmi2), 2 threads"
std::string engine_text(const RunInfo& run);

/// "rows at depth 4"
std::string cut_text(const RunInfo& run);

/// Adds board and problem, and where known engine, instruction set, threads, seconds,
/// decomposition, depth, plan, tasks.
void add_run(Json& record, const RunInfo& run);

}  // namespace nqueens::cli
