// The unit of work, and the code of a row prefix.
#pragma once

#include <cstdint>

namespace nqueens::counting {

/// One class of solutions. The decomposition that made the task defines `code`.
struct Task {
  std::uint64_t id = 0;      ///< place in the decomposition's own order; stable for a plan
  std::uint64_t code = 0;    ///< which class: for "rows" a RowPrefix
  std::uint32_t weight = 1;  ///< solutions of the whole board that each of the class stands for
  /// Predicted work relative to the plan's other tasks, at least 1. Shards are dealt by it: a
  /// better prediction may move tasks between shards that have begun; these run twice and count
  /// once.
  std::uint32_t cost = 1;
};

/// Queens of the first rows, packed: five bits a row, row 0 lowest. The plan has the depth.
class RowPrefix {
 public:
  /// Rows that fit 64 bits.
  static constexpr int kMaxDepth = 12;

  RowPrefix() = default;
  explicit RowPrefix(std::uint64_t code) : code_(code) {}

  std::uint64_t code() const { return code_; }
  int column(int row) const { return static_cast<int>((code_ >> (5 * row)) & 31u); }
  void set_column(int row, int column) {
    code_ &= ~(std::uint64_t{31} << (5 * row));
    code_ |= static_cast<std::uint64_t>(column) << (5 * row);
  }

 private:
  std::uint64_t code_ = 0;
};

}  // namespace nqueens::counting
