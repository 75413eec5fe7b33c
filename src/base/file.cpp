#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "nqueens/error.hpp"

namespace nqueens::base {

void throw_io(const char* what, const std::string& name, int error) {
  IoError refused(fmt::format("{} {}: {}", what, name, errno_text(error)));
  refused.number = error;
  throw refused;
}

namespace {

using Clock = std::chrono::steady_clock;
std::atomic<int> waiting{0};               // calls that may wait
std::atomic<Clock::time_point> since{{}};  // the first of them began

/// A call that may wait for another program; with a descriptor, unless that is of a regular file.
struct Wait {
  explicit Wait(int descriptor = -1) {
    struct stat status {};
    is_counted = ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode);
    if (is_counted && waiting == 0) since = Clock::now();
    if (is_counted) ++waiting;
  }
  ~Wait() { waiting -= is_counted; }
  bool is_counted;
};

/// `write` writes some of the bytes and returns their number.
template <typename Write>
void write_each(const std::string& name, std::string_view bytes, const Write& write) {
  while (!bytes.empty()) {
    const ssize_t written = write(bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_io("cannot write", name, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Names this machine's temporary files: a lock that another machine holds may not be visible.
std::string temporary_prefix() {
  utsname system{};
  ::uname(&system);
  std::string host(std::string_view(system.nodename).substr(0, 64));
  std::replace(host.begin(), host.end(), '/', '_');
  return fmt::format(".nqueens-{}-", host);
}

/// Locks the file unless another process has. False if one has, and on file systems without locks.
bool lock(const FileDescriptor& file) {
  return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

bool has_a_name(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && status.st_nlink > 0;
}

}  // namespace

std::string errno_text(int error) {
  return std::generic_category().message(error);
}

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FileDescriptor::close(const std::string& name) {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && ::close(descriptor) != 0 && errno != EINTR) {
    throw_io("cannot finish writing", name, errno);
  }
}

double longest_wait() {
  if (waiting == 0) return 0;
  return std::chrono::duration<double>(Clock::now() - since.load()).count();
}

FileDescriptor open_for_reading(const std::string& name) {
  const Wait wait;  // for the writer of a FIFO
  FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_io("cannot read", name, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw_io("cannot read", name, EISDIR);
  }
  return file;
}

std::string read_system_file(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!file.valid()) return text;
  std::array<char, 4096> block;
  for (ssize_t count; text.size() < (std::size_t{64} << 10) &&
                      (count = ::read(file.get(), block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

void write_all(int descriptor, const std::string& name, std::string_view bytes) {
  constexpr std::size_t kStep = 1 << 16;  // what a slow reader takes ends the wait
  write_each(name, bytes, [&](std::string_view rest) {
    const Wait wait(descriptor);
    if (wait.is_counted) rest = rest.substr(0, kStep);
    return ::write(descriptor, rest.data(), rest.size());
  });
}

void write_all_at(int descriptor, const std::string& name, std::string_view bytes,
                  std::uint64_t position) {
  const std::uint64_t end = position + bytes.size();
  write_each(name, bytes, [&](std::string_view rest) {
    return ::pwrite(descriptor, rest.data(), rest.size(), static_cast<off_t>(end - rest.size()));
  });
}

std::optional<std::uint64_t> seekable_position(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  const off_t position = ::lseek(descriptor, 0, SEEK_CUR);
  if (flags < 0 || (flags & O_APPEND) != 0 || position < 0) return std::nullopt;
  return static_cast<std::uint64_t>(position);
}

std::vector<std::filesystem::path> follow_links(const std::filesystem::path& path) {
  constexpr std::size_t kMostLinks = 40;  // as the system allows
  std::vector<std::filesystem::path> names = {path};
  std::error_code error;
  while (names.size() <= kMostLinks) {
    const std::filesystem::path target = std::filesystem::read_symlink(names.back(), error);
    if (error) break;
    names.push_back(names.back().parent_path() / target);
  }
  return names;
}

FileDescriptor make_temporary(const std::filesystem::path& target, std::filesystem::path& path) {
  static std::atomic<unsigned> number{0};
  remove_abandoned(target.parent_path());
  for (;;) {
    // Not made from the target's name, which may already have the maximum length.
    path =
        target.parent_path() / fmt::format("{}{}-{}.tmp", temporary_prefix(), ::getpid(), number++);
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.valid()) {
      // Another process may have taken it for abandoned before it was locked.
      if (!lock(file) && errno == EWOULDBLOCK) continue;
      if (has_a_name(file)) return file;
      continue;
    }
    if (errno == EEXIST) continue;
    const int error = errno;
    path.clear();
    errno = error;
    return file;
  }
}

void remove_abandoned(const std::filesystem::path& folder) {
  const std::string prefix = temporary_prefix();
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (const std::filesystem::directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".tmp")) continue;
    const FileDescriptor file(
        ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.valid() && lock(file)) ::unlink(entry->path().c_str());
  }
}

void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const FileDescriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder; the file itself is synced all the same.
  if (folder.valid()) ::fsync(folder.get());
}

std::size_t read_some(int descriptor, const std::string& name, char* buffer, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const Wait wait(descriptor);
    const ssize_t count = ::read(descriptor, buffer + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_io("cannot read", name, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

OutputFile::OutputFile(const std::filesystem::path& target)
    : name_(target.string()), target_(target) {
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw_io("cannot write", name_, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    const Wait wait;  // for the reader of a FIFO
    file_ = FileDescriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!file_.valid()) throw_io("cannot write", name_, errno);
    return;
  }
  target_ = follow_links(target).back();  // rename() replaces a link, not the file that it names
  // rename() would ask for permission to write the folder only.
  if (exists && ::access(target_.c_str(), W_OK) != 0) throw_io("cannot write", name_, errno);
  file_ = make_temporary(target_, temporary_);
  if (!file_.valid()) throw_io("cannot write", name_, errno);
  if (exists) {
    // Fails on file systems without permissions, which does no harm.
    [[maybe_unused]] const int changed = ::fchmod(file_.get(), status.st_mode & 07777);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  // Closing reports late errors; a copy keeps the lock until the file has its name.
  const FileDescriptor locked(::dup(file_.get()));
  file_.close(name_);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_io("cannot write", name_, errno);
  temporary_.clear();
}

}  // namespace nqueens::base
