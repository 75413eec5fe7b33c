#include "journal/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/numbers.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

struct stat status_of(const base::FileDescriptor& file, const char* what, const std::string& name) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) base::throw_io(what, name, errno);
  return status;
}

void lock_journal(const base::FileDescriptor& file, const std::string& name) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) base::throw_io("cannot lock journal", name, errno);
  throw JournalError(fmt::format(
      "journal in use: {}; another process writes it: wait for its end or name another file",
      name));
}

void sync(const base::FileDescriptor& file, const std::string& name) {
  if (::fdatasync(file.get()) != 0) base::throw_io("cannot sync journal", name, errno);
}

void require_regular(const std::string& name, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) {
    throw JournalError(fmt::format("cannot use {} as journal: it is not a regular file", name));
  }
}

/// Throws JournalError for /dev/stdout, /dev/fd/4 and everything else in the system's own folders,
/// also through links: these are streams, devices, or files that the system makes up.
void require_file(const std::filesystem::path& path) {
  std::error_code error;
  for (const std::filesystem::path& at :
       base::follow_links(std::filesystem::absolute(path, error))) {
    const auto folder = std::filesystem::canonical(at.parent_path(), error);
    const auto is_in = [&folder](const std::filesystem::path& other) {
      return std::mismatch(other.begin(), other.end(), folder.begin(), folder.end()).first ==
             other.end();
    };
    if ((is_in("/dev") && !is_in("/dev/shm")) || is_in("/proc") || is_in("/sys")) {
      throw JournalError(
          fmt::format("cannot use {} as journal: it is not a regular file", path.string()));
    }
  }
}

[[noreturn]] void throw_exists(const std::string& name) {
  throw JournalError(fmt::format("journal exists: {}; name another file", name));
}

