// When a journal's file was begun and last written, as the file system tells. The journal's own
// text has no times, so that equal work gives equal bytes.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

namespace nqueens::journal {

struct JournalTimes {
  /// Birth of the file: its first writer's begin, or when the copy was made. Absent where the file
  /// system keeps none.
  std::optional<std::chrono::system_clock::time_point> begun;
  std::chrono::system_clock::time_point last_write;
};

/// Throws IoError.
JournalTimes journal_times(const std::filesystem::path& path);

}  // namespace nqueens::journal
