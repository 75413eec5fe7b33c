#include "journal/rate.hpp"

#include <algorithm>
#include <limits>

namespace nqueens::journal {

std::optional<Rate> estimate_rate(std::span<const WriterTimes> writers, const WorkDone& done) {
  double begin = std::numeric_limits<double>::infinity();
  double end = -begin;
  for (const WriterTimes& writer : writers) {
    if (writer.records == 0) continue;
    if (!writer.begun || writer.last_write - *writer.begun < kShortestSpan) return std::nullopt;
    begin = std::min(begin, *writer.begun);
    end = std::max(end, writer.last_write);
  }
  if (done.tasks == 0 || done.cost == 0 || !(begin < end)) return std::nullopt;
  Rate rate;
  rate.seconds = end - begin;
  rate.tasks_per_second = static_cast<double>(done.tasks) / rate.seconds;
  rate.seconds_left = rate.seconds * static_cast<double>(done.total_cost - done.cost) /
                      static_cast<double>(done.cost);
  return rate;
}

}  // namespace nqueens::journal
