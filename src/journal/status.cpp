#include "journal/status.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
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

std::optional<Rate> estimate_rate(std::span<const Writer> writers, const WorkDone& done,
                                  const counting::WorkTime& time) {
  using Seconds = std::chrono::duration<double>;
  auto begin = std::chrono::system_clock::time_point::max();
  auto end = std::chrono::system_clock::time_point::min();
  std::size_t processes = 0;
  for (const auto& [records, times] : writers) {
    if (records == 0) continue;
    if (!times.begun || times.last_write < *times.begun + kShortestSpan) return std::nullopt;
    ++processes;
    begin = std::min(begin, *times.begun);
    end = std::max(end, times.last_write);
  }
  if (done.tasks == 0 || done.cost == 0 || begin >= end) return std::nullopt;
  Rate rate;
  rate.seconds = Seconds(end - begin).count();
  rate.tasks_per_second = static_cast<double>(done.tasks) / rate.seconds;
  rate.seconds_left = time.as_measured(rate.seconds, done.cost, processes)
                          .seconds(done.total_cost - done.cost, done.processes_left);
  return rate;
}

}  // namespace nqueens::journal
