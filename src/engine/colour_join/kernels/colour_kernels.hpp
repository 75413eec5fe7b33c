// What the kernels of the colour join take and return (see base/cpu_features.hpp), and the layouts
// that they share with the code around them. All instruction sets give the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::engine::colour_join {

/// A byte of a mask has this many first placements of one lane.
inline constexpr std::size_t kPerByte = 8;
inline constexpr std::size_t kBlockBytes = 64;  ///< of a mask that are made together
inline constexpr std::size_t kLineMasks = 64;   ///< of a table: one for each bit of LineBits

struct LaneByte {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
};

inline constexpr std::size_t kRowSquares = 16;  ///< of a quarter, at most
/// The index of a square of a second quarter, below kSquares. `row` is an index into the rows in
/// question. (Static, since kernels must not share functions.)
static constexpr std::size_t square_index(std::size_t row, std::size_t column) {
  return row * kRowSquares + column;
}
inline constexpr std::size_t kSquares = 16 * kRowSquares;

// Counting: groups of second placements against tables of first ones, tile by tile.

inline constexpr std::size_t kGranuleBytes = 16;
inline constexpr std::size_t kTileBytes = 256;
inline constexpr std::size_t kTileGranules = kTileBytes / kGranuleBytes;

/// One step of the walk that computes all masks of heads, or of tails, sharing their beginnings:
/// from the state at `level`, with a queen on the square, to level + 1 or, at a leaf, to the next
/// mask. Leaves are numbered in the order of the walk.
struct MaskStep {
  std::uint8_t level = 0;
  std::uint8_t square = 0;  ///< square_index()
  bool is_leaf = false;
};
/// Each level has one tile; the first one is the state before any queen.
inline constexpr std::size_t kLevelTiles = 33;

/// A second placement of a group: its head and its tail.
static constexpr std::uint32_t pair_entry(std::uint32_t head, std::uint32_t tail) {
  return head | tail << 16;
}
static constexpr std::size_t head_of(std::uint32_t entry) {
  return entry & 0xFFFFu;
}
static constexpr std::size_t tail_of(std::uint32_t entry) {
  return entry >> 16;
}

struct PairEntries {
  const std::uint16_t* column_sets = nullptr;
  std::size_t sets = 0;
  const std::uint32_t* begins = nullptr;  ///< of each set, and the end of the last
  const std::uint32_t* entries = nullptr;
};

struct PairTile {
  const std::uint8_t* heads = nullptr;  ///< one tile each
  const std::uint8_t* tails = nullptr;
  const std::uint32_t* granule_lanes = nullptr;  ///< first lane of each of the 16 granules
  std::size_t granules = 0;                      ///< in use: 1 to 16
};

/// Numbers of pairs: a row for each column set of second placements, a column for each lane.
struct PairMatrix {
  std::uint16_t* numbers = nullptr;
  std::size_t stride = 0;  ///< numbers in a row, whole blocks
  std::size_t rows = 0;    ///< whole blocks too
};

/// A number that has reached this may be too small.
inline constexpr std::uint16_t kSaturated = 0xFFFF;

// Summing up: walks through the second placements of units.

/// A row of second placements: the lines of its square in column 0; those of column c are c higher.
struct TreeRow {
  std::uint32_t diagonal = 0;  ///< numbers in Quarter
  std::uint32_t antidiagonal = 0;
  std::uint32_t columns = 0;  ///< that its queen may take
};

/// A node of the tree of rows of second placements: units that begin with the same rows share it.
struct TreeNode {
  std::uint32_t row = 0;           ///< where its queen stands: an index of RowTree::rows
  std::uint32_t first_child = 0;   ///< 0: none, it is the last row of first_unit
  std::uint32_t next_sibling = 0;  ///< 0: none
  std::uint32_t first_unit = 0;    ///< the first one below
  std::uint32_t units = 0;
  std::uint32_t rows_below = 0;  ///< of all nodes below, as bits
};

inline constexpr int kMaxDigits = 8;  ///< of a factor, base 256

