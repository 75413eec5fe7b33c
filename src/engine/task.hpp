// Tasks, what they count to, and who counts them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace nqueens::engine {

/// One class of solutions. The decomposition that made the task defines `code`.
struct Task {
  std::uint64_t id = 0;      ///< place in the decomposition's own order; stable for a plan
  std::uint64_t code = 0;    ///< which class: for "rows" a RowPrefix
  std::uint32_t weight = 1;  ///< solutions of the whole board that each one of the class stands for
  /// The predicted work, relative to the plan's other tasks, is at least 1. Shards are dealt by it:
  /// a release that predicts better may move tasks between shards that have begun; these run twice
  /// and count once.
  std::uint32_t cost = 1;
};

/// Packs small numbers of `bits` bits each, the first one lowest. The plan has their number.
template <int bits>
class PackedCode {
 public:
  static constexpr int kMaxDepth = 64 / bits;

  PackedCode() = default;
  explicit PackedCode(std::uint64_t code) : code_(code) {}

  std::uint64_t code() const { return code_; }
  int operator[](int place) const { return static_cast<int>(code_ >> (bits * place) & kMask); }
  PackedCode with(int place, int number) const {
    const std::uint64_t others = code_ & ~(kMask << (bits * place));
    return PackedCode(others | static_cast<std::uint64_t>(number) << (bits * place));
  }

 private:
  static constexpr std::uint64_t kMask = (1u << bits) - 1;
  std::uint64_t code_ = 0;
};

using RowPrefix = PackedCode<5>;  ///< the columns of the queens of the first rows

/// Residues are taken modulo the two largest primes below 2^16.
inline constexpr std::uint32_t kResiduePrimes[2] = {65521, 65519};

/// The result of one task: weighted solutions; residues, summed separately, so that a sum that has
/// wrapped or lost a bit is found; and, if counted, the nodes visited.
class Tally {
 public:
  /// Adds `solutions` times `weight`. Throws Error if the 64-bit sum of the task would wrap.
  void add(std::uint64_t solutions, std::uint32_t weight);
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }

  std::uint64_t solutions() const { return solutions_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint32_t residue(int which) const { return residues_[which]; }
  void add_residues_to(std::uint32_t (&sums)[2]) const;  ///< modulo kResiduePrimes

  /// Restores a tally that was read from a journal.
  static Tally restored(std::uint64_t solutions, std::uint32_t residue0, std::uint32_t residue1);
  bool is_consistent() const;  ///< the sum agrees with the residues

 private:
  std::uint64_t solutions_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint32_t residues_[2] = {0, 0};
};

/// Counts tasks on one thread, and is not shared between threads.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Adds the solutions of the task, times its weight, to the tally. A stop request takes effect
  /// within about 100 ms: returns false, and the tally is invalid.
  virtual bool count(const Task& task, const std::stop_token& stop, Tally& tally) = 0;
};

/// Makes the worker of one thread. All threads of a run call it.
using WorkerMaker = std::function<std::unique_ptr<Worker>()>;

}  // namespace nqueens::engine
