// What `nqueens solve` prints beside the placement: the table of statistics, JSON members.
#pragma once

#include <span>
#include <string>

#include "cli/colour.hpp"
#include "cli/output.hpp"
#include "cli/record.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

std::string statistics_table(const SolveResult& result, const Paint& paint);

/// Adds the members of one solution, without its columns.
void add_solution(Json& record, const SolveResult& result, bool with_statistics);

/// Writes the record with a last member "columns", piece by piece: of a placement of gigabytes
/// there is no second copy.
void write_with_columns(Output& output, const Json& record, std::span<const Column> columns);

}  // namespace nqueens::cli
