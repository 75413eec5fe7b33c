#include "cli/terminal/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/terminal/text.hpp"

namespace nqueens::cli {

namespace {

/// One decimal, three below one percent, where long runs spend their days; 100.0 only when
/// everything is done.
std::string percent(const Progress& progress) {
  if (progress.tasks_done == progress.tasks_total) return "100.0 %";
  const double shown = std::clamp(100 * progress.fraction, 0.0, 99.9);
  return fmt::format("{:.{}f} %", shown, shown < 1 ? 3 : 1);
}

/// As many of the fields as fit, the first one set off.
std::string fit(const std::vector<std::string>& fields, std::size_t width, const Paint& paint) {
  std::string line;
  std::size_t used = 0;
  for (const std::string& field : fields) {
    const std::size_t added = (used == 0 ? 0 : 2) + display_width(field);
    if (used + added > width) break;
    line += used == 0 ? paint.heading(field) : "  " + field;
    used += added;
  }
  return line;
}

}  // namespace

std::string format_progress(std::string_view label, const Progress& progress, std::size_t width,
                            const Paint& paint, const ProgressWords& words) {
  std::vector<std::string> fields = {percent(progress), std::string(label)};
  fields.push_back(
      fmt::format("{} of {} {}", progress.tasks_done, progress.tasks_total, words.things));
  fields.push_back(
      fmt::format("{:.{}f}/s", progress.tasks_per_second, progress.tasks_per_second < 10 ? 1 : 0));
  if (progress.seconds_left) {
    fields.push_back(rough_duration(*progress.seconds_left) + " left");
  }
  return fit(fields, width, paint);
}

std::string format_progress(const SolveProgress& progress, std::size_t width, const Paint& paint) {
  std::vector<std::string> fields;
  switch (progress.phase) {
    case SolveProgress::Phase::start:
    case SolveProgress::Phase::output: {
      const bool is_output = progress.phase == SolveProgress::Phase::output;
      const double part = progress.fraction().value_or(0);
      fields.push_back(fmt::format("{:.1f} %", std::clamp(100 * part, 0.0, 99.9)));
      fields.push_back(fmt::format("{} of {} rows{}", progress.rows, progress.board_size,
                                   is_output ? " out" : ""));
      if (!is_output && progress.restarts == 0 && part > 0.01) {
        fields.push_back(rough_duration(progress.seconds * (1 - part) / part) + " left");
      }
      break;
    }
    case SolveProgress::Phase::repair:
      fields = {"repair", fmt::format("{} queens", progress.board_size)};
      break;
    case SolveProgress::Phase::tree: {
      const auto millions = static_cast<double>(progress.nodes) / 1e6;
      fields = {"search", format_duration(progress.seconds),
                fmt::format("{:.4g} million queens placed", millions),
                fmt::format("{:.3g} million/s", millions / std::max(progress.seconds, 1e-3))};
      break;
    }
    case SolveProgress::Phase::verification:
      fields = {"verification", fmt::format("{} queens", progress.board_size)};
      break;
  }
  if (progress.restarts > 0) fields.push_back(fmt::format("restart {}", progress.restarts));
  return fit(fields, width, paint);
}

std::string describe_progress(const Progress& progress, const ProgressWords& words) {
  return fmt::format("{} of {} {} {} ({})", progress.tasks_done, progress.tasks_total, words.things,
                     words.done, percent(progress));
}

}  // namespace nqueens::cli
