// An open journal: the file of one writer, locked, appended to by all threads of a run, synced in
// batches. What has been synced survives any end of the process or the machine.
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
#include "journal/journal_format.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::journal {

class Journal final : public run::TaskSink {
 public:
  /// Starts a journal. The file appears under its name with a synced header or not at all. Throws
  /// JournalError when it exists and is not empty, IoError when it cannot be written.
  static std::unique_ptr<Journal> create(const std::filesystem::path& path,
                                         const counting::Plan& plan);

  /// Opens a journal to go on with, locks it and reads it; resume() must follow. Throws IoError,
  /// and JournalError when another process has it or parse_journal refuses it.
  static std::unique_ptr<Journal> open(const std::filesystem::path& path);

  ~Journal() override;

  /// What was there when it was opened; no records after create().
  const JournalContents& contents() const { return contents_; }

  /// Throws JournalError naming both when the journal is of another board or other squares.
  void require_problem(const Problem& problem) const;

  /// Throws JournalError naming both when the journal is of another plan; the file is then as it
  /// was. Otherwise cuts off a torn tail and makes the journal ready to append to.
  void resume(const counting::Plan& plan);

  /// Who counts from now on, or counts as well. Stands ahead of the next record, unless the journal
  /// says it already; without a record it is not written.
  void add_counter(const Provenance& provenance);

  /// Appends a record; on disk within about kSyncInterval. Throws what a failed write left behind:
  /// IoError for a full disk, JournalError when the file has been deleted or renamed meanwhile.
  /// Called from all threads.
  void task_done(const counting::Task& task, const counting::Tally& tally) override;

  /// Writes and syncs everything; throws IoError. Nothing may be appended after it.
  void finish();

  /// Longest time that a record stays unsynced. A count of 15 queens takes as long with a journal
  /// as without (median ratio of pairs 0.99).
  static constexpr std::chrono::milliseconds kSyncInterval{100};

 private:
  Journal(std::string name, base::FileDescriptor file, JournalContents contents);
  void start();
  void sync_until_stopped(const std::stop_token& stop);
  void write_pending(std::unique_lock<std::mutex>& lock);
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

}  // namespace nqueens::journal
