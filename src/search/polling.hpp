// When a search may have to end, how often it looks, and how long things took.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>

namespace nqueens::search {

/// Why a search may have to end: its caller says so, or another thread was faster. Both outlive it.
class StopSignal {
 public:
  StopSignal(const std::stop_token& caller, const std::atomic<bool>& race_over)
      : caller_(caller), race_over_(race_over) {}
  bool requested() const {
    return race_over_.load(std::memory_order_relaxed) || caller_.stop_requested();
  }

 private:
  const std::stop_token& caller_;
  const std::atomic<bool>& race_over_;
};

/// Squares that a search looks at, one cache miss or so each, between two looks at the signal:
/// below a millisecond, so that stopping within 100 ms has room to spare on slow machines.
inline constexpr std::uint64_t kSquaresPerPoll = 8192;
/// The same for numbers that are read or written in order.
inline constexpr std::uint64_t kNumbersPerPoll = std::uint64_t{1} << 18;

/// Calls body(begin, end) for consecutive pieces of [begin, end) of at most `step`, looking at the
/// signal before each. False when stopped before the end.
template <typename Body>
bool for_pieces(std::uint64_t begin, std::uint64_t end, std::uint64_t step, const StopSignal& stop,
                Body&& body) {
  while (begin < end) {
    if (stop.requested()) return false;
    const std::uint64_t piece_end = end - begin < step ? end : begin + step;
    body(begin, piece_end);
    begin = piece_end;
  }
  return true;
}

/// Sets all elements to zero, in pieces. False when stopped before the end.
template <typename T>
bool clear(T* data, std::uint64_t size, const StopSignal& stop) {
  return for_pieces(0, size, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(data + begin, data + end, T{0});
  });
}

/// Wall clock time since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace nqueens::search
