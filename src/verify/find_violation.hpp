// The oracle of verify() and of the searches.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "domain/problem.hpp"

namespace nqueens {

/// What keeps the columns, one for each row, from solving the problem: "8 queens on a board of 7
/// rows", "no queen may stand on row 2, column 5", "no queen on row 2, column 3, where one is
/// given", "row 0, column 3 and row 1, column 5 attack each other". Of several faults that in the
/// first row; nullopt for a solution. O(rows^2).
std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns);

}  // namespace nqueens
