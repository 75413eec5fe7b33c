// Decomposition "squares": a task fixes the first choices of the MRV search (src/mrv/),
// which reaches rows and columns in an order of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/decomposition.hpp"
#include "mrv/walk.hpp"

namespace nqueens::engine {

std::shared_ptr<const Decomposition> square_decomposition(const Problem& problem);

/// Which square of its line each choice takes. Lines with one free square are no choice.
using SquareChoices = PackedCode<6>;

/// The queens of a task: those chosen, and those that stand on the only free square of a line.
std::vector<mrv::Cell> queens_of(const Problem& problem, SquareChoices choices, int depth);

/// Queens that the MRV search places to count all solutions, estimated by random
/// descents; 0.2 to 2 ms. The same on every machine. Symmetric solutions are left out as the tasks
/// leave them out.
double predicted_nodes(const Problem& problem);

}  // namespace nqueens::engine
