// The sum of White x Black x weight over all column sets of a unit.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/colour_join/colour.hpp"
#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

/// Of every C_e, by lane of white; of every C_o, by lane of black.
struct ColumnWeights {
  std::vector<std::uint32_t> even;
  std::vector<std::uint32_t> odd;
  std::uint32_t max = 1;  ///< none is larger
};

/// Sum over C_e, C_o of White(C_o, C_e) x Black(C_e, C_o) x min(weight of C_e, weight of C_o).
/// Throws Error when 64 bits do not hold it.
std::uint64_t weighted_trace(const Kernels& kernels, const PairCounts& white,
                             const PairCounts& black, const ColumnWeights& weights);

[[noreturn]] void throw_unit_too_large();

}  // namespace nqueens::counting::colour_join
