#include "cli/terminal/streams.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

const std::string kName = "standard output";
constexpr std::size_t kBlock = 1 << 16;

// Goes to the first column and clears to the end of the line.
constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::size_t kDefaultWidth = 80;

/// Writes "410/s", "2.4/s", "31/min" or "5.0/h".
std::string rate_text(double per_second) {
  const auto text = [](double rate, std::string_view unit) {
    return fmt::format("{:.{}f}/{}", rate, rate < 10 ? 1 : 0, unit);
  };
  if (per_second >= 1 || per_second == 0) return text(per_second, "s");
  if (60 * per_second >= 1) return text(60 * per_second, "min");
  return text(3600 * per_second, "h");
}

}  // namespace

void Output::write(std::string_view text) {
  held_ += text;
  if (held_.size() >= kBlock) flush();
}

void Output::flush() {
  if (held_.empty()) return;
  const std::string text = std::exchange(held_, {});
  write_directly(
      [&](int descriptor, const std::string& name) { base::write_all(descriptor, name, text); });
}

void Output::finish() {
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
    base::throw_io("cannot write", kName, errno);
  }
}

void Output::write_directly(
    const std::function<void(int descriptor, const std::string& name)>& writer) {
  flush();
  if (is_terminal()) messages_.clear_progress();
  try {
    writer(descriptor_, kName);
  } catch (const IoError& error) {
    if (error.number == EPIPE || reader_is_gone()) throw ClosedPipe{};
    throw;
  }
}

void Output::write_while_read(std::string_view text, std::string_view end,
                              const std::stop_token& stop) {
  // A pipe takes this much without waiting once poll() says that it has room. Files never wait.
  constexpr std::size_t kStep = 4096;
  constexpr int kMilliseconds = 50;
  write_directly([&](int descriptor, const std::string& name) {
    struct stat status {};
    if (!stop.stop_possible() || (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))) {
      base::write_all(descriptor, name, text);
      return;
    }
    while (!text.empty()) {
      pollfd state{descriptor, POLLOUT, 0};
      if (::poll(&state, 1, kMilliseconds) != 1) {
        if (stop.stop_requested()) throw Stopped("stopped while nobody reads: standard output");
        continue;
      }
      std::string_view step = text.substr(0, kStep);
      if (step.size() < text.size() && !end.empty()) {
        const std::size_t last = text.rfind(end, kStep - 1);
        if (last != std::string_view::npos) step = step.substr(0, last + 1);
      }
      base::write_all(descriptor, name, step);
      text.remove_prefix(step.size());
    }
  });
}

bool Output::is_terminal() const {
  return ::isatty(descriptor_) != 0;
}

bool Output::reader_is_gone() const {
  // A pipe without a reader shows as POLLERR, a socket as POLLHUP.
  pollfd state{descriptor_, POLLOUT, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & (POLLERR | POLLHUP)) != 0;
}

void write_result(const std::optional<std::string>& file, Output& output,
                  const std::function<void(const Sink&)>& write) {
  if (!file) {
    write([&](std::string_view bytes) { output.write(bytes); });
    return output.flush();
  }
  base::OutputFile opened(*file);
  write(
      [&](std::string_view bytes) { base::write_all(opened.descriptor(), opened.name(), bytes); });
  opened.commit();
}

void write_result(const std::optional<std::string>& file, Output& output, std::string_view text) {
  write_result(file, output, [&](const Sink& sink) { sink(text); });
}

void require_writable(const std::string& path, std::uint64_t bytes) {
  const base::OutputTarget target(path);
  if (!target.is_replaced) return;
  const base::OutputFile file(target);  // refuses what cannot be written
  struct statvfs room {};
  if (::fstatvfs(file.descriptor(), &room) != 0 || room.f_blocks == 0) return;
  const std::uint64_t left = static_cast<std::uint64_t>(room.f_bavail) * room.f_frsize;
  if (left < bytes) {
    refuse<IoError>("too little room on disk: {}; {} are needed and {} left", path,
                    run::format_bytes(bytes), run::format_bytes(left));
  }
}

sigset_t block_signals(std::initializer_list<int> signals) {
  sigset_t blocked;
  ::sigemptyset(&blocked);
  for (const int signal : signals) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_IGN) ::sigaddset(&blocked, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  return blocked;
}

void prepare_process() {
  block_signals({SIGUSR1});
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // It can be neither read nor written, so that input and results are not silently nothing.
    // open() takes the lowest free number, which is this one.
    if (::open("/dev/null", O_PATH) < 0) base::throw_io("cannot open", "/dev/null", errno);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::vector<std::string> names;
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with("HWLOC_")) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
  ::setenv("HWLOC_PLUGINS_PATH", "", 1);
}

void end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGPIPE);
  ::sigprocmask(SIG_UNBLOCK, &mask, nullptr);
  std::raise(SIGPIPE);
}

