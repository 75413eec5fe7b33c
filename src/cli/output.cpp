#include "cli/output.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {
const std::string kName = "standard output";
constexpr std::size_t kBlock = 1 << 16;
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

void Output::write_while_read(std::string_view text, const std::stop_token& stop) {
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
      const std::string_view step = text.substr(0, kStep);
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

}  // namespace nqueens::cli
