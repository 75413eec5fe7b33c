// Decomposition "squares": a task fixes the first choices of the search by the tightest line
// (src/tightest_line/), which reaches rows and columns in an order of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counting/decomposition.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens::counting {

std::shared_ptr<const Decomposition> square_decomposition(const Problem& problem);

/// Which square of its line each choice takes, packed: six bits a choice, the first lowest. Lines
/// with one free square are no choice. The plan has the number of choices, its depth.
class SquareChoices {
 public:
  /// Choices that fit 64 bits.
  static constexpr int kMaxDepth = 10;

  SquareChoices() = default;
  explicit SquareChoices(std::uint64_t code) : code_(code) {}

  std::uint64_t code() const { return code_; }
  std::size_t index(int choice) const { return (code_ >> (6 * choice)) & 63u; }
  SquareChoices with(int choice, std::size_t index) const {
    return SquareChoices(code_ | std::uint64_t{index} << (6 * choice));
  }

 private:
  std::uint64_t code_ = 0;
};

/// The queens of a task: those chosen, and those that stand on the only free square of a line.
std::vector<tightest_line::Cell> queens_of(const Problem& problem, SquareChoices choices,
                                           int depth);

/// Queens that the search by the tightest line places to count all solutions, estimated by random
/// descents; 0.2 to 2 ms. The same on every machine. Symmetric solutions are left out as the tasks
/// leave them out.
double predicted_nodes(const Problem& problem);

}  // namespace nqueens::counting
