#include "cli/output.hpp"

#include <fmt/format.h>
#include <poll.h>
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

bool Output::is_terminal() const {
  return ::isatty(descriptor_) != 0;
}

bool Output::reader_is_gone() const {
  // The library's exception carries no errno; a pipe or socket without a reader shows as POLLERR.
  pollfd state{descriptor_, POLLOUT, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
}

}  // namespace nqueens::cli
