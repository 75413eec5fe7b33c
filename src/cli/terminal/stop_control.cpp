#include "cli/terminal/stop_control.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <system_error>

namespace nqueens::cli {

namespace {

constexpr std::chrono::milliseconds kTogether{500};
constexpr std::chrono::seconds kPatience{1};
constexpr std::chrono::seconds kLongestStop{10};

base::FileDescriptor owned(int descriptor) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "watching signals");
  return base::FileDescriptor(descriptor);
}

struct Stop {
  int signal;
  const char* name;
  ExitCode code;
};
constexpr Stop kStops[] = {{SIGINT, "SIGINT", ExitCode::interrupted},
                           {SIGTERM, "SIGTERM", ExitCode::terminated},
                           {SIGHUP, "SIGHUP", ExitCode::hung_up}};

}  // namespace

StopControl::~StopControl() {
  if (!watcher_.joinable()) return;
  const std::uint64_t one = 1;
  while (::write(quit_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  watcher_.join();
}

void StopControl::start() {
  const sigset_t watched = block_signals({SIGINT, SIGTERM, SIGHUP, SIGUSR1});
  signals_ = owned(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
  timer_ = owned(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  quit_ = owned(::eventfd(0, EFD_CLOEXEC));
  take_signal();  // one that came while they were blocked
  watcher_ = std::thread([this] { watch(); });
}

std::optional<StopCause> StopControl::cause() const {
  const std::lock_guard lock(mutex_);
  return cause_;
}

void StopControl::limit(std::optional<double> seconds) {
  const std::lock_guard lock(mutex_);
  time_limit_ = seconds.value_or(0);  // 0: the timer never expires
  double whole = 0;
  const double fraction = std::modf(time_limit_, &whole);
  itimerspec deadline{};
  deadline.it_value.tv_sec = static_cast<time_t>(whole);
  deadline.it_value.tv_nsec = static_cast<long>(fraction * 1e9);
  ::timerfd_settime(timer_.get(), 0, &deadline, nullptr);
}

StopControl::Section::Section(StopControl& control, bool may_hang) : control_(control) {
  const std::lock_guard lock(control_.mutex_);
  control_.in_section_ = true;
  control_.may_hang_ = may_hang;
}

StopControl::Section::~Section() {
  const std::lock_guard lock(control_.mutex_);
  control_.in_section_ = control_.may_hang_ = false;
}

void StopControl::watch() {
  std::array<pollfd, 3> watched = {
      {{signals_.get(), POLLIN, 0}, {timer_.get(), POLLIN, 0}, {quit_.get(), POLLIN, 0}}};
  while (true) {
    // After a request it also looks for a run that does not end.
    if (::poll(watched.data(), watched.size(), cause() ? 50 : -1) < 0) continue;
    end_late_run();
    if (watched[2].revents != 0) return;
    if (watched[0].revents != 0) take_signal();
    std::uint64_t expired = 0;
    if (watched[1].revents != 0 &&
        ::read(timer_.get(), &expired, sizeof expired) == sizeof expired) {
      on_time_limit();
    }
  }
}

void StopControl::take_signal() {
  signalfd_siginfo received{};
  if (::read(signals_.get(), &received, sizeof received) != sizeof received) return;
  const auto signal = static_cast<int>(received.ssi_signo);
  if (signal != SIGUSR1) return on_signal(signal);
  if (messages_.is_read()) report_();  // else it would wait, and no signal would be seen
}

void StopControl::on_signal(int signal) {
  std::unique_lock lock(mutex_);
  const bool again = cause_.has_value();
  if (again && std::chrono::steady_clock::now() - cause_time_ < kTogether) return;
  const auto [number, name, code] = *std::ranges::find(kStops, signal, &Stop::signal);
  if (in_section_ && !again) {
    return request_stop({code, fmt::format("stopped by {}", name)}, std::move(lock));
  }
  // The lock is kept, so that no section begins any more, which might leave a temporary file.
  // One that is written outside of sections stays; the next run in its folder removes it.
  // A journal syncs itself more often.
  if (again && in_section_) std::this_thread::sleep_for(kTogether);
  messages_.last_words(fmt::format(
      "ended at once by {}{}; {}", again ? "another " : "", name,
      again ? "what was not written yet is lost" : "nothing was finished, run it again"));
  ::_exit(to_int(code));
}

void StopControl::on_time_limit() {
  std::unique_lock lock(mutex_);
  if (cause_) return;
  request_stop({ExitCode::stopped, fmt::format("stopped by the time limit of {} s", time_limit_)},
               std::move(lock));
}

void StopControl::end_late_run() {
  const std::lock_guard lock(mutex_);
  if (!cause_) return;
  const auto late = std::chrono::steady_clock::now() - cause_time_;
  const bool waits = late > kPatience && base::longest_wait() > 1.0 * kPatience.count();
  if (!waits && !(may_hang_ && late > kLongestStop)) return;
  messages_.last_words(
      cause_->description +
      (waits
           ? " while another program did not read or write; run it again"
           : fmt::format(", but a thread did not end within {} s; what was not written yet is lost",
                         kLongestStop.count())));
  ::_exit(to_int(cause_->code));
}

void StopControl::request_stop(StopCause cause, std::unique_lock<std::mutex> lock) {
  cause_ = std::move(cause);
  cause_time_ = std::chrono::steady_clock::now();
  lock.unlock();
  source_.request_stop();
}

}  // namespace nqueens::cli
