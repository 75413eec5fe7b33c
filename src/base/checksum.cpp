#include "base/checksum.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace nqueens::base {

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::string to_hex(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace nqueens::base
