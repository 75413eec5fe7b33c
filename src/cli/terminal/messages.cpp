#include "cli/terminal/messages.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/file.hpp"
#include "cli/terminal/text.hpp"
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
    if (word.size() <= kLongest) {
      result += word;
    } else {
      result += fmt::format("{}...{}", word.substr(0, kShown), word.substr(word.size() - 10));
    }
    text.remove_prefix(end);
  }
  return result;
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
  } catch (const IoError&) {
    // Nobody reads; the exit code still tells.
  }
}

}  // namespace nqueens::cli
