// Check sums of records and names of plans: XXH3 of the bytes, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nqueens::base {

/// XXH3, 64 bits. Different seeds give unrelated sums.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

/// 16 lower case hexadecimal digits.
std::string to_hex(std::uint64_t value);

}  // namespace nqueens::base
