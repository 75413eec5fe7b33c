// Counting the units (R_e, R_o) of one R_e on one thread: two matrices of compatible pairs, white
// and black, and the weighted trace of their product. Owns the scratch. Knows nothing of tasks.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/aligned_vector.hpp"
#include "engine/colour_first.hpp"
#include "engine/colour_join.hpp"
#include "engine/colour_kernels.hpp"
#include "engine/colour_second.hpp"

namespace nqueens::engine {

struct UnitCount {
  std::uint64_t solutions = 0;  ///< times column weights, without the row weight
  std::uint64_t pairs = 0;      ///< compatible pairs of pieces, where asked for
};

class UnitCounter {
 public:
  UnitCounter(const ColourBoard& board, const ColourKernels& kernels,
              const ColourJoinLimits& limits, bool count_pairs);

  /// Lists the first pieces of R_e, if it is not the one before. False when no unit of it has a
  /// solution, because one colour has no piece at all.
  bool set_even_rows(LineSet even_rows);

  /// Counts one unit. False when stopped. `white` and `black` are the second pieces on R_o and on
  /// its complement. Throws Error when 64 bits do not hold the number.
  bool count(const SecondPieces& white, const SecondPieces& black, const std::stop_token& stop,
             UnitCount& result);

 private:
  /// One colour: first pieces in lanes, and where the column sets of second pieces go.
  struct Colour {
    FirstPieces first;
    std::vector<std::int32_t> row_of_set;
    /// One for each placement on the pivot rows; made for these rows, or none yet.
    std::vector<FirstTable> tables;
    std::vector<int> table_rows;
    base::AlignedVector<std::uint16_t> numbers;
    PairMatrix matrix;
  };
  /// Which entries of which group a pass takes; all where `group` is negative.
  struct Pass {
    int group = -1;
    std::uint32_t first = 0;
    std::uint32_t most = 0xFFFFFFFF;
  };

  void make_matrix(Colour& colour, const Colour& other);
  template <typename Visit>
  bool for_each_table(const Colour& colour, const PieceBoard& second_board,
                      const SecondPieces& second, Visit visit) const;
  void keep_tables(Colour& colour, const PieceBoard& second_board, const SecondPieces& second);
  bool fill_group(Colour& colour, const PieceBoard& second_board, const SecondPieces& second,
                  const SecondGroup& group, const FirstTable& table, const Pass& pass,
                  const std::stop_token& stop);
  bool fill(Colour& colour, const PieceBoard& second_board, const SecondPieces& second,
            const Pass& pass, const std::stop_token& stop);
  void walk(const FirstTable& table, std::size_t tile, int rows, const std::vector<MaskStep>& steps,
            std::uint32_t leaves, base::AlignedVector<std::uint8_t>& masks);
  std::vector<Pass> safe_passes(const Colour& colour, const SecondPieces& second) const;
  std::uint16_t safe_largest(const PairMatrix& matrix) const;
  std::uint64_t weighted_trace(std::uint16_t white_most, std::uint16_t black_most) const;
  std::uint64_t pairs() const;

  const ColourBoard board_;
  const ColourKernels& kernels_;
  const ColourJoinLimits limits_;
  const bool count_pairs_;
  LineSet even_rows_ = ~LineSet{0};
  Colour white_;
  Colour black_;
  std::vector<std::uint32_t> even_weight_;  ///< of every white lane
  std::vector<std::uint32_t> odd_weight_;   ///< of every black lane
  base::AlignedVector<std::uint8_t> squares_;
  base::AlignedVector<std::uint8_t> levels_;
  base::AlignedVector<std::uint8_t> heads_;
  base::AlignedVector<std::uint8_t> tails_;
};

}  // namespace nqueens::engine
