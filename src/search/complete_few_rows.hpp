// Whether a board on which few rows are free can be completed: by an exhaustive search.
#pragma once

#include <cstdint>
#include <stop_token>

#include "nqueens/placement.hpp"
#include "search/given_queens.hpp"

namespace nqueens::search {

enum class FewRowsResult { found, none, undecided };

/// With more free rows it is not tried. Up to 4 MiB of memory, 64 bytes for each free square.
inline constexpr std::uint64_t kFewRows = 256;

/// Fills `placement` where a completion is found. Undecided with more than kFewRows free rows,
/// after `max_placed` queens were placed, a quarter of a microsecond to one each, and when stopped.
FewRowsResult complete_few_rows(const GivenQueens& given, std::uint64_t max_placed,
                                const std::stop_token& stop, Placement& placement);

}  // namespace nqueens::search
