// How fast a count over several journals has been, from when their files were begun and last
// written: a journal holds no times. Pure: is given the times.
//
// The rate is that of the whole period from the first begin to the last write, pauses included, so
// the time left is right when the writers go on as they did on average so far. Nothing is said
// where that would be a guess: when a file with records has no time of birth (many network file
// systems keep none), or hardly any time between birth and last write, which is a copy's mark.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace nqueens::journal {

/// What a journal's file tells of its writer. Times in seconds since any common moment.
struct WriterTimes {
  std::uint64_t records = 0;
  std::optional<double> begun;
  double last_write = 0;
};

/// What is done of a plan, each task once.
struct WorkDone {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;
  std::uint64_t total_cost = 0;
};

struct Rate {
  double seconds = 0;  ///< from the first begin to the last write
  double tasks_per_second = 0;
  double seconds_left = 0;  ///< after the last write; by predicted cost
};

/// Shortest time from birth to last write of a file that is believed to have grown in place.
inline constexpr double kShortestSpan = 1;

/// Writers without a record are left out.
std::optional<Rate> estimate_rate(std::span<const WriterTimes> writers, const WorkDone& done);

}  // namespace nqueens::journal
