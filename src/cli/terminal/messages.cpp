#include "cli/terminal/messages.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {
// To the first column, clear to the end of the line.
constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::size_t kUsualWidth = 80;

/// Longer words, from the command line or a file, are cut: they would flood the terminal.
std::string with_short_words(std::string_view text) {
  constexpr std::size_t kLongest = 1000;
  constexpr std::size_t kShown = 60;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size() - 1) + 1;
    const std::string_view word = text.substr(0, end);
    result += word.size() <= kLongest
                  ? std::string(word)
                  : fmt::format("{}...{}", word.substr(0, kShown), word.substr(word.size() - 10));
    text.remove_prefix(end);
  }
  return result;
}

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

std::string Messages::error_line(std::string_view text) const {
  return program_ + ": " + escape_controls(with_short_words(text)) + "\n";
}

void Messages::error(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  write(error_line(text));
}

void Messages::last_words(std::string_view text) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) clear_progress_locked();
  write(error_line(text));
}

void Messages::note(std::string_view text) {
  block(escape_controls(text) + "\n");
}

void Messages::block(std::string_view text) {
  if (!quiet_) table(text);
}

void Messages::table(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  write(text);
}

std::size_t Messages::terminal_width() const {
  winsize size{};
  const bool known = ::ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualWidth;
}

void Messages::show_progress(std::string_view line) {
  const std::lock_guard lock(mutex_);
  write(std::string(kEraseLine) + std::string(line));
  progress_shown_ = true;
}

void Messages::clear_progress() {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
}

void Messages::clear_progress_locked() {
  if (!progress_shown_) return;
  write(kEraseLine);
  progress_shown_ = false;
}

void Messages::write(std::string_view text) {
  try {
    base::write_all(descriptor_, "standard error", text);
  } catch (const IoError&) {  // nobody reads
  }
}

std::string format_progress(std::string_view label, const Progress& progress, std::size_t width,
                            const Paint& paint, const ProgressWords& words) {
  const double rate = progress.tasks_per_second;
  std::vector<std::string> fields = {
      percent(progress), std::string(label),
      fmt::format("{} of {} {}", progress.tasks_done, progress.tasks_total, words.things),
      fmt::format("{:.{}f}/s", rate, rate < 10 ? 1 : 0)};
  if (progress.seconds_left) fields.push_back(rough_duration(*progress.seconds_left) + " left");
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
