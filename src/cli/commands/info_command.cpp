// nqueens info: what is built in and what this machine has.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "cli/commands/commands.hpp"
#include "nqueens/info.hpp"
#include "run/limits.hpp"
#include "run/machine.hpp"

namespace nqueens::cli {

namespace {

/// Says what an engine or an algorithm is, and what more there is to say.
template <typename Info>
std::string entry(const Info& info, const std::string& more) {
  return fmt::format("  {:<17} {}\n  {:<17} instruction set{} {}{}\n", info.name, info.summary, "",
                     info.instruction_sets.size() == 1 ? "" : "s",
                     join(info.instruction_sets, ", "), more);
}

/// Tells whether devices() returns: a broken driver may end the process, or hang.
bool drivers_answer() {
  constexpr int kAnswered = 86;
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), 2);
    std::signal(SIGALRM, SIG_DFL);
    ::alarm(10);
    try {
      devices();
      ::_exit(kAnswered);
    } catch (...) {
      ::_exit(0);
    }
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) return true;  // nobody knows
  return WIFEXITED(status) && WEXITSTATUS(status) == kAnswered;
}

std::string lines_of(const std::vector<DeviceInfo>& found) {
  std::string lines;
  for (const DeviceInfo& device : found) {
    lines += fmt::format("  {:<17} {}, {}, {} of memory; driver: {}\n", device.number, device.name,
                         device.kind, run::format_bytes(device.memory_bytes), device.platform);
  }
  return lines.empty() ? "  none\n" : lines;
}

std::string text(const Paint& paint, const std::vector<DeviceInfo>& found) {
  std::string result =
      paint.heading("Engines of nqueens count, slowest first, that of devices last") + "\n";
  for (const EngineInfo& engine : engines()) {
    result += entry(engine, "; cut into " + engine.decomposition);
  }
  result += fmt::format("\n{}\n", paint.heading("Algorithms of nqueens solve"));
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const auto size = algorithm.practical_size;
    result +=
        entry(algorithm, size == 0 ? "" : fmt::format("; practical up to about {} queens", size));
  }
  result += fmt::format("\n{}\n{}", paint.heading("Devices of engine opencl"), lines_of(found));
  return fmt::format("{}\n{}\n{}\n{}\n{}", result, paint.heading("Machine"),
                     text_of(run::machine()), paint.heading("Build"), text_of(run::build()));
}

Fields members(const std::vector<DeviceInfo>& found) {
  return {{"engines", engines()},
          {"algorithms", algorithms()},
          {"devices", found},
          {"host", run::machine()},
          {"build", run::build()}};
}

std::vector<Option> options_of(CommonOptions& to) {
  return with_common({}, to, {"--json", "--color"});
}

void run(const CommonOptions&, Session& session) {
  const bool answer = drivers_answer();
  const auto found = answer ? devices() : std::vector<DeviceInfo>();
  if (!answer) session.note("a driver of OpenCL crashes or hangs; see /etc/OpenCL/vendors");
  print_result(session, members(found), text(session.output.paint(), found), "");
}

}  // namespace

Command info_command() {
  return {"info",
          "Describe engines, algorithms, this machine and the build",
          {{"nqueens info", "what --engine, --device, --isa and --algorithm may be"},
           {"nqueens info --json", "the same for scripts"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
