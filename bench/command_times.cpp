#include "bench/command_times.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// What a process does with its standard streams: reads nothing, drops its output, and says what is
/// wrong into a file without a name.
class Streams {
 public:
  Streams() : said_(::memfd_create("said", MFD_CLOEXEC)) {
    if (said_.get() < 0) {
      throw IoError(fmt::format("cannot run commands: {}", base::errno_text(errno)));
    }
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, said_.get(), 2);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }

  std::string first_line_said() const {
    std::string text(500, '\0');
    const ssize_t bytes = ::pread(said_.get(), text.data(), text.size(), 0);
    text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    return text.substr(0, text.find('\n'));
  }

 private:
  base::FileDescriptor said_;
  posix_spawn_file_actions_t actions_{};
};

struct OneRun {
  double seconds = 0;
  double user_seconds = 0;
  double system_seconds = 0;
};

OneRun run_once(const CommandTimes& command, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped("stopped: not all runs are done");
  std::string program = "nqueens";
  std::vector<std::string> words = command.words;
  std::vector<char*> arguments = {program.data()};
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Streams streams;
  pid_t process = 0;
  const Clock::time_point begin = Clock::now();
  const int error = ::posix_spawn(&process, "/proc/self/exe", streams.actions(), nullptr,
                                  arguments.data(), environ);
  if (error != 0) throw IoError(fmt::format("cannot run commands: {}", base::errno_text(error)));
  {
    const std::stop_callback end_it(stop, [process] { ::kill(process, SIGTERM); });
    siginfo_t ended{};
    // The process stays known until it is waited for below, so no other one gets the signal.
    while (::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
  }
  OneRun run;
  run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  int status = 0;
  rusage used{};
  while (::wait4(process, &status, 0, &used) < 0 && errno == EINTR) {
  }
  if (stop.stop_requested()) throw Stopped("stopped: not all runs are done");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw Error(fmt::format("the command nqueens {} ends with {}: {}", fmt::join(words, " "),
                            WIFEXITED(status) ? fmt::format("exit code {}", WEXITSTATUS(status))
                                              : fmt::format("signal {}", WTERMSIG(status)),
                            streams.first_line_said()));
  }
  run.user_seconds = seconds_of(used.ru_utime);
  run.system_seconds = seconds_of(used.ru_stime);
  return run;
}

}  // namespace

double CommandTimes::spread() const {
  const auto [min, max] = std::minmax_element(seconds.begin(), seconds.end());
  return (*max - *min) / median(seconds);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void measure_commands(std::vector<CommandTimes>& commands, const CommandRunOptions& options) {
  int done = 0;
  for (int round = 0; round < options.warm_ups + options.runs; ++round) {
    for (CommandTimes& command : commands) {
      if (options.on_run) options.on_run(done++);
      const OneRun run = run_once(command, options.stop);
      if (round < options.warm_ups) continue;
      command.seconds.push_back(run.seconds);
      command.user_seconds.push_back(run.user_seconds);
      command.system_seconds.push_back(run.system_seconds);
    }
  }
}

}  // namespace nqueens::bench
