#include "engine/task.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens::engine {

void Tally::add(std::uint64_t solutions, std::uint32_t weight) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(solutions, std::uint64_t{weight}, &product) ||
      __builtin_add_overflow(solutions_, product, &solutions_)) {
    throw Error(fmt::format(
        "task too large: its tally exceeds 64 bits after {} more; use a larger depth", solutions));
  }
  for (int which = 0; which < 2; ++which) {
    const std::uint64_t prime = kResiduePrimes[which];
    // All factors are below 2^32, so nothing here can wrap.
    residues_[which] = static_cast<std::uint32_t>(
        (residues_[which] + (solutions % prime) * (weight % prime)) % prime);
  }
}

void Tally::add_residues_to(std::uint32_t (&sums)[2]) const {
  for (int which = 0; which < 2; ++which) {
    sums[which] = (sums[which] + residues_[which]) % kResiduePrimes[which];
  }
}

Tally Tally::restored(std::uint64_t solutions, std::uint32_t residue0, std::uint32_t residue1) {
  Tally tally;
  tally.solutions_ = solutions;
  tally.residues_[0] = residue0;
  tally.residues_[1] = residue1;
  return tally;
}

bool Tally::is_consistent() const {
  return solutions_ % kResiduePrimes[0] == residues_[0] &&
         solutions_ % kResiduePrimes[1] == residues_[1];
}

}  // namespace nqueens::engine