struct WalkUnit {
  const std::uint8_t* factors = nullptr;  ///< as in FactorMatrix
  const std::uint8_t* digits = nullptr;   ///< of each row, at least one; higher digits are zero
  std::uint64_t sums[kMaxDigits] = {};    ///< of the digits of factors
  /// Numbers of pairs, a row for each column set: low bytes, and high ones a plane later.
  std::uint8_t* counts = nullptr;
};

struct RowTree {
  const TreeRow* rows = nullptr;
  const TreeNode* nodes = nullptr;  ///< the first is the root, which stands for no row
  /// By square_index(): the bits of the two lines of a queen there.
  const std::uint8_t (*lines)[2] = nullptr;
  const std::int32_t* row_of_set = nullptr;  ///< by column set: its row of factors; -1 without one
  /// By column set: the columns that extend it to a set with a row, or to part of one. Valid for
  /// parts of the set too, so masks of squares are made once per walk.
  const std::uint16_t* columns_after = nullptr;
  std::size_t stride = 0;  ///< factors in a row: whole blocks
  std::size_t plane = 0;   ///< factors in a plane
  WalkUnit* units = nullptr;
};

struct WalkQueens {
  std::uint32_t columns = 0;
  std::uint64_t diagonals = 0;
  std::uint64_t antidiagonals = 0;
};

/// First placements as bits, eight of a lane in a byte, in blocks of 64 bytes.
struct LaneMasks {
  const std::uint8_t* lines = nullptr;  ///< a mask for each line, one after the other
  /// Bytes of a mask: whole blocks, at most kMaxVectors / kQueensTogether vectors.
  std::size_t bytes = 0;
  const std::uint32_t* lanes = nullptr;  ///< the first lane of every window (Kernels::window)
  /// The lane of every byte minus the first lane of its window; null if lanes are not packed.
  const std::uint8_t* byte_lanes = nullptr;
  /// Lanes of its placements: from first_lane to before end_lane.
  std::uint32_t first_lane = 0;
  std::uint32_t end_lane = 0;
  // Scratch: a mask for each row; one for each square of the last two rows.
  std::uint8_t* levels = nullptr;
  std::uint8_t* squares = nullptr;
};
/// This many vectors fit the 32-bit sums of sum_lanes: each adds at most 4 x 255 x 8 to a sum.
inline constexpr std::size_t kMaxVectors = 524288;
static_assert(kMaxVectors * 4 * 255 * 8 < 0x100000000);
/// This many queens of the last row are summed up in one pass over a mask.
inline constexpr std::size_t kQueensTogether = 6;

// Summing up: state lists, for units of one column set of first placements.

inline constexpr std::size_t kFirstsTogether = 64;
/// The next queens of this many states are placed together: lists of a few kilobytes each.
inline constexpr std::size_t kStatesTogether = 4096;
/// The lists of one number of queens have this room: each state has at most 16 next ones. Kernels
/// may write a vector more.
inline constexpr std::size_t kStateRoom = 16 * kStatesTogether + 96;

/// Second placements row by row from the first row on, over all row sets with a weight.
struct StateTree {
  int queens = 0;  ///< of a second placement; at least 1
  /// By row set: the rows after its last one with which it is the beginning of a set with a weight.
  const std::uint16_t* rows_after = nullptr;
  const std::int32_t* row_of_rows = nullptr;   ///< by row set: its row of factors
  const std::uint16_t* row_weights = nullptr;  ///< of each row of factors
  /// By column set without its lowest bit, which the number of queens tells: its column of factors.
  const std::uint16_t* lane_of_set = nullptr;
  std::size_t stride = 0;  ///< factors in a row
};

/// At most kFirstsTogether first placements of one column set, and what their unit counts.
struct StateUnit {
  const std::uint16_t* blocked = nullptr;  ///< [row][first placement]: columns that it attacks
  std::size_t firsts = 0;
  const std::uint16_t* factors = nullptr;
};

