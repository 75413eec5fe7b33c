// Counting units (R_e, R_o) of one R_e on one thread:
//
//   Q(N) = sum over units of row weight x
//          sum over C_e, C_o of White(C_o, C_e) x Black(C_e, C_o) x column weight
//
// The first sum is the task's, the second is here.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/colour_join/board.hpp"
#include "counting/colour_join/colour.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/pairs.hpp"
#include "counting/colour_join/second_placements.hpp"

namespace nqueens::counting::colour_join {

/// Of every C_e, by lane of white; of every C_o, by lane of black.
struct ColumnWeights {
  std::vector<std::uint32_t> even;
  std::vector<std::uint32_t> odd;
  std::uint32_t max = 1;  ///< none is larger
};

struct UnitCount {
  std::uint64_t solutions = 0;  ///< the second sum
  std::uint64_t pairs = 0;      ///< of both colours, where asked for
};

class UnitCounter {
 public:
  /// The model and the lists must outlive it.
  UnitCounter(const Model& model, const Kernels& kernels, const SharedLists& lists,
              bool counts_pairs);
  UnitCounter(const UnitCounter&) = delete;

  using Visit = std::function<void(LineSet odd_rows, const UnitCount& count)>;
  /// Counts the units with these R_o, in their order. False when stopped. Throws Error when 64 bits
  /// do not hold the number of one unit.
  bool count(LineSet even_rows, std::span<const LineSet> odd_rows, const std::stop_token& stop,
             const Visit& visit);

 private:
  bool set_even_rows(LineSet even_rows, const std::stop_token& stop);
  std::size_t batch_size(std::span<const LineSet> odd_rows, const ClassChoice& choice) const;
  bool count_batch(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                   const std::stop_token& stop, const Visit& visit);
  bool count_in_passes(LineSet odd_rows, const ClassChoice& choice, const std::stop_token& stop,
                       UnitCount& count);
  bool is_too_large(const PairCounts& white, const PairCounts& black) const {
    return white.largest >= limits_.too_large || black.largest >= limits_.too_large;
  }

  const Model& model_;
  const Board board_;
  const Limits limits_;
  const bool counts_pairs_;
  PairCounter pairs_;
  Colour white_;
  Colour black_;
  LineSet even_rows_ = ~LineSet{0};  ///< of the first placements
  ColumnWeights weights_;
};

}  // namespace nqueens::counting::colour_join
