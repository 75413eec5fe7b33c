// How fast a count over several journals has been. A journal holds no times, so that equal work
// gives equal bytes; the file system says when its file was begun and last written.
//
// The rate is the average from the first birth of a file to the last write, pauses included; the
// time left assumes that it stays so. There is no rate where it would be a guess: when a file with
// records has no birth time (many network file systems keep none), or was written right after its
// birth, as a copy is.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "counting/work_time.hpp"

namespace nqueens::journal {

struct JournalTimes {
  /// Birth of the file: when it was begun or copied. Absent where the file system keeps none.
  std::optional<std::chrono::system_clock::time_point> begun;
  std::chrono::system_clock::time_point last_write;
};

/// Throws IoError.
JournalTimes journal_times(const std::filesystem::path& path);

/// What a journal and its file tell about its writer.
struct Writer {
  std::uint64_t records = 0;
  JournalTimes times;
};

/// What is done of a plan, each task once.
struct WorkDone {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;
  std::uint64_t total_cost = 0;
  std::size_t processes_left = 1;  ///< that the rest is spread over
};

struct Rate {
  double seconds = 0;  ///< from the first begin to the last write
  double tasks_per_second = 0;
  double seconds_left = 0;  ///< after the last write; by `time` as the files measure it
};

/// Min time from birth to last write; below it a file is taken for a copy.
inline constexpr std::chrono::seconds kShortestSpan{1};

/// Ignores writers without a record.
std::optional<Rate> estimate_rate(std::span<const Writer> writers, const WorkDone& done,
                                  const counting::WorkTime& time);

}  // namespace nqueens::journal
