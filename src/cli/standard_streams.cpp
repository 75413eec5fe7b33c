#include "cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace nqueens::cli {

void open_missing_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong direction for 0 and 1, so that input and results are not silently nothing. Open
    // takes the lowest free number, which is this one.
    const int direction = descriptor == 0 ? O_WRONLY : descriptor == 1 ? O_RDONLY : O_RDWR;
    if (::open("/dev/null", direction) != descriptor) ::_exit(2);
  }
}

void ignore_failed_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace nqueens::cli
