// Counting units (R_e, R_o) of one R_e on one thread: for each two matrices of compatible pairs,
// white and black, and the weighted trace of their product. Several units with the same pivot rows
// may be counted together, so that a table of first pieces is made once for all of them. Owns the
// scratch. Knows nothing of tasks.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "counting/colour_join/colour_join.hpp"
#include "counting/colour_join/first.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/second.hpp"

namespace nqueens::counting {

/// What the second pieces of one colour are on: R_o, or the other odd rows.
struct SecondSide {
  LineSet rows = 0;
  const SecondPieces* kept = nullptr;  ///< its list, if somebody keeps it
};

struct Unit {
  SecondSide white;
  SecondSide black;
};

struct UnitCount {
  std::uint64_t solutions = 0;  ///< times column weights, without the row weight
  std::uint64_t pairs = 0;      ///< compatible pairs of pieces, where asked for
};

class UnitCounter {
 public:
  UnitCounter(const ColourBoard& board, const ColourKernels& kernels,
              const ColourJoinLimits& limits, bool count_pairs);

  /// Lists the first pieces of R_e, if it is not the one before. False when stopped.
  bool set_even_rows(LineSet even_rows, const std::stop_token& stop);
  /// Whether a unit of it can have a solution: each colour has a first piece.
  bool has_pieces() const { return !white_.first.sets.empty() && !black_.first.sets.empty(); }

  /// For those who list the second pieces of a colour between calls on the same thread.
  SecondListing& white_listing() { return white_.listing; }
  SecondListing& black_listing() { return black_.listing; }

  /// Bytes of both matrices of one unit.
  std::size_t matrix_bytes() const {
    return sizeof(std::uint16_t) * (white_.stride * white_.rows + black_.stride * black_.rows);
  }

  /// Counts the units. False when stopped. Preconditions: has_pieces(), and in each colour all
  /// units have the same pivot rows. Throws Error when 64 bits do not hold the number of one unit.
  bool count(std::span<const Unit> units, const SideOptions& white, const SideOptions& black,
             const std::stop_token& stop, std::span<UnitCount> results);

 private:
  struct KeptTable {
    PieceLines lines;
    FirstTable table;
  };
  /// One colour: first pieces in lanes, and where the column sets of second pieces go.
  struct Colour {
    Colour(const ColourBoard& board, const PieceBoard& second, std::uint32_t most_heads);

    PairMatrix matrix(std::size_t unit);

    PieceBoard second_board;
    PieceSearch search;
    SecondListing listing;
    FirstPieces first;
    std::vector<std::int32_t> row_of_set;
    /// One for each placement on the pivot rows; made for these rows, or none yet.
    std::vector<KeptTable> tables;
    std::size_t kept_tables = 0;  ///< the first of them; others only keep memory
    std::vector<int> table_rows;
    FirstTable table;  ///< the one at a time that is not kept
    /// Pieces that the queens on the first so many pivot rows leave.
    std::vector<std::vector<FirstPiece>> left;
    std::size_t stride = 0;
    std::size_t rows = 0;
    base::AlignedVector<std::uint16_t> numbers;  ///< one matrix after the other
  };
  /// One colour of the units that are being counted.
  struct Sides {
    Colour& colour;
    const SideOptions& options;
    std::vector<SecondSide> of_unit;
    std::vector<bool> is_wanted;
    std::vector<std::uint16_t> most;  ///< largest number of each matrix
  };
  /// Entries of every column set of a group, and tiles of its table; by default all.
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t most = 0xFFFFFFFF;
    std::size_t first_tile = 0;
    std::size_t tiles = ~std::size_t{0};
  };
  /// A part of one group so small that no sum of it can be cut off.
  struct Pass {
    std::size_t group = 0;
    Part part;
  };

  void set_matrix_size(Colour& colour, const Colour& other);
  template <typename Visit>
  static bool for_each_pieces(Colour& colour, const std::vector<int>& pivot_rows,
                              const std::stop_token& stop, Visit visit);
  bool keep_tables(Colour& colour, const std::vector<int>& pivot_rows, const std::stop_token& stop);
  bool fill(Sides& sides, const std::stop_token& stop);
  bool fill_group(Colour& colour, const SecondRows& rows, const SecondGroup& group,
                  const FirstTable& table, const Part& part, const PairMatrix& matrix,
                  const std::stop_token& stop);
  void walk(const FirstTable& table, std::size_t tile, int rows, const std::vector<MaskStep>& steps,
            std::uint32_t leaves, base::AlignedVector<std::uint8_t>& masks);
  struct PassSide;
  PassSide pass_side(const Sides& sides, std::size_t unit) const;
  bool fill_pass(PassSide& side, const Pass& pass, const std::stop_token& stop);
  std::vector<Pass> safe_passes(const Colour& colour, const SecondPieces& pieces) const;
  bool count_in_passes(const Sides& white, const Sides& black, std::size_t unit,
                       const std::stop_token& stop, UnitCount& result);
  std::uint64_t weighted_trace(const PairMatrix& a, std::uint16_t a_most, const PairMatrix& b,
                               std::uint16_t b_most) const;

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

/// All numbers of a matrix.
std::uint64_t sum_of(const PairMatrix& matrix);

[[noreturn]] void throw_unit_too_large();

}  // namespace nqueens::counting
