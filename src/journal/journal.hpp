// Journal files. Reading takes no lock, so a running count can append meanwhile. A journal has one
// writer, which begins or resumes it; all threads of a run append, and batches are synced. A synced
// record survives a crash of the process or the machine. Closed journals are written here, too.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/file.hpp"
#include "domain/problem.hpp"
#include "journal/format.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::journal {

/// Reads what is on disk now; an unfinished append looks like a torn tail. Throws IoError, and as
/// parse_journal() does.
JournalContents read_journal(const std::filesystem::path& path);
/// Reads its header alone, in constant time. Throws IoError, and as parse_header() does.
JournalHeader read_header(const std::filesystem::path& path);

/// Throws JournalError (`name` in the message) for a tally that its task cannot have: not a
/// multiple of tally_divisor(), or above max_tally(). Precondition: contents.header is the plan's.
void require_possible(const JournalContents& contents, const engine::Plan& plan,
                      const std::string& name);

/// Returns the problem that the header describes; throws JournalError if it describes none.
Problem problem_of(const JournalHeader& header, const std::string& name);

/// Throws JournalError, naming both, if the journal is of another problem.
void require_problem(const JournalHeader& header, const std::string& name, const Problem& problem);

/// Returns the seconds from the birth of the file to its last write; nullopt where the file system
/// does not keep the birth.
std::optional<double> seconds_of_writing(const std::filesystem::path& path);

class Journal;

/// An existing journal, locked and read. Appending needs the plan: see resume().
class FoundJournal {
 public:
  /// Throws IoError, and JournalError if it is no regular file, another process writes it, or
  /// parse_journal() refuses it.
  static FoundJournal open(const std::filesystem::path& path);

  /// Makes the journal ready for appending, and cuts off what follows the last newline. Throws
  /// JournalError, and leaves the file as it is, if the journal is of another plan (naming both) or
  /// has an impossible tally.
  std::unique_ptr<Journal> resume(const engine::Plan& plan) &&;

 private:
  FoundJournal(std::string name, base::FileDescriptor file);

  std::string name_;
  base::FileDescriptor file_;
  JournalContents contents_;
};

/// A journal that this process appends to.
class Journal final : public run::TaskSink {
 public:
  /// Begins a journal. The file gets its name only after its header is synced. Throws JournalError
  /// if a file that is not empty exists, IoError if it cannot be written.
  static std::unique_ptr<Journal> create(const std::filesystem::path& path,
                                         const engine::Plan& plan);

  ~Journal() override;

  /// Tells what the journal held when it was resumed; no records after create().
  const JournalContents& contents() const { return contents_; }

  /// Adds who counts the records to come. Its line comes before them, unless it is there already.
  void add_provenance(const Provenance& provenance);

  /// Appends a record; it is on disk within about kSyncInterval. All threads may call it. Throws
  /// the error of an earlier write: IoError, for example for a full disk; JournalError if the file
  /// was deleted or replaced. Throws JournalError if the journal is closed.
  void task_done(const engine::Task& task, const engine::Tally& tally) override;

  /// Writes and syncs everything, then reads the file and compares its records with those found or
  /// appended. Throws as task_done() does, and JournalError if they differ. No append may follow.
  void finish();

  /// The longest time between syncs. A count of 15 queens takes as long with a journal as without
  /// (median ratio of pairs 0.99).
  static constexpr std::chrono::milliseconds kSyncInterval{100};

 private:
  friend class FoundJournal;

  Journal(std::string name, base::FileDescriptor file, JournalContents contents);
  void sync_until_stopped(const std::stop_token& stop);
  void write_pending(std::unique_lock<std::mutex>& lock);
  std::exception_ptr append(const std::string& batch) noexcept;
  void require_there() const;
  void require_recorded() const;

  const std::string name_;
  base::FileDescriptor file_;
  JournalContents contents_;
  bool has_written_ = false;

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string pending_;
  std::unordered_map<std::uint64_t, std::uint64_t> tally_of_;  ///< by task, found or appended
  std::vector<Provenance> counted_by_;  ///< in the journal, or written before the next record
  std::string provenance_lines_;        ///< lines to write before the next record
  std::exception_ptr failure_;
  std::jthread syncer_;
};

/// Writes a closed journal, completely or not at all; returns its size in bytes. May replace a
/// journal of the same plan that agrees with it and that no process writes. Throws JournalError if
/// another file has the name, and IoError.
std::uint64_t write_closed(const ClosedJournal& journal, const std::filesystem::path& path);

}  // namespace nqueens::journal
