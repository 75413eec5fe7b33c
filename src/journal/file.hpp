// Journals as files of one writer: begun, found and resumed, appended to by all threads of a run,
// synced in batches; and closed journals, written as a whole. What has been synced survives any end
// of the process or the machine.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "journal/format.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::journal {

class Journal;

/// A journal that was found under its name, locked and read. Nothing can be appended to it: that
/// takes the plan, and resume().
class FoundJournal {
 public:
  /// Throws IoError, and JournalError when another process has it or parse_journal refuses it.
  static FoundJournal open(const std::filesystem::path& path);

  const JournalContents& contents() const { return contents_; }

  /// Throws JournalError naming both when the journal is of another board or other squares.
  void require_problem(const Problem& problem) const;

  /// Throws JournalError when the journal is of another plan (naming both) or has an impossible
  /// tally; the file is then as it was. Otherwise cuts off a torn tail; the journal is ready.
  std::unique_ptr<Journal> resume(const counting::Plan& plan) &&;

 private:
  FoundJournal(std::string name, base::FileDescriptor file, JournalContents contents);

  std::string name_;
  base::FileDescriptor file_;
  JournalContents contents_;
};

/// A journal that this process appends to.
class Journal final : public run::TaskSink {
 public:
  /// Starts a journal. The file appears under its name with a synced header or not at all. Throws
  /// JournalError when it exists and is not empty, IoError when it cannot be written.
  static std::unique_ptr<Journal> create(const std::filesystem::path& path,
                                         const counting::Plan& plan);

  ~Journal() override;

  /// What was there when it was resumed; no records after create().
  const JournalContents& contents() const { return contents_; }

  /// Who counts from now on, or counts as well. Stands ahead of the next record, unless the journal
  /// says it already; without a record it is not written.
  void add_counter(const Provenance& provenance);

  /// Appends a record; on disk within about kSyncInterval. Throws what a failed write left behind:
  /// IoError for a full disk, JournalError when the file has been deleted or renamed meanwhile.
  /// Called from all threads. A closed journal takes no record: JournalError.
  void task_done(const counting::Task& task, const counting::Tally& tally) override;

  /// Writes and syncs everything; throws IoError. Nothing may be appended after it.
  void finish();

  /// Longest time that a record stays unsynced. A count of 15 queens takes as long with a journal
  /// as without (median ratio of pairs 0.99).
  static constexpr std::chrono::milliseconds kSyncInterval{100};

 private:
  friend class FoundJournal;

  Journal(std::string name, base::FileDescriptor file, JournalContents contents);
  void sync_until_stopped(const std::stop_token& stop);
  void write_pending(std::unique_lock<std::mutex>& lock);
  std::exception_ptr append(const std::string& batch) noexcept;
  void require_in_place() const;

  const std::string name_;
  base::FileDescriptor file_;
  JournalContents contents_;
  std::uint64_t size_ = 0;  ///< bytes that are known to be whole records

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string pending_;
  std::vector<Provenance> counted_by_;  ///< that the journal says, or will with the next record
  std::string counters_;                ///< lines that go ahead of the next record
  std::exception_ptr failure_;
  std::jthread syncer_;
};

/// Writes a closed journal under that name, as a whole or not at all; gives its bytes. A journal of
/// the same plan that agrees with it, and that no process writes, is replaced. Throws JournalError
/// when the name is that of anything else, and IoError.
std::uint64_t write_closed(const ClosedJournal& journal, const std::filesystem::path& path);

}  // namespace nqueens::journal
