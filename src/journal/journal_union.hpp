// The union of the records of the journals of one count.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "journal/format.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::journal {

/// Equal records of a task are dropped and counted; unequal ones are an error that names both
/// files. There is a sum only if no task is missing.
class JournalUnion {
 public:
  /// An empty union for journals of the plan of `header`, which must have been compared with a
  /// rebuilt plan: a journal can claim any number of tasks. Errors name `origin` as its source.
  JournalUnion(const JournalHeader& header, std::string origin);

  /// Adds the records of a journal, which errors call `name`; returns the number of new ones.
  /// Throws JournalError, and changes nothing, if it is of another plan or contradicts an earlier
  /// one.
  std::uint64_t add(const std::string& name, const JournalContents& journal);

  const JournalHeader& header() const { return header_; }
  bool has(std::uint64_t task) const { return journal_of_[task] != kNobody; }
  std::uint64_t tasks_done() const { return tasks_done_; }
  DamagedLines damaged() const { return damaged_; }
  std::uint64_t duplicates() const { return duplicates_; }  ///< dropped, also within a journal
  /// Tasks with a record in two journals that have no machine in common, by host, engine and
  /// instruction set. Each journal is compared with the first one that has the task.
  std::uint64_t counted_twice() const {
    return static_cast<std::uint64_t>(std::ranges::count(is_counted_twice_, true));
  }
  /// Returns the journal, by the order of add(), that a task's record came from first.
  std::size_t journal_of(std::uint64_t task) const { return journal_of_[task]; }
  bool complete() const { return tasks_done_ == header_.tasks; }
  std::vector<std::uint64_t> missing() const;  ///< ids of the tasks without a record, ascending
  std::optional<WideCount> solutions() const;
  /// Returns the tallies by task; 0 if there is no record.
  const std::vector<std::uint64_t>& tallies() const { return tally_of_; }
  /// Returns the sum of the residues of the records, modulo engine::kResiduePrimes[which].
  std::uint32_t residue(int which) const { return residues_[which]; }

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;
  using Machines = std::set<std::string>;  ///< host, engine and instruction set of each

  void require_plan(const std::string& name, const JournalHeader& header) const;
  void require_agreement(const std::string& name, const JournalContents& journal) const;

  JournalHeader header_;
  std::string origin_;
  std::vector<std::string> names_;         // of the journals added
  std::vector<Machines> machines_;         // of each of them
  std::vector<std::uint64_t> tally_of_;    // by task, where there is a record
  std::vector<std::uint32_t> journal_of_;  // by task: the journal that it came from first
  std::vector<bool> is_counted_twice_;     // by task
  std::uint32_t residues_[2] = {0, 0};
  std::uint64_t tasks_done_ = 0;
  std::uint64_t duplicates_ = 0;
  DamagedLines damaged_;
};

}  // namespace nqueens::journal
