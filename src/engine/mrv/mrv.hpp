// Decomposition "squares": a task fixes the first choices of the MRV search (src/mrv/), which takes
// rows and columns in an order of its own.
#pragma once

#include <memory>
#include <vector>

#include "engine/decomposition.hpp"
#include "mrv/walk.hpp"

namespace nqueens::engine {

std::shared_ptr<const Decomposition> square_decomposition(const Problem& problem);

/// They tell which square of its line each choice takes. A line with one free square is no choice.
using SquareChoices = PackedCode<6>;

/// Returns the queens of a task: those chosen, and those on the only free square of a line.
std::vector<mrv::Cell> queens_of(const Problem& problem, SquareChoices choices, int depth);

/// Predicts how many queens the MRV search places to count all solutions, by random descents; takes
/// 0.2 to 2 ms. It is the same on every machine, and like the tasks leaves out symmetric solutions.
double predicted_nodes(const Problem& problem);

}  // namespace nqueens::engine
