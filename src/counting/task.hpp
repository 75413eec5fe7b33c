// The unit of work, its tally, the code of a row prefix; and how long work takes, as dry runs,
// merge, ranges of MPI and progress lines all tell it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nqueens::counting {

/// Residues are taken modulo the two largest primes below 2^16.
inline constexpr std::uint32_t kResiduePrimes[2] = {65521, 65519};

/// The result of one task: weighted solutions; residues that are summed separately, so that a sum
/// that has wrapped or lost a bit is found; and, where counted, the nodes visited.
class Tally {
 public:
  /// Adds `solutions` with a weight. Throws Error when the 64-bit sum of the task would wrap.
  void add(std::uint64_t solutions, std::uint32_t weight);
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }

  std::uint64_t solutions() const { return solutions_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint32_t residue(int which) const { return residues_[which]; }

  /// A tally as read from a journal.
  static Tally restored(std::uint64_t solutions, std::uint32_t residue0, std::uint32_t residue1);
  /// True when the sum agrees with the residues.
  bool is_consistent() const;

 private:
  std::uint64_t solutions_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint32_t residues_[2] = {0, 0};
};

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

/// The part of the work that is done, 0 to 1, by predicted cost; 1 where there is none.
inline double part_done(std::uint64_t cost, std::uint64_t total) {
  return total == 0 ? 1 : static_cast<double>(cost) / static_cast<double>(total);
}

/// Core seconds of the parts of a run, by prediction or as_measured(); all 0 where nothing is
/// known.
struct WorkTime {
  double of_plan = 0;  ///< of every process: listing the tasks, by one thread, before it begins any
  double of_tables = 0;  ///< of every process: what its first tasks make for all
  double of_cost = 0;    ///< of a unit of Task::cost

  /// Of tasks of that cost, spread over so many processes.
  double seconds(std::uint64_t cost, std::size_t processes = 1) const {
    return cost == 0 ? 0 : static_cast<double>(processes) * of_plan + of_tasks(cost, processes);
  }

  /// The same without the plans.
  double of_tasks(std::uint64_t cost, std::size_t processes = 1) const {
    if (cost == 0) return 0;
    return static_cast<double>(processes) * of_tables + static_cast<double>(cost) * of_cost;
  }

  /// Wall clock time of one process with so many threads, each on a processor.
  double wall_seconds(std::uint64_t cost, int threads) const {
    return cost == 0 ? 0 : of_plan + of_tasks(cost) / threads;
  }

  /// On a machine where of_tasks(cost, processes) was measured to be `seconds`: of cores, or of the
  /// clock where time by the clock is asked for. Precondition: the cost is not 0.
  WorkTime as_measured(double seconds, std::uint64_t cost, std::size_t processes = 1) const {
    const double predicted = of_tasks(cost, processes);
    if (predicted <= 0) return {0, 0, seconds / static_cast<double>(cost)};
    const double factor = seconds / predicted;
    return {factor * of_plan, factor * of_tables, factor * of_cost};
  }
};

}  // namespace nqueens::counting
