#include "placements/packed_columns.hpp"

namespace nqueens::placements {

std::string binary_header(std::uint64_t board_size, int width) {
  std::string header(width == 4 ? kMagic : kMagic2);
  const auto add = [&](std::uint64_t number) {
    header.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  add(board_size);
  if (width != 4) add(static_cast<std::uint64_t>(width));
  return header;
}

void unpack_all(const char* packed, int width, std::span<std::uint64_t> columns) {
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
