// Who counted, as words of a line: "host=a1 version=0.1.0 engine=simd isa=avx2 threads=8", and for
// a shard " shard=3/64" behind it. Shared by journals and certificates; knows neither.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/provenance.hpp"

namespace nqueens::journal {

/// Longest text that format_provenance() gives: six names, five words, a number.
inline constexpr std::size_t kLongestProvenance = 5 + 9 + 8 + 5 + 9 + 7 + 5 * 64 + 11;

/// Of this process.
Provenance provenance_here(std::string_view engine, std::string_view instruction_set, int threads);

/// What is no letter, digit or one of ". _ + -" becomes '_', and words end after 64 characters. A
/// shard may have a slash as well.
std::string format_provenance(const Provenance& provenance);

/// Nothing for a text that format_provenance() does not give.
std::optional<Provenance> parse_provenance(std::string_view text);

}  // namespace nqueens::journal
