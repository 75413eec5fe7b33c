// How often a search asks whether it must stop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>

namespace nqueens::search {

/// Squares, of one cache miss or so each, between two polls: below a millisecond, to stop within
/// 100 ms on slow machines too.
inline constexpr std::uint64_t kSquaresPerPoll = 8192;
/// The same where each square may be the first to touch two or three huge pages, which the system
/// then sets to zero: up to 2.5 ms each.
inline constexpr std::uint64_t kFreshSquaresPerPoll = 16;
/// Numbers read or written in order between two polls.
inline constexpr std::uint64_t kNumbersPerPoll = std::uint64_t{1} << 18;

/// Calls body(begin, end) for consecutive pieces of [begin, end) of at most `step`, polling before
/// each. False when stopped before the end.
template <typename Body>
bool for_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                const std::stop_token& stop, Body&& body) {
  while (begin < end) {
    if (stop.stop_requested()) return false;
    const std::uint64_t piece_end = end - begin < step ? end : begin + step;
    body(begin, piece_end);
    begin = piece_end;
  }
  return true;
}

/// Sets all elements to zero, in pieces. False when stopped before the end.
template <typename T>
bool clear(T* data, std::uint64_t size, const std::stop_token& stop) {
  return for_pieces(0, size, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(data + begin, data + end, T{0});
  });
}

}  // namespace nqueens::search
