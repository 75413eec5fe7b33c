// The exact first attacking pair, and the first column out of range, of a placement that can be
// visited in row order more than once. Knows nothing of where the columns come from.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "nqueens/placement.hpp"
#include "placements/column_stream.hpp"

namespace nqueens::placements {

/// Hands all columns in row order, from row 0 on, to the sink until it returns false.
using RowOrderVisit = std::function<void(const ColumnSink& sink)>;

/// The first attacking pair as find_attacking_pair defines it. Precondition: there is one, and all
/// columns are below the board size. Two visits, the second one up to the later row only; 5 N bits.
/// Throws IoError when there is none: then the input has changed since it was found to have one.
AttackingPair find_first_attack(std::uint64_t board_size, const std::string& name,
                                const RowOrderVisit& visit);

/// Throws InvalidPlacement naming the first column that is not below the board size; IoError when
/// there is none. `name` may be empty.
[[noreturn]] void report_column_out_of_range(std::uint64_t board_size, const std::string& name,
                                             const RowOrderVisit& visit);

}  // namespace nqueens::placements
