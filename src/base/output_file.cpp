// Replacing a file in one step, by rename.
#include "base/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "nqueens/error.hpp"

namespace nqueens::base {

OutputFile::OutputFile(const std::filesystem::path& target)
    : name_(target.string()), target_(target) {
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    open_in_place();
    return;
  }
  target_ = follow_links(target);  // rename() replaces a link, not the file that it names
  // The folder's permission would be enough for rename().
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  file_ = make_temporary(target_, temporary_);
  if (!file_.valid()) fail(errno);
  if (exists) {
    // Without effect where the file system has no permissions.
    [[maybe_unused]] const int changed = ::fchmod(file_.get(), status.st_mode & 07777);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit(bool synced) {
  if (synced && ::fsync(file_.get()) != 0) fail(errno);
  // Closing reports late errors; a copy keeps the lock until the file has its name.
  const base::FileDescriptor locked(::dup(file_.get()));
  file_.close(name_);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  if (synced) sync_folder_of(target_);
}

void OutputFile::open_in_place() {
  file_ = base::FileDescriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file_.valid()) fail(errno);
}

void OutputFile::fail(int error) const {
  throw IoError(fmt::format("cannot write: {}; {}", name_, base::errno_text(error)));
}

}  // namespace nqueens::base
