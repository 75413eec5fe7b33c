// Numbers as little-endian bytes, the same on every host. Compilers make one move of each function
// on a little-endian host, and vector code of loops over them.
#pragma once

#include <cstdint>

namespace nqueens::placements {

inline std::uint32_t load_u32(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return value;
}

inline std::uint64_t load_u64(const char* bytes) {
  return load_u32(bytes) | static_cast<std::uint64_t>(load_u32(bytes + 4)) << 32;
}

inline void store_u32(char* bytes, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
}

inline void store_u64(char* bytes, std::uint64_t value) {
  store_u32(bytes, static_cast<std::uint32_t>(value));
  store_u32(bytes + 4, static_cast<std::uint32_t>(value >> 32));
}

}  // namespace nqueens::placements