std::string Messages::error_line(std::string_view text) const {
  return program_ + ": " + escape_controls(text) + "\n";
}

void Messages::error(std::string_view text) {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  clear_progress_locked();
  write(error_line(text));
}

void Messages::last_words(std::string_view text) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!is_read()) return;
  if (lock.owns_lock()) clear_progress_locked();
  write(error_line(text));
}

bool Messages::is_read() const {
  pollfd room{descriptor_, POLLOUT, 0};
  return ::poll(&room, 1, 0) == 1;
}

void Messages::note(std::string_view text) {
  block(escape_controls(text) + "\n");
}

void Messages::note_later(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (!quiet_) waiting_ = escape_controls(text) + "\n";
}

void Messages::log(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (!quiet_) log_locked(text);
}

void Messages::log_locked(std::string_view text) {
  clear_progress_locked();
  const auto now = std::chrono::system_clock::now();
  const std::time_t second = std::chrono::system_clock::to_time_t(now);
  write(fmt::format("{}{:%F %T}  {}\n", std::exchange(waiting_, {}), fmt::localtime(second),
                    escape_controls(text)));
}

void Messages::block(std::string_view text) {
  if (!quiet_) table(text);
}

void Messages::table(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress_locked();
  write(std::exchange(waiting_, {}) + std::string(text));
}

std::size_t Messages::terminal_width() const {
  winsize size{};
  const bool known = ::ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kDefaultWidth;
}

void Messages::show_progress(const std::vector<std::string>& fields) {
  const std::lock_guard lock(mutex_);
  progress_ = fields;
  if (!shows_progress()) return log_if_due();
  if (!waiting_.empty()) write(std::string(kEraseLine) + std::exchange(waiting_, {}));
  // One column stays free, so that the line does not wrap.
  write(std::string(kEraseLine) + progress_line(fields, terminal_width() - 1, paint_));
  progress_shown_ = true;
}

void Messages::log_progress(double seconds) {
  const std::lock_guard lock(mutex_);
  log_interval_ = std::chrono::duration<double>(seconds);
  logged_ = Clock::now();
}

void Messages::log_if_due() {
  const bool is_wanted = log_interval_.count() > 0 && progress_wanted_ && !quiet_;
  if (!is_wanted || Clock::now() - logged_ < log_interval_) return;
  log_locked(join(progress_, "  "));
  logged_ = Clock::now();
}

void Messages::report_progress(const std::string& nothing) {
  const std::lock_guard lock(mutex_);
  log_locked(progress_.empty() ? nothing : join(progress_, "  "));
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

std::string progress_line(const std::vector<std::string>& fields, std::size_t width,
                          const Paint& paint) {
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

std::vector<std::string> progress_fields(std::string_view label, const Progress& progress,
                                         const ProgressWords& words) {
  std::vector<std::string> fields = {
      percent_so_far(progress.fraction, progress.tasks_done == progress.tasks_total),
      std::string(label),
      fmt::format("{} of {} {}", progress.tasks_done, progress.tasks_total, words.things),
      rate_text(progress.tasks_per_second), "after " + rough_duration(progress.seconds)};
  if (progress.seconds_left) fields.push_back(rough_duration(*progress.seconds_left) + " left");
  return fields;
}

std::vector<std::string> progress_fields(const SolveProgress& progress) {
  std::vector<std::string> fields;
  switch (progress.phase) {
    case SolveProgress::Phase::start:
    case SolveProgress::Phase::output: {
      const bool is_output = progress.phase == SolveProgress::Phase::output;
      const double part = progress.fraction().value_or(0);
      fields.push_back(percent_so_far(part));
      fields.push_back(fmt::format("{} of {} rows{}", progress.rows, progress.board_size,
                                   is_output ? " out" : ""));
      if (!is_output && progress.restarts == 0 && part > 0.01) {
        fields.push_back(rough_duration(progress.seconds * (1 - part) / part) + " left");
      }
      break;
    }
    case SolveProgress::Phase::tree: {
      const auto millions = static_cast<double>(progress.nodes) / 1e6;
      fields = {"search", format_duration(progress.seconds),
                fmt::format("{:.4g} million queens placed", millions),
                fmt::format("{:.3g} million/s", millions / std::max(progress.seconds, 1e-3))};
      break;
    }
    case SolveProgress::Phase::repair:
    case SolveProgress::Phase::verification:
      fields = {progress.phase == SolveProgress::Phase::repair ? "repair" : "verification",
                fmt::format("{} queens", progress.board_size)};
      break;
  }
  if (progress.restarts > 0) fields.push_back(fmt::format("restart {}", progress.restarts));
  return fields;
}

std::string describe_progress(const Progress& progress, const ProgressWords& words) {
  return fmt::format(
      "{} of {} {} {} ({})", progress.tasks_done, progress.tasks_total, words.things, words.done,
      percent_so_far(progress.fraction, progress.tasks_done == progress.tasks_total));
}

}  // namespace nqueens::cli
