// The ten digits as small grids of squares, for pictures without a font.
#pragma once

#include <array>
#include <cstdint>

namespace nqueens::render {

inline constexpr int kDigitRows = 7;
inline constexpr int kDigitColumns = 5;

/// Rows from the top, the left column in the highest of five bits.
using DigitShape = std::array<std::uint8_t, kDigitRows>;

/// Empty for what is no digit.
constexpr DigitShape shape_of_digit(char letter) {
  constexpr std::array<DigitShape, 10> kDigits = {{
      {0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110},
      {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
      {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111},
      {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110},
      {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
      {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
      {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
      {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000},
      {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
      {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
  }};
  return letter >= '0' && letter <= '9' ? kDigits[static_cast<unsigned>(letter - '0')]
                                        : DigitShape{};
}

constexpr bool is_set(const DigitShape& shape, int row, int column) {
  return (shape[static_cast<unsigned>(row)] >> (kDigitColumns - 1 - column) & 1) != 0;
}

}  // namespace nqueens::render
