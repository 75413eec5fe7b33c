// Replacing a file in one step, by rename.
#include "placements/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "nqueens/error.hpp"

namespace nqueens::placements {

OutputFile::OutputFile(const std::filesystem::path& target)
    : name_(target.string()), target_(target) {
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    open_in_place();
    return;
  }
  // rename() replaces a link, not the file that it names. (Fails only for links into nowhere, which
  // are replaced.)
  std::error_code ignored;
  const auto resolved = std::filesystem::canonical(target, ignored);
  if (!ignored) target_ = resolved;
  // The folder's permission would be enough for rename().
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  open_temporary();
  if (exists) {
    // Without effect where the file system has no permissions.
    [[maybe_unused]] const int changed = ::fchmod(file_.get(), status.st_mode & 07777);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  file_.close(name_);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::open_in_place() {
  file_ = base::FileDescriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file_.valid()) fail(errno);
}

void OutputFile::open_temporary() {
  static std::atomic<unsigned> number{0};
  for (;;) {
    // Not made from the target's name, which may be as long as names can be.
    temporary_ = target_.parent_path() / fmt::format(".nqueens-{}-{}.tmp", ::getpid(), number++);
    file_ = base::FileDescriptor(
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.valid()) return;
    if (errno == EEXIST) continue;
    const int error = errno;
    temporary_.clear();
    fail(error);
  }
}

void OutputFile::fail(int error) const {
  throw IoError(fmt::format("cannot write: {}; {}", name_, base::errno_text(error)));
}

}  // namespace nqueens::placements
