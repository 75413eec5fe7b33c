#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <system_error>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"

namespace nqueens::base {

void throw_io(const char* what, const std::string& name, int error) {
  IoError refused(fmt::format("{} {}: {}", what, name, errno_text(error)));
  refused.number = error;
  throw refused;
}

namespace {

using Clock = std::chrono::steady_clock;
std::mutex wait_mutex;
int waiting = 0;          // calls that may wait for another program; guarded by wait_mutex
Clock::time_point since;  // when the first of them began; guarded by wait_mutex

/// Lives while a call may wait for another program. None does for a regular file.
class Wait {
 public:
  explicit Wait(bool may_wait = true) : may_wait_(may_wait) {
    if (!may_wait_) return;
    const std::lock_guard lock(wait_mutex);
    if (waiting++ == 0) since = Clock::now();
  }
  Wait(const Wait&) = delete;
  ~Wait() {
    if (!may_wait_) return;
    const std::lock_guard lock(wait_mutex);
    --waiting;
  }

 private:
  const bool may_wait_;
};

bool may_wait(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode);
}

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

/// Accepts exactly such a name: neither of host "a-2" on host "a", nor given by a person.
bool is_temporary(const std::string& name, const std::string& prefix) {
  int end = -1;
  if (!name.starts_with(prefix)) return false;
  std::sscanf(name.c_str() + prefix.size(), "%*[0-9]-%*[0-9].tmp%n", &end);
  return name.size() - prefix.size() == static_cast<std::size_t>(end);
}

/// Returns 0 or an error: another process may have removed the new file before it was locked.
int lock_new(const FileDescriptor& file, int lock) {
  struct stat status {};
  if (::flock(file.get(), lock | LOCK_NB) != 0 && errno == EWOULDBLOCK) return errno;
  if (::fstat(file.get(), &status) != 0) return errno;
  return status.st_nlink > 0 ? 0 : ESTALE;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// Takes the error of the last system call, if none is given.
void refuse_if(bool is_so, const OutputTarget& target, int error = 0) {
  if (is_so) throw_io("cannot write", target.name, error == 0 ? errno : error);
}

bool is_journal(const FileDescriptor& file) {
  std::array<char, kJournalBegin.size()> begin{};
  return ::pread(file.get(), begin.data(), begin.size(), 0) == kJournalBegin.size() &&
         std::string_view(begin.data(), begin.size()) == kJournalBegin;
}

/// Opens the old file as if to write: this needs permission, and no program that runs.
void require_unused(const OutputTarget& target) {
  const FileDescriptor old(::open(target.file.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  const bool is_write_only = errno == EACCES && ::access(target.file.c_str(), W_OK) == 0;
  refuse_if(!old.valid() && !is_write_only, target);
  if (::flock(old.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  if (!is_journal(old)) return;
  throw IoError(fmt::format("journal in use: {}; name another file", target.name));
}

/// rename() refuses mount points, append-only folders, and another's file in a sticky folder.
void require_replaceable(const OutputTarget& target) {
  struct statx folder {};  // zeros where the system does not tell
  struct statx file {};
  ::statx(AT_FDCWD, folder_of(target.file).c_str(), 0, STATX_BASIC_STATS, &folder);
  ::statx(AT_FDCWD, target.file.c_str(), 0, STATX_BASIC_STATS, &file);
  refuse_if((file.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0, target, EBUSY);
  refuse_if((folder.stx_attributes & STATX_ATTR_APPEND) != 0, target, EPERM);
  const uid_t user = ::geteuid();
  const bool is_free = (folder.stx_mode & S_ISVTX) == 0 || user == 0 || user == folder.stx_uid;
  refuse_if(target.old && !is_free && user != file.stx_uid, target, EPERM);
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
  const std::lock_guard lock(wait_mutex);
  return waiting == 0 ? 0 : std::chrono::duration<double>(Clock::now() - since).count();
}

FileDescriptor open_for_reading(const std::string& name) {
  const Wait wait;  // opening waits for the writer of a FIFO
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
  constexpr std::size_t kStep = 1 << 14;  // a reader that takes this much a second is waited for
  const bool waits = may_wait(descriptor);
  write_each(name, bytes, [&](std::string_view rest) {
    const Wait wait(waits);
    return ::write(descriptor, rest.data(), waits ? std::min(rest.size(), kStep) : rest.size());
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
  constexpr std::size_t kMaxLinks = 40;  // as the system allows
  std::vector<std::filesystem::path> names = {path};
  std::error_code error;
  for (;;) {
    const std::filesystem::path target = std::filesystem::read_symlink(names.back(), error);
    if (error) return names;
    if (names.size() > kMaxLinks) throw_io("cannot use", path.string(), ELOOP);
    names.push_back(names.back().parent_path() / target);
  }
}

std::optional<int> descriptor_of(const std::filesystem::path& path) {
  std::error_code error;
  for (const std::filesystem::path& name : follow_links(path)) {
    const std::filesystem::path folder = folder_of(name);
    const bool is_own = std::filesystem::equivalent(folder, "/proc/self/fd", error) ||
                        std::filesystem::equivalent(folder, "/proc/thread-self/fd", error);
    const auto descriptor = parse_number<unsigned>(name.filename().string());
    if (is_own && descriptor) return static_cast<int>(*descriptor);
  }
  return std::nullopt;
}

FileDescriptor make_temporary(const std::filesystem::path& target, std::filesystem::path& path,
                              int lock) {
  constexpr int kMaxAttempts = 100;
  static std::atomic<unsigned> number{0};
  remove_abandoned(target.parent_path());
  int error = EEXIST;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    // It is not made from the target's name, which may already have the maximum length.
    path =
        target.parent_path() / fmt::format("{}{}-{}.tmp", temporary_prefix(), ::getpid(), number++);
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    error = file.valid() ? lock_new(file, lock) : errno;
    if (error == 0) return file;
    if (!file.valid() && error != EEXIST) break;
    if (file.valid()) ::unlink(path.c_str());
  }
  path.clear();
  errno = error;
  return {};
}

void keep_owner_and_mode(const FileDescriptor& file, const struct stat& old) {
  // A new owner clears some permissions. Failures do no harm.
  constexpr auto kSame = static_cast<uid_t>(-1);
  [[maybe_unused]] int done = ::fchown(file.get(), kSame, old.st_gid);
  done = ::fchown(file.get(), old.st_uid, kSame);
  done = ::fchmod(file.get(), old.st_mode & 07777);
}

void remove_abandoned(const std::filesystem::path& folder) {
  const std::string prefix = temporary_prefix();
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (const std::filesystem::directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!is_temporary(name, prefix)) continue;
    const FileDescriptor file(
        ::open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
  }
}

void sync_folder_of(const std::filesystem::path& path) {
  const FileDescriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder; the file itself is synced all the same.
  if (folder.valid()) ::fsync(folder.get());
}

std::size_t read_some(int descriptor, const std::string& name, char* buffer, std::size_t size) {
  std::size_t done = 0;
  const bool waits = may_wait(descriptor);
  while (done < size) {
    const Wait wait(waits);
    const ssize_t count = ::read(descriptor, buffer + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_io("cannot read", name, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

OutputTarget::OutputTarget(const std::filesystem::path& path)
    : name(path.string()), stream(descriptor_of(path)), file(path) {
  struct stat status {};
  const bool exists = (stream ? ::fstat(*stream, &status) : ::stat(path.c_str(), &status)) == 0;
  refuse_if(!exists && (stream || errno != ENOENT), *this);
  refuse_if(exists && S_ISDIR(status.st_mode), *this, EISDIR);
  is_replaced = !stream && (!exists || S_ISREG(status.st_mode));
  if (stream) {
    // The program's own descriptor, which signals wake, has no type; it was not open at the start.
    const bool is_own = (status.st_mode & S_IFMT) == 0;
    refuse_if(is_own || (::fcntl(*stream, F_GETFL) & O_ACCMODE) == O_RDONLY, *this, EBADF);
  } else if (!is_replaced) {
    refuse_if(::access(path.c_str(), W_OK) != 0, *this);
  } else {
    file = follow_links(path).back();  // rename() replaces a link, not the file that it names
    if (exists) old = status;
    if (exists) require_unused(*this);
    require_replaceable(*this);
  }
}

OutputFile::OutputFile(OutputTarget target) : target_(std::move(target)) {
  if (target_.stream) {
    file_ = FileDescriptor(::fcntl(*target_.stream, F_DUPFD_CLOEXEC, 0));
  } else if (target_.is_replaced) {
    // The lock is shared, so that an output to the same file does not take it for a journal in use.
    file_ = make_temporary(target_.file, temporary_, LOCK_SH);
  } else {
    const Wait wait;  // opening waits for the reader of a FIFO
    file_ = FileDescriptor(::open(target_.file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  }
  refuse_if(!file_.valid(), target_);
  if (target_.old) keep_owner_and_mode(file_, *target_.old);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  // Closing reports late errors; a copy keeps the lock until the file has its name.
  const FileDescriptor locked(::dup(file_.get()));
  file_.close(name());
  if (temporary_.empty()) return;
  refuse_if(std::rename(temporary_.c_str(), target_.file.c_str()) != 0, target_);
  temporary_.clear();
}

}  // namespace nqueens::base
