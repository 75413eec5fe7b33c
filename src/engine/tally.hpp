#pragma once

#include <cstdint>

namespace nqueens::engine {

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

}  // namespace nqueens::engine