/// Returns the scratch of state lists for `queens` queens, in 16-bit numbers.
constexpr std::size_t state_room(int queens) {
  return static_cast<std::size_t>(4 * queens + 6) * kStateRoom;
}

/// Factors: a row for each column set of second placements, a column for each lane; each digit
/// (base 256, lowest first) in a plane of its own.
struct FactorMatrix {
  std::uint8_t* bytes = nullptr;
  std::size_t stride = 0;  ///< bytes in a row: whole blocks
  std::size_t rows = 0;    ///< whole blocks too
  int digits = 0;
  std::size_t plane() const { return stride * rows; }
};

/// Column weights of the rows and columns of a PairMatrix: a number has the lesser of its two.
struct NumberWeights {
  const std::uint16_t* rows = nullptr;
  const std::uint16_t* columns = nullptr;
};

struct Kernels {
  base::InstructionSet instruction_set;

  /// Copies the placements that have no line of `attacked`; returns their number. May write 8 more.
  std::size_t (*filter)(const std::uint64_t* lines, const std::uint16_t* lanes, std::size_t size,
                        std::uint64_t attacked, std::uint64_t* lines_left,
                        std::uint16_t* lanes_left);

  /// This many bytes of a mask may belong to any of as many neighbouring lanes, so that no byte is
  /// empty. 0: byte i of a block belongs to its lane i.
  std::size_t window;

  /// Writes one block of the masks of the lines in `needed`.
  void (*fill_block)(const std::uint64_t* placements, const LaneByte* bytes, std::uint64_t needed,
                     std::uint8_t* block, std::size_t stride);

  /// out = all without the placements on the diagonal or the antidiagonal; one tile each.
  void (*square_mask)(const std::uint8_t* all, const std::uint8_t* diagonal,
                      const std::uint8_t* antidiagonal, std::uint8_t* out);

  /// Computes the masks of all leaves of a walk: the first placements that no queen of the head or
  /// tail attacks. `levels` is scratch; its first tile is set.
  void (*walk_masks)(const MaskStep* steps, std::size_t count, const std::uint8_t* squares,
                     std::uint8_t* levels, std::uint8_t* masks);

  /// For each column set with row_of_set >= 0, adds to its row of the matrix, for each lane, the
  /// number of pairs of an entry of the set and a placement of the lane that do not attack each
  /// other: the bits of heads[head] & tails[tail]. Sums saturate at kSaturated.
  void (*count_pairs)(const PairEntries& entries, const std::int32_t* row_of_set,
                      const PairTile& tile, const PairMatrix& matrix);

  std::uint16_t (*largest)(const PairMatrix& matrix);

  /// Makes numbers of counts (WalkUnit). Where the high byte is saturated they are kSaturated.
  void (*join_bytes)(const std::uint8_t* counts, const PairMatrix& matrix);

  /// Walks through the second placements that begin with the queens and go on in the rows (bits are
  /// indices of RowTree::rows; at least one). For each of them, and each first placement that it
  /// does not attack, adds the factor to the sums of the unit.
  void (*sum_lanes)(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
                    const LaneMasks& masks, WalkUnit& unit);
  /// The same walk adds one to the count of the column set and the lane. High bytes saturate.
  /// Precondition: lanes are not packed.
  void (*count_lanes)(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
                      const LaneMasks& masks, WalkUnit& unit);
  /// Sums factor times row weight over the second placements whose first queen stands in the row,
  /// and the first placements that they do not attack. `room` has state_room() numbers.
  std::uint64_t (*sum_states)(const StateTree& tree, const StateUnit& unit, int first_row,
                              std::uint16_t* room);

  /// factors(j, i) = numbers(i, j) x weight. Preconditions: factors.rows == numbers.stride,
  /// factors.stride == numbers.rows; one or two digits hold all factors.
  void (*make_factors)(const PairMatrix& numbers, const NumberWeights& weights,
                       const FactorMatrix& factors);
};

extern const Kernels kPortable;
extern const Kernels kAvx2;
extern const Kernels kAvx512;
const base::KernelTable<Kernels>& kernels();

}  // namespace nqueens::engine::colour_join