bool is_same_file(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// Locks a file that was opened by this name. Throws JournalError if it does not have the name any
/// more: what is written to a file without a name is lost.
void lock_named(const base::FileDescriptor& file, const std::string& name) {
  lock_journal(file, name);
  const struct stat opened = status_of(file, "cannot lock journal", name);
  struct stat now {};
  if (::stat(name.c_str(), &now) == 0 && is_same_file(opened, now)) return;
  throw JournalError(fmt::format(
      "journal was replaced or deleted meanwhile: {}; run the same command again", name));
}

/// Locks an empty file, which counts as a journal not yet begun, so that only one process begins
/// it. Returns an invalid descriptor if there is no file.
base::FileDescriptor claim_empty_file(const std::string& target, const std::string& name) {
  base::FileDescriptor file(::open(target.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) {
    if (errno == ENOENT) return file;
    base::throw_io("cannot create journal", name, errno);
  }
  const auto require_empty = [&] {
    const struct stat status = status_of(file, "cannot create journal", name);
    require_regular(name, status);
    if (status.st_size > 0) throw_exists(name);
  };
  require_empty();  // before the lock: a journal that exists is said to exist, also while in use
  lock_named(file, name);
  require_empty();
  return file;
}

/// Reads the whole text of an open journal; of a file that does not begin like one, which may be
/// larger than the memory, only the beginning. Throws JournalError if the file is larger than a
/// journal with the number of tasks in its header can be.
std::string read_text(const base::FileDescriptor& file, const std::string& name) {
  // It has 20 digits of a task, 20 of a tally, two residues and the check sum.
  constexpr std::size_t kLongestRecord = 71;
  // These tell who counted, and what a crash may have left between records.
  constexpr std::size_t kMaxOtherBytes = 1 << 20;
  const auto size = static_cast<std::size_t>(status_of(file, "cannot read", name).st_size);
  std::string text;
  const auto read_up_to = [&](std::size_t end) {
    const std::size_t begin = text.size();  // less than asked for, if the file has become shorter
    text.resize(end);
    text.resize(begin + base::read_some(file.get(), name, text.data() + begin, end - begin));
  };
  read_up_to(std::min(size, kLongestHeader));
  if (!is_journal(text) || text.size() == size) return text;
  const std::uint64_t tasks = parse_header(text, name).tasks;
  if (tasks > engine::kMaxTasks || size > kMaxOtherBytes + kLongestRecord * tasks) {
    throw JournalError(fmt::format("journal is too large: {}; {} bytes for {}: restore a copy",
                                   name, size, base::plural(tasks, "task")));
  }
  read_up_to(size);
  return text;
}

/// Checks that the closed journal loses no record of the file that it will replace.
void require_replaceable(const base::FileDescriptor& file, const ClosedJournal& journal,
                         const std::string& name) {
  require_regular(name, status_of(file, "cannot write journal", name));
  lock_named(file, name);
  const std::string text = read_text(file, name);
  if (text.empty()) return;
  if (!is_journal(text)) {
    throw JournalError(fmt::format("file exists and is no journal: {}; name another file", name));
  }
  const JournalContents contents = parse_journal(text, name);
  if (contents.header != journal.header) {
    throw JournalError(
        fmt::format("journal of another plan is there: {}; it holds {}: name another file", name,
                    describe(contents.header)));
  }
  for (const JournalRecord& record : contents.records) {
    const std::uint64_t tally = journal.tallies[record.task_id];
    if (record.tally.solutions() == tally) continue;
    throw JournalError(
        fmt::format("contradiction with the journal that is there: {} has {} of task {}, the "
                    "merged journals {}; one of them is wrong: audit both",
                    name, record.tally.solutions(), record.task_id, tally));
  }
}

/// Renames the complete file `from` to `to`, which must not exist.
void publish(const std::string& from, const std::string& to, const std::string& name) {
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return;
  }
  // Some file systems have no hard links.
  if (errno != EEXIST &&
      ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return;
  }
  if (errno == EEXIST) throw_exists(name);
  base::throw_io("cannot create journal", name, errno);
}

/// Writes a file whole; returns it open and locked. `target` must not exist, unless it is the
/// locked file `old`: then it is replaced, and keeps its owner and permissions.
base::FileDescriptor write_whole(const std::string& target, const std::string& name,
                                 std::string_view text, const base::FileDescriptor& old) {
  std::filesystem::path temporary;
  base::FileDescriptor file = base::make_temporary(target, temporary, LOCK_EX);
  if (!file.valid()) base::throw_io("cannot create journal", name, errno);
  try {
    lock_journal(file, name);
    base::write_all(file.get(), name, text);
    sync(file, name);
    if (old.valid()) {
      base::keep_owner_and_mode(file, status_of(old, "cannot create journal", name));
      if (::rename(temporary.c_str(), target.c_str()) != 0) {
        base::throw_io("cannot create journal", name, errno);
      }
    } else {
      publish(temporary.string(), target, name);
    }
    base::sync_folder_of(target);
    return file;
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

base::FileDescriptor open_journal(const std::string& name) {
  // Non-blocking: opening a FIFO must not wait for its other end.
  base::FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid() && errno == ENOENT) {
    throw IoError(fmt::format("no such journal: {}; check the name", name));
  }
  if (!file.valid()) base::throw_io("cannot read journal", name, errno);
  if (!S_ISREG(status_of(file, "cannot read journal", name).st_mode)) {
    throw JournalError(fmt::format("cannot read journal {}: it is not a regular file", name));
  }
  return file;
}

}  // namespace

JournalContents read_journal(const std::filesystem::path& path) {
  const std::string name = path.string();
  return parse_journal(read_text(open_journal(name), name), name);
}

JournalHeader read_header(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::string text(kLongestHeader, '\0');
  text.resize(base::read_some(open_journal(name).get(), name, text.data(), text.size()));
  return parse_header(text, name);
}

void require_possible(const JournalContents& contents, const engine::Plan& plan,
                      const std::string& name) {
  for (const JournalRecord& record : contents.records) {
    const engine::Task& task = plan.tasks()[record.task_id];
    const std::string tally = plan.impossible(task, record.tally);
    if (tally.empty()) continue;
    throw JournalError(
        fmt::format("impossible tally in journal {}: {}; delete the line that begins with '{} ' "
                    "and it is counted again",
                    name, tally, task.id));
  }
}

Problem problem_of(const JournalHeader& header, const std::string& name) {
  if (std::optional<Problem> problem = parse_problem(header)) return *problem;
  throw JournalError(
      fmt::format("journal of an unknown problem: {}; it holds {}", name, problem_text(header)));
}

void require_problem(const JournalHeader& header, const std::string& name, const Problem& problem) {
  if (header.board_size == problem.columns() && header.problem == problem.description()) return;
  throw JournalError(
      fmt::format("journal of another plan: {}; it holds {}, this run is board {}: leave the board "
                  "out to resume it, or name another file",
                  name, problem_text(header), to_text(board_of(problem))));
}

std::optional<double> seconds_of_writing(const std::filesystem::path& path) {
  struct statx times {};
  const auto wanted = STATX_BTIME | STATX_MTIME;
  if (::statx(AT_FDCWD, path.c_str(), 0, wanted, &times) != 0) return std::nullopt;
  if ((times.stx_mask & wanted) != wanted) return std::nullopt;
  const auto seconds = [](const statx_timestamp& at) {
    return static_cast<double>(at.tv_sec) + 1e-9 * at.tv_nsec;
  };
  return seconds(times.stx_mtime) - seconds(times.stx_btime);
}

FoundJournal FoundJournal::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  require_file(path);
  base::remove_abandoned(base::follow_links(path).back().parent_path());
  // Non-blocking: opening a FIFO must not wait for its other end.
  base::FileDescriptor file(::open(name.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) base::throw_io("cannot open journal", name, errno);
  require_regular(name, status_of(file, "cannot open journal", name));
  lock_named(file, name);
  return FoundJournal(name, std::move(file));
}

FoundJournal::FoundJournal(std::string name, base::FileDescriptor file)
    : name_(std::move(name)),
      file_(std::move(file)),
      contents_(parse_journal(read_text(file_, name_), name_)) {}

std::unique_ptr<Journal> FoundJournal::resume(const engine::Plan& plan) && {
  const JournalHeader wanted = header_of(plan);
  if (contents_.header != wanted) {
    throw JournalError(fmt::format("journal of another plan: {}; it holds {}, this run is {}",
                                   name_, describe(contents_.header), describe(wanted)));
  }
  require_possible(contents_, plan, name_);
  if (contents_.torn_bytes > 0) {
    if (::ftruncate(file_.get(), static_cast<off_t>(contents_.whole_bytes)) != 0) {
      base::throw_io("cannot cut the torn end off journal", name_, errno);
    }
    sync(file_, name_);
  }
  return std::unique_ptr<Journal>(
      new Journal(std::move(name_), std::move(file_), std::move(contents_)));
}

std::unique_ptr<Journal> Journal::create(const std::filesystem::path& path,
                                         const engine::Plan& plan) {
  const std::string name = path.string();
  require_file(path);
  const std::string target = base::follow_links(path).back().string();
  const base::FileDescriptor claimed = claim_empty_file(target, name);
  JournalContents contents;
  contents.header = header_of(plan);
  base::FileDescriptor file = write_whole(target, name, format_header(contents.header), claimed);
  // It appends, as a resumed journal does: even if locks fail, two writers lose no record.
  if (::fcntl(file.get(), F_SETFL, O_APPEND) != 0) {
    base::throw_io("cannot create journal", name, errno);
  }
  return std::unique_ptr<Journal>(new Journal(name, std::move(file), std::move(contents)));
}

Journal::Journal(std::string name, base::FileDescriptor file, JournalContents contents)
    : name_(std::move(name)),
      file_(std::move(file)),
      contents_(std::move(contents)),
      counted_by_(contents_.counted_by) {
  for (const JournalRecord& record : contents_.records) {
    tally_of_.emplace(record.task_id, record.tally.solutions());
  }
  syncer_ = std::jthread([this](const std::stop_token& stop) { sync_until_stopped(stop); });
}

Journal::~Journal() {
  // finish() reports errors; a destructor can only drop them.
  try {
    finish();
  } catch (...) {
  }
}

void Journal::add_provenance(const Provenance& provenance) {
  const std::lock_guard guard(mutex_);
  if (std::find(counted_by_.begin(), counted_by_.end(), provenance) != counted_by_.end()) return;
  counted_by_.push_back(provenance);
  provenance_lines_ += format_provenance_line(contents_.header.plan_id, provenance);
}

void Journal::task_done(const engine::Task& task, const engine::Tally& tally) {
  if (contents_.closed) {
    throw JournalError(fmt::format("journal is closed: {}; nothing can be added to it", name_));
  }
  const std::string record = format_record(contents_.header.plan_id, task.id, tally);
  const std::lock_guard guard(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  tally_of_.emplace(task.id, tally.solutions());
  pending_ += std::exchange(provenance_lines_, {});
  pending_ += record;
}

void Journal::sync_until_stopped(const std::stop_token& stop) {
  std::unique_lock guard(mutex_);
  while (!wake_.wait_for(guard, stop, kSyncInterval, [&] { return stop.stop_requested(); })) {
    write_pending(guard);
  }
}

/// Writes and syncs what is pending without blocking the threads that append.
void Journal::write_pending(std::unique_lock<std::mutex>& guard) {
  if (pending_.empty() || failure_) return;
  const std::string batch = std::exchange(pending_, {});
  guard.unlock();
  const std::exception_ptr failure = append(batch);
  guard.lock();
  if (failure) failure_ = failure;
}

/// Returns the error, if any: an exception that leaves the syncing thread would end the process,
/// also one for lack of memory for an error's text.
std::exception_ptr Journal::append(const std::string& batch) noexcept {
  try {
    has_written_ = true;
    try {
      base::write_all(file_.get(), name_, batch);
      sync(file_, name_);
    } catch (const IoError& error) {
      throw IoError(fmt::format("{}; what was journalled before is kept: make room and resume it",
                                error.what()));
    }
    require_there();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

void Journal::require_there() const {
  const struct stat opened = status_of(file_, "cannot sync journal", name_);
  struct stat named {};
  if (::stat(name_.c_str(), &named) == 0 && is_same_file(opened, named)) return;
  throw JournalError(fmt::format(
      "journal is gone: {}; it was deleted or replaced during the run: run it again", name_));
}

void Journal::require_recorded() const {
  require_there();
  const JournalContents found = read_journal(name_);
  const bool agree =
      found.records.size() == tally_of_.size() &&
      std::all_of(found.records.begin(), found.records.end(), [&](const JournalRecord& record) {
        const auto known = tally_of_.find(record.task_id);
        return known != tally_of_.end() && known->second == record.tally.solutions();
      });
  if (agree) return;
  throw JournalError(fmt::format(
      "journal was changed: {}; it does not hold what this run has written: resume it", name_));
}

void Journal::finish() {
  if (syncer_.joinable()) {
    syncer_.request_stop();
    syncer_.join();
  }
  std::unique_lock guard(mutex_);
  write_pending(guard);
  if (!failure_ && std::exchange(has_written_, false)) {
    try {
      require_recorded();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  if (failure_) std::rethrow_exception(failure_);
}

std::uint64_t write_closed(const ClosedJournal& journal, const std::filesystem::path& path) {
  const std::string name = path.string();
  require_file(path);
  // It is locked until it is replaced; NFS locks only what is open for writing.
  const base::FileDescriptor old(::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!old.valid() && errno != ENOENT) base::throw_io("cannot write journal", name, errno);
  if (old.valid()) require_replaceable(old, journal, name);
  const std::string text = format_closed(journal);
  write_whole(base::follow_links(path).back().string(), name, text, old);
  return text.size();
}

}  // namespace nqueens::journal
