// What `nqueens solve` prints of its result: the closing line, and the placement in JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/terminal/paint.hpp"
#include "nqueens/fields.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

/// "1000 queens in 0.5 ms, algorithm windowed (avx512), seed 7, 1 thread, verified"
std::string solve_summary(const SolveResult& result, std::uint64_t queens, const Paint& paint);

/// Writes the record as a line, the placement as its last member "columns", piece by piece.
void write_with_columns(const std::function<void(std::string_view)>& write, const Fields& record,
                        std::span<const Column> columns);

}  // namespace nqueens::cli
