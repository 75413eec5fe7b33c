#include "journal/journal_union.hpp"

#include <fmt/format.h>

#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

/// Tells whether the machines have none in common. If there are none, that is not known.
bool are_apart(const std::set<std::string>& one, const std::set<std::string>& other) {
  return !one.empty() && !other.empty() &&
         std::ranges::none_of(one, [&](const auto& machine) { return other.contains(machine); });
}

}  // namespace

JournalUnion::JournalUnion(const JournalHeader& header, std::string origin)
    : header_(header),
      origin_(std::move(origin)),
      tally_of_(header.tasks),
      journal_of_(header.tasks, kNobody),
      is_counted_twice_(header.tasks) {}

std::uint64_t JournalUnion::add(const std::string& name, const JournalContents& journal) {
  require_plan(name, journal.header);
  require_agreement(name, journal);
  const auto writer = static_cast<std::uint32_t>(names_.size());
  names_.push_back(name);
  Machines machines;
  for (const Provenance& one : journal.counted_by) {
    machines.insert(one.host + " " + one.engine + " " + one.instruction_set);
  }
  machines_.push_back(machines);
  std::vector<bool> differs;  // by journal: it has no machine of this one
  for (const Machines& others : machines_) differs.push_back(are_apart(machines, others));
  std::uint64_t added = 0;
  duplicates_ += journal.duplicates;
  damaged_.count += journal.damaged.count;
  damaged_.bytes += journal.damaged.bytes;
  for (const JournalRecord& record : journal.records) {
    if (has(record.task_id)) {
      ++duplicates_;
      if (differs[journal_of_[record.task_id]]) is_counted_twice_[record.task_id] = true;
      continue;
    }
    journal_of_[record.task_id] = writer;
    tally_of_[record.task_id] = record.tally.solutions();
    record.tally.add_residues_to(residues_);
    ++added;
  }
  tasks_done_ += added;
  return added;
}

void JournalUnion::require_plan(const std::string& name, const JournalHeader& header) const {
  if (header == header_) return;
  const bool differs_in_depth =
      header.board_size == header_.board_size && header.problem == header_.problem &&
      header.decomposition == header_.decomposition && header.depth != header_.depth;
  throw JournalError(fmt::format(
      "journal of another plan: {}; it holds {}, but {} holds {}{}", name, describe(header),
      origin_, describe(header_),
      differs_in_depth
          ? fmt::format(": count all shards at one depth, {} or {}", header_.depth, header.depth)
          : ""));
}

void JournalUnion::require_agreement(const std::string& name,
                                     const JournalContents& journal) const {
  for (const JournalRecord& record : journal.records) {
    const std::uint64_t task = record.task_id;
    if (!has(task) || tally_of_[task] == record.tally.solutions()) continue;
    const std::string& other = names_[journal_of_[task]];
    throw JournalError(fmt::format(
        "contradiction between journals {} and {}: task {} has the tallies {} and {}; one of them "
        "is wrong: delete the line that begins with '{} ' in both files and it is counted again",
        other, name, task, tally_of_[task], record.tally.solutions(), task));
  }
}

std::vector<std::uint64_t> JournalUnion::missing() const {
  std::vector<std::uint64_t> tasks;
  tasks.reserve(header_.tasks - tasks_done_);
  for (std::uint64_t task = 0; task < header_.tasks; ++task) {
    if (!has(task)) tasks.push_back(task);
  }
  return tasks;
}

std::optional<WideCount> JournalUnion::solutions() const {
  if (!complete()) return std::nullopt;
  WideCount sum = 0;
  for (const std::uint64_t tally : tally_of_) sum += tally;
  return sum;
}

}  // namespace nqueens::journal
