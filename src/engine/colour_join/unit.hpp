// Counts units (R_e, R_o) of one R_e on one thread: the second sum of the formula (README.md). The
// pairs of one colour are counted into a matrix. Times the column weights, it says what each pair
// of the other colour counts, its factor; the factors are summed up.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/first_placements.hpp"
#include "engine/colour_join/kernels.hpp"
#include "engine/colour_join/model.hpp"
#include "engine/colour_join/pair_matrices.hpp"
#include "engine/colour_join/pair_sums.hpp"
#include "engine/colour_join/quartered_board.hpp"
#include "engine/colour_join/second_placements.hpp"

namespace nqueens::engine::colour_join {

/// Weights of C_e by lane of white, of C_o by lane of black; padded with zeros to whole blocks.
struct ColumnWeights {
  base::AlignedVector<std::uint16_t> even;
  base::AlignedVector<std::uint16_t> odd;
};

struct UnitCount {
  std::uint64_t solutions = 0;  ///< the second sum
  std::uint64_t pairs = 0;      ///< of both colours, if asked for
};

/// CPU seconds of a thread.
struct UnitSeconds {
  double first = 0;  ///< listing first placements
  double counted = 0;
  double factors = 0;
  double summed = 0;
};

class UnitCounter {
 public:
  /// The model and the lists must outlive it.
  UnitCounter(const Model& model, const Kernels& kernels, const SharedLists& lists,
              bool counts_pairs);
  UnitCounter(const UnitCounter&) = delete;

  using Visit = std::function<void(LineSet odd_rows, const UnitCount& count)>;
  /// Counts the units with these R_o, in their order; may leave out units without a pair. False
  /// when stopped. Throws Error if 64 bits do not hold the number of one unit.
  bool count(LineSet even_rows, std::span<const LineSet> odd_rows, const std::stop_token& stop,
             const Visit& visit);
  /// Not as the model chooses. Model::memory() does not hold then.
  bool count(LineSet even_rows, std::span<const LineSet> odd_rows, const ClassChoice& choice,
             const std::stop_token& stop, const Visit& visit);

  /// Adds the time of later calls to `seconds`; null ends measuring.
  void measure(UnitSeconds* seconds) { seconds_ = seconds; }

 private:
  /// What is done with one colour.
  struct Side {
    Colour colour;
    PairMatrices matrices;
    PairSums sums;

    Side(const Quarter& first, const Quarter& second, PairCounter& pairs, const Limits& limits,
         const QuarterLists& lists)
        : colour(first, second),
          matrices(colour, pairs, limits, lists),
          sums(colour, pairs.kernels(), limits) {}
  };

  bool set_even_rows(LineSet even_rows, const std::stop_token& stop);
  std::vector<LineSet> second_rows(bool of_white, std::span<const LineSet> odd_rows) const;
  bool count_batch(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                   const std::stop_token& stop, const Visit& visit);
  bool count_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                   const std::stop_token& stop, std::span<UnitCount> counts,
                   std::vector<std::size_t>& units);
  bool add_factors(const PairCounts& pairs, LineSet second_rows, const ClassChoice& choice,
                   std::size_t slot, const std::stop_token& stop, std::uint64_t& sum);
  bool sum_pairs(std::span<const LineSet> rows, const ClassChoice& choice,
                 const std::stop_token& stop, std::span<std::uint64_t> sums);
  static std::size_t run_of(const Side& side, std::span<const LineSet> rows,
                            const CountChoice& choice);
  bool add_summed_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                        const std::stop_token& stop, std::span<UnitCount> counts);

  const Model& model_;
  const QuarteredBoard board_;
  const Limits limits_;
  const bool counts_pairs_;
  PairCounter pairs_;
  Side white_;
  Side black_;
  LineSet even_rows_ = ~LineSet{0};  ///< of the first placements
  ColumnWeights weights_;
  UnitSeconds* seconds_ = nullptr;
  std::vector<Factors> factors_;  ///< of the units of a batch that have pairs
};

}  // namespace nqueens::engine::colour_join
