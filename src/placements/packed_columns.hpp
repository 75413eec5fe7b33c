// Columns as they stand in a binary placement: little-endian numbers of 4, 5 or 8 bytes. Version 1
// ("NQPLACE1", size) has 4 bytes a column; version 2 ("NQPLACE2", size, width) says how many.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace nqueens::placements {

// Numbers are copied.
static_assert(std::endian::native == std::endian::little);

/// The first eight bytes of a binary placement; eight bytes of board size follow, in version 2 also
/// eight bytes that tell the bytes of a column.
inline constexpr std::string_view kMagic = "NQPLACE1";
inline constexpr std::string_view kMagic2 = "NQPLACE2";
inline constexpr std::uint64_t kHeaderBytes = 16;
inline constexpr std::uint64_t kHeaderBytes2 = 24;

/// Bytes of a column in files that this library writes: 4 where that is enough, else 5.
constexpr int column_width(std::uint64_t board_size) {
  return board_size <= 0xFFFFFFFF ? 4 : 5;
}

constexpr bool is_column_width(std::uint64_t width) {
  return width == 4 || width == 5 || width == 8;
}

/// The header of a binary placement: version 1 where columns have 4 bytes.
inline std::string binary_header(std::uint64_t board_size, int width) {
  std::string header(width == 4 ? kMagic : kMagic2);
  const auto add = [&](std::uint64_t number) {
    header.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  add(board_size);
  if (width != 4) add(static_cast<std::uint64_t>(width));
  return header;
}

/// Bytes of a whole binary placement.
constexpr std::uint64_t binary_bytes(std::uint64_t board_size, int width) {
  return (width == 4 ? kHeaderBytes : kHeaderBytes2) +
         board_size * static_cast<std::uint64_t>(width);
}

/// Bytes behind the last column that unpack_all() may read.
inline constexpr std::size_t kBytesBehindPacked = 3;

/// Column `place` of packed ones.
inline std::uint64_t unpack(const char* packed, int width, std::size_t place) {
  std::uint64_t column = 0;
  std::memcpy(&column, packed + place * static_cast<std::size_t>(width),
              static_cast<std::size_t>(width));
  return column;
}

inline void pack(char* packed, int width, std::size_t place, std::uint64_t column) {
  std::memcpy(packed + place * static_cast<std::size_t>(width), &column,
              static_cast<std::size_t>(width));
}

/// Bytes of packed columns.
constexpr std::size_t packed_bytes(std::size_t columns, int width) {
  return columns * static_cast<std::size_t>(width);
}

/// Packs column_of(0), column_of(1), ...; kBytesBehindPacked bytes or more stand behind.
template <typename ColumnOf>
std::string pack_columns(std::size_t columns, int width, const ColumnOf& column_of) {
  std::string packed(packed_bytes(columns, width) + sizeof(std::uint64_t), '\0');
  char* next = packed.data();
  // Each column is written with eight bytes; the next one covers those it does not need.
  for (std::size_t i = 0; i < columns; ++i, next += width) {
    const std::uint64_t column = column_of(i);
    std::memcpy(next, &column, sizeof(column));
  }
  return packed;
}

/// Fills `columns` from packed ones, of which kBytesBehindPacked bytes more may be read.
inline void unpack_all(const char* packed, int width, std::span<std::uint64_t> columns) {
  if (width == 4) {
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = unpack(packed, 4, i);
    return;
  }
  const std::uint64_t mask = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 40) - 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::uint64_t column;
    std::memcpy(&column, packed + i * static_cast<std::size_t>(width), sizeof(column));
    columns[i] = column & mask;
  }
}

}  // namespace nqueens::placements
