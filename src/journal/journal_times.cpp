#include "journal/journal_times.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

std::chrono::system_clock::time_point to_time(const struct statx_timestamp& time) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

}  // namespace

JournalTimes journal_times(const std::filesystem::path& path) {
  struct statx status {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_BTIME | STATX_MTIME, &status) != 0) {
    throw IoError(
        fmt::format("cannot read journal: {}; {}", path.string(), base::errno_text(errno)));
  }
  JournalTimes times;
  if ((status.stx_mask & STATX_BTIME) != 0) times.begun = to_time(status.stx_btime);
  times.last_write = to_time(status.stx_mtime);
  return times;
}

}  // namespace nqueens::journal
