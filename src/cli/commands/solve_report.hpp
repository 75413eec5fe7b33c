// What `nqueens solve` prints of its result: the closing line, the table of --stats, JSON members.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

/// "1000 queens in 0.5 ms, algorithm windowed (avx512), seed 7, 1 thread, verified"
std::string solve_summary(const SolveResult& result, std::uint64_t queens, const Paint& paint);

/// Of a search row by row there is no start that conflicts, and no repair; phases without time did
/// not take place.
std::string statistics_table(const SolveResult& result, const Paint& paint);

/// Adds how the solution was found; the placement itself is no part of it.
void add_solve_result(Json& record, const SolveResult& result, bool with_statistics);

/// Writes the record as a line, the placement as its last member "columns", piece by piece.
void write_with_columns(const std::function<void(std::string_view)>& write, const Json& record,
                        std::span<const Column> columns);

}  // namespace nqueens::cli
