// The interface of the kernels of the windowed fill (see base/cpu_features.hpp). Those of all
// instruction sets choose the same squares.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::solving {

/// The lines that a window of columns meets have one bit each, set for a line with a queen. The
/// window begins at a multiple of 8 columns.
struct WindowLines {
  std::uint8_t* columns;        ///< first byte of the window
  std::uint8_t* antidiagonals;  ///< for row 0; those for row r begin r bits later
  std::uint8_t* diagonals;      ///< for row last_row; for row r last_row - r bits later
  std::uint64_t last_row;       ///< 7 modulo 8
  std::uint32_t first_column;   ///< that of the window, modulo 2^32
  std::uint64_t bytes;          ///< whole bytes of columns in the window, at least kMinWindowBytes
};

/// A probe reads eight bytes of each kind of line; a shift by up to seven bits leaves 57 columns.
inline constexpr std::uint64_t kProbeBytes = 8;
/// A wide probe reads eight adjacent probes.
inline constexpr std::uint64_t kWideProbeBytes = 64;
inline constexpr std::uint64_t kMinWindowBytes = 2 * kWideProbeBytes;
/// Positions are drawn with 16 bits.
inline constexpr std::uint64_t kMaxWindowBytes = 1 << 16;
inline constexpr std::uint64_t kProbeMask = (std::uint64_t{1} << 57) - 1;
/// Kernels may read this many bytes after the last line, and write them back unchanged.
inline constexpr std::uint64_t kBytesBehindLines = 2 * kWideProbeBytes;

struct WideProbe {
  const std::uint8_t* columns;
  const std::uint8_t* antidiagonals;
  const std::uint8_t* diagonals;
  unsigned antidiagonal_shift;  ///< 0 to 7 bits
  unsigned diagonal_shift;
};
/// Stands for no word: none of the eight has a free column.
inline constexpr unsigned kNoWord = 8;

struct WindowKernels {
  base::InstructionSet instruction_set;

  /// Makes one probe at a random place for each of 8 `groups` rows from `first_row`, a multiple of
  /// 8: the row takes the first free column there. Row first_row + i writes it to low_columns[i],
  /// modulo 2^32. Rows that find none are written to `missed`, as distances from first_row; returns
  /// their number.
  std::size_t (*fill)(const WindowLines& lines, std::uint64_t first_row, std::size_t groups,
                      std::uint64_t& random_state, std::uint32_t* low_columns,
                      std::uint32_t* missed);

  /// Makes up to kWideTries wide probes for each of `count` rows, given as distances from
  /// first_row; columns as above. Rows that find none are written to `missed`, which may be `rows`;
  /// returns their number. Adds to `probes`.
  std::size_t (*fill_wide)(const WindowLines& lines, std::uint64_t first_row,
                           const std::uint32_t* rows, std::size_t count,
                           std::uint64_t& random_state, std::uint32_t* low_columns,
                           std::uint32_t* missed, std::uint64_t& probes);
};
inline constexpr int kWideTries = 8;

extern const WindowKernels kWindowPortable;
extern const WindowKernels kWindowAvx2;
extern const WindowKernels kWindowAvx512;
const base::KernelTable<WindowKernels>& window_kernels();

}  // namespace nqueens::solving
