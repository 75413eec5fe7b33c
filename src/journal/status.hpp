// How fast a count over several journals has been. A journal holds no times, so that equal work
// gives equal bytes; the file system says when its file was begun and last written.
//
// The rate is that of the whole period from the first begin to the last write, pauses included: the
// time left is right if the writers continue at their average so far. There is no rate where it
// would be a guess: when a file with records has no time of birth (many network file systems keep
// none), or hardly any time between birth and last write, as a copy has.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace nqueens::journal {

struct JournalTimes {
  /// Birth of the file: its first writer's begin, or when the copy was made. Absent where the file
  /// system keeps none.
  std::optional<std::chrono::system_clock::time_point> begun;
  std::chrono::system_clock::time_point last_write;
};

/// Throws IoError.
JournalTimes journal_times(const std::filesystem::path& path);

/// What a journal and its file tell of its writer.
struct Writer {
  std::uint64_t records = 0;
  JournalTimes times;
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
inline constexpr std::chrono::seconds kShortestSpan{1};

/// Writers without a record are left out.
std::optional<Rate> estimate_rate(std::span<const Writer> writers, const WorkDone& done);

}  // namespace nqueens::journal
