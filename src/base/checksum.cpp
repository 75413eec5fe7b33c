#include "base/checksum.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace nqueens::base {

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct RunningChecksum::State {
  XXH3_state_t sums;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->sums);
}
RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::string_view bytes) {
  XXH3_64bits_update(&state_->sums, bytes.data(), bytes.size());
}

std::uint64_t RunningChecksum::value() const {
  return XXH3_64bits_digest(&state_->sums);
}

std::string to_hex(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace nqueens::base
