// Whether a problem has another solution than one that is known.
#pragma once

#include <span>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "search/complete_board.hpp"

namespace nqueens::search {

/// A solution other than `solution`, or the proof that it is the only one. Precondition: it is one.
/// Options and errors as for complete().
Completion complete_otherwise(const Problem& problem, std::span<const Column> solution,
                              const CompletionOptions& options);

}  // namespace nqueens::search
