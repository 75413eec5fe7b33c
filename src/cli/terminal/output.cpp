#include "cli/terminal/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "placements/npy.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

const std::string kName = "standard output";
constexpr std::size_t kBlock = 1 << 16;

void require_access(const std::string& path, int mode, const std::string& named) {
  if (::access(path.c_str(), mode) == 0) return;
  throw IoError(fmt::format("cannot write: {}; {}", named, base::errno_text(errno)));
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
    throw IoError(fmt::format("cannot write: {}; {}", kName, base::errno_text(errno)));
  }
}

void Output::write_directly(
    const std::function<void(int descriptor, const std::string& name)>& writer) {
  if (!held_.empty()) flush();
  try {
    writer(descriptor_, kName);
  } catch (const IoError&) {
    if (reader_is_gone()) throw ClosedPipe{};
    throw;
  }
}

void Output::write_while_read(std::string_view text, std::string_view end,
                              const std::stop_token& stop) {
  // What a pipe takes without waiting once poll() says that it has room. Files never wait.
  constexpr std::size_t kStep = 4096;
  constexpr int kMilliseconds = 50;
  write_directly([&](int descriptor, const std::string& name) {
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
      base::write_all(descriptor, name, text);
      return;
    }
    while (!text.empty()) {
      pollfd state{descriptor, POLLOUT, 0};
      if (::poll(&state, 1, kMilliseconds) == 0) {
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
  // The library's exception carries no errno; a pipe or socket without a reader shows as POLLERR.
  pollfd state{descriptor_, POLLOUT, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
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

std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format) {
  switch (format) {
    case PlacementFormat::npy:
      return placements::kWrittenHeaderBytes +
             board_size * static_cast<unsigned>(placements::column_bytes(board_size));
    case PlacementFormat::board:
      return board_size * (board_size + 1);
    case PlacementFormat::columns:
      break;
  }
  // One digit and one separator for every column, one digit more for all from each power of ten.
  std::uint64_t bytes = 2 * board_size;
  for (std::uint64_t power = 10; power < board_size; power *= 10) bytes += board_size - power;
  return bytes;
}

void require_writable(const std::string& path, std::uint64_t bytes) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw IoError(fmt::format("cannot write: {}; it is a directory", path));
  }
  if (exists) require_access(path, W_OK, path);
  if (exists && !S_ISREG(status.st_mode)) return;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const std::string directory = parent.empty() ? "." : parent;
  struct stat above {};
  if (::stat(directory.c_str(), &above) == 0 && !S_ISDIR(above.st_mode)) {
    throw IoError(fmt::format("cannot write: {}; {}", path, base::errno_text(ENOTDIR)));
  }
  // A new file takes the name when it is complete, so the directory must be open to writing.
  require_access(directory, W_OK | X_OK, path);
  struct statvfs room {};
  if (::statvfs(directory.c_str(), &room) != 0 || room.f_blocks == 0) return;
  const std::uint64_t left = static_cast<std::uint64_t>(room.f_bavail) * room.f_frsize;
  if (left < bytes) {
    throw IoError(fmt::format("too little room on disk: {}; {} are needed and {} left", path,
                              run::format_bytes(bytes), run::format_bytes(left)));
  }
}

void prepare_process() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong direction for 0 and 1, so that input and results are not silently nothing. Open
    // takes the lowest free number, which is this one.
    const int direction = descriptor == 0 ? O_WRONLY : descriptor == 1 ? O_RDONLY : O_RDWR;
    if (::open("/dev/null", direction) != descriptor) ::_exit(2);
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

}  // namespace nqueens::cli
