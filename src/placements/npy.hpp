// Arrays of integers in NumPy's format (.npy): the header, and numbers as columns. The format is at
// numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/placement_file.hpp"

namespace nqueens::placements {

/// How a number is stored.
struct NumberType {
  int bytes = 4;  ///< 1, 2, 4 or 8
  bool is_signed = true;
  bool is_big_endian = false;
};

struct ArrayHeader {
  NumberType type;
  bool is_list = false;          ///< whether it has two dimensions: a placement in each row
  std::uint64_t placements = 1;  ///< 1 or more
  std::uint64_t queens = 0;      ///< of each placement, 1 to kMaxStreamedSize
  /// The array holds the columns of row 0 of all placements, then those of row 1, and so on.
  bool is_fortran_order = false;
  std::size_t header_bytes = 0;

  std::uint64_t row_bytes() const { return queens * static_cast<unsigned>(type.bytes); }
  /// This includes the header, and is less than 2^63.
  std::uint64_t file_bytes() const { return header_bytes + placements * row_bytes(); }
};

inline constexpr std::size_t kArrayStart = 12;  ///< bytes that array_header_bytes() needs

bool begins_array(std::string_view bytes);
/// Returns the length of the header that begins with these kArrayStart bytes. Throws
/// InvalidPlacement, which says `name`, for a version other than 1.0, 2.0 and 3.0, a truncated
/// header, and one longer than 64 KiB.
std::size_t array_header_bytes(std::string_view start, const std::string& name);
/// Parses a whole header. Throws InvalidPlacement unless the array has integers and one or two
/// dimensions.
ArrayHeader parse_array_header(std::string_view header, const std::string& name);

/// Makes the header of a file with signed little-endian numbers of `bytes` bytes; without
/// `placements` the array has one dimension. It equals that of numpy.save().
std::string array_header(int bytes, std::optional<std::uint64_t> placements, std::uint64_t queens);
inline constexpr std::size_t kWrittenHeaderBytes = 128;

/// Returns the bytes of a column in files that this library writes. Columns are signed, since in
/// NumPy differences of unsigned numbers wrap silently.
constexpr int column_bytes(std::uint64_t board_size) {
  return board_size <= std::uint64_t{1} << 31 ? 4 : 8;
}

/// Returns the exact bytes of a solution of a square board in a file: it has each column once.
std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format);

/// Reads the numbers at `from`; negative ones wrap.
void unpack(const char* from, const NumberType& type, std::span<std::uint64_t> columns);

}  // namespace nqueens::placements
