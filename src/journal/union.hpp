// Merging journals is the union of their records. An equal duplicate is dropped and counted, an
// unequal one is an error that names both files and the task. There is a sum only when no task is
// missing. Works on parsed journals; opens no file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "journal/format.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::journal {

class JournalUnion {
 public:
  /// An empty union for journals of the plan of `header`, one made here: a journal's own can claim
  /// any number of tasks. Errors name `origin` as the source of the
  /// plan.
  JournalUnion(const JournalHeader& header, std::string origin);

  /// Adds the records of a journal, which errors call `name`; returns how many were new. Throws
  /// JournalError, and changes nothing, when the journal is of another plan or has another tally of
  /// a task than an earlier journal.
  std::uint64_t add(const std::string& name, const JournalContents& journal);

  const JournalHeader& header() const { return header_; }
  bool has(std::uint64_t task) const { return writer_of_[task] != kNobody; }
  std::uint64_t tasks_done() const { return tasks_done_; }
  /// Equal records that were dropped, also within one journal.
  std::uint64_t duplicates() const { return duplicates_; }
  bool complete() const { return tasks_done_ == header_.tasks; }
  /// Ids of the tasks without a record, ascending.
  std::vector<std::uint64_t> missing() const;
  /// The sum over all tasks; nullopt while one is missing.
  std::optional<WideCount> solutions() const;
  /// By task; 0 where there is no record.
  const std::vector<std::uint64_t>& tallies() const { return tally_of_; }
  /// Sum of the residues of the records, modulo counting::kResiduePrimes[which].
  std::uint32_t residue(int which) const { return residues_[which]; }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  void require_plan(const std::string& name, const JournalHeader& header) const;
  void require_agreement(const std::string& name, const JournalContents& journal) const;

  JournalHeader header_;
  std::string origin_;
  std::vector<std::string> names_;        // of the journals added
  std::vector<std::uint64_t> tally_of_;   // by task, where there is a record
  std::vector<std::uint32_t> writer_of_;  // by task: the journal that it came from first
  std::uint32_t residues_[2] = {0, 0};
  std::uint64_t tasks_done_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace nqueens::journal
