#include "durable/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/checksum.hpp"
#include "nqueens/error.hpp"

namespace nqueens::durable {

namespace {

[[noreturn]] void throw_io(const char* what, const std::string& name, int error) {
  throw IoError(fmt::format("{}: {}; {}", what, name, base::errno_text(error)));
}

void lock_journal(const base::FileDescriptor& file, const std::string& name) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) throw_io("cannot lock journal", name, errno);
  throw JournalError(fmt::format(
      "journal in use: {}; another process writes it: wait for its end or name another file",
      name));
}

void sync(const base::FileDescriptor& file, const std::string& name) {
  if (::fdatasync(file.get()) != 0) throw_io("cannot sync journal", name, errno);
}

/// Makes a new or renamed entry of a directory durable.
void sync_directory_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const base::FileDescriptor directory(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a directory; the journal itself is synced all the same.
  if (directory.valid()) ::fsync(directory.get());
}

std::string read_whole(const base::FileDescriptor& file, const std::string& name) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_io("cannot read journal", name, errno);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  text.resize(base::read_some(file.get(), name, text.data(), text.size()));
  return text;
}

void require_regular(const std::string& name, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) {
    throw JournalError(fmt::format("cannot use as journal: {}; it is not a regular file", name));
  }
}

/// Gives the complete file `from` the name `to`, which must not hold anything yet.
void publish(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return;
  if (errno == EEXIST) {
    struct stat status {};
    if (::stat(to.c_str(), &status) == 0) {
      require_regular(to, status);
      if (status.st_size > 0) {
        throw JournalError(fmt::format(
            "journal exists: {}; add --resume to go on with it, or name another file", to));
      }
    }
  } else if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) {
    throw_io("cannot create journal", to, errno);
  }
  // An empty file, or a file system without hard links.
  if (::rename(from.c_str(), to.c_str()) != 0) throw_io("cannot create journal", to, errno);
}

}  // namespace

std::unique_ptr<Journal> Journal::create(const std::filesystem::path& path,
                                         const tasks::Plan& plan) {
  const std::string name = path.string();
  struct stat status {};
  if (::stat(name.c_str(), &status) == 0) require_regular(name, status);
  const std::string temporary = fmt::format("{}.new-{}", name, ::getpid());
  base::FileDescriptor file(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) throw_io("cannot create journal", name, errno);
  try {
    JournalContents contents;
    contents.header = header_of(plan);
    const std::string header = format_header(contents.header);
    contents.good_bytes = header.size();
    lock_journal(file, name);
    base::write_all(file.get(), name, header);
    sync(file, name);
    publish(temporary, name);
    ::unlink(temporary.c_str());
    sync_directory_of(path);
    return std::unique_ptr<Journal>(new Journal(name, std::move(file), std::move(contents)));
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

std::unique_ptr<Journal> Journal::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  // Non-blocking: opening a FIFO must not wait for its other end.
  base::FileDescriptor file(::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) {
    if (errno == ENOENT) {
      throw JournalError(fmt::format("no such journal: {}; leave out --resume to start it", name));
    }
    throw_io("cannot open journal", name, errno);
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_io("cannot open journal", name, errno);
  require_regular(name, status);
  lock_journal(file, name);
  JournalContents contents = parse_journal(read_whole(file, name), name);
  if (contents.torn_bytes > 0) {
    if (::ftruncate(file.get(), static_cast<off_t>(contents.good_bytes)) != 0) {
      throw_io("cannot cut the torn end off journal", name, errno);
    }
    sync(file, name);
  }
  if (::lseek(file.get(), 0, SEEK_END) < 0) throw_io("cannot open journal", name, errno);
  return std::unique_ptr<Journal>(new Journal(name, std::move(file), std::move(contents)));
}

Journal::Journal(std::string name, base::FileDescriptor file, JournalContents contents)
    : name_(std::move(name)),
      file_(std::move(file)),
      contents_(std::move(contents)),
      size_(contents_.good_bytes),
      syncer_([this](const std::stop_token& stop) { sync_until_stopped(stop); }) {}

Journal::~Journal() {
  // finish() reports errors; here, on the way out of another exception, they can only be dropped.
  try {
    finish();
  } catch (...) {
  }
}

void Journal::require_plan(const tasks::Plan& plan) const {
  const JournalHeader wanted = header_of(plan);
  const JournalHeader& found = contents_.header;
  if (found == wanted) return;
  const auto describe = [](const JournalHeader& header) {
    return fmt::format("board {}, problem {}, {} to depth {}, plan {}", header.board_size,
                       header.problem, header.decomposition, header.depth,
                       base::to_hex(header.plan_id));
  };
  throw JournalError(fmt::format("journal of another plan: {}; it holds {}, this run is {}", name_,
                                 describe(found), describe(wanted)));
}

void Journal::task_done(const engine::Task& task, const engine::Tally& tally) {
  if (!tally.is_consistent()) {
    throw Error(
        fmt::format("internal error: the tally of task {} contradicts its residues; check "
                    "this machine's memory",
                    task.id));
  }
  const std::string record = format_record(contents_.header.plan_id, task.id, tally);
  const std::lock_guard guard(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  pending_ += record;
}

void Journal::sync_until_stopped(const std::stop_token& stop) {
  std::unique_lock guard(mutex_);
  while (!wake_.wait_for(guard, stop, kSyncInterval, [&] { return stop.stop_requested(); })) {
    write_pending(guard);
  }
}

/// Writes and syncs what is pending without holding up the threads that append.
void Journal::write_pending(std::unique_lock<std::mutex>& guard) {
  if (pending_.empty() || failure_) return;
  const std::string batch = std::exchange(pending_, {});
  guard.unlock();
  std::exception_ptr failure;
  try {
    base::write_all(file_.get(), name_, batch);
    sync(file_, name_);
    size_ += batch.size();
  } catch (const IoError& error) {
    // Half a batch may be on disk: leave whole records only.
    const bool cut = ::ftruncate(file_.get(), static_cast<off_t>(size_)) == 0;
    failure = std::make_exception_ptr(IoError(
        fmt::format("{}; what was journalled before is {}: make room and go on with --resume",
                    error.what(), cut ? "kept" : "kept, a torn end will be cut off")));
  }
  guard.lock();
  if (failure) failure_ = failure;
}

void Journal::finish() {
  if (syncer_.joinable()) {
    syncer_.request_stop();
    syncer_.join();
  }
  std::unique_lock guard(mutex_);
  write_pending(guard);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace nqueens::durable
