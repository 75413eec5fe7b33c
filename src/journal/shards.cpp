#include "journal/shards.hpp"

#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <queue>

#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

/// Tells whether the counters have none in common. If there are none, that is not known.
bool are_apart(const std::set<std::string>& one, const std::set<std::string>& other) {
  return !one.empty() && !other.empty() &&
         std::ranges::none_of(one, [&](const auto& counter) { return other.contains(counter); });
}

}  // namespace

Shards::Shards(std::span<const engine::Task> tasks, int count) : shard_of_(tasks.size()) {
  const std::size_t max = std::max<std::size_t>(1, tasks.size());
  if (count < 1 || static_cast<std::size_t>(count) > max) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}, the number of tasks at this depth",
                    count, max));
  }
  std::vector<std::uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return tasks[one].cost > tasks[other].cost;
  });

  // The shard with the least cost is on top, among equals the lowest.
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> least;
  for (int shard = 0; shard < count; ++shard) least.push({0, static_cast<std::uint32_t>(shard)});
  for (const std::uint32_t task : order) {
    const auto [dealt, shard] = least.top();
    least.pop();
    shard_of_[task] = shard;
    least.push({dealt + tasks[task].cost, shard});
  }
}

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
  Counters counters;
  for (const Provenance& one : journal.counted_by) {
    counters.insert(one.host + " " + one.engine + " " + one.instruction_set);
  }
  counters_.push_back(counters);
  std::vector<bool> differs;  // by journal: it has no counter of this one
  for (const Counters& others : counters_) differs.push_back(are_apart(counters, others));
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

std::optional<std::pair<std::string, std::string>> around_number(const std::string& file,
                                                                 int number) {
  const std::string digits = fmt::to_string(number);
  const auto is_digit_at = [&](std::size_t at) {
    return at < file.size() && file[at] >= '0' && file[at] <= '9';
  };
  const std::size_t name = file.rfind('/') + 1;  // 0 without a slash
  for (std::size_t at = file.size(); at-- > name;) {
    const std::size_t end = at + digits.size();
    if (file.compare(at, digits.size(), digits) != 0 || is_digit_at(end)) continue;
    if (at == 0 || !is_digit_at(at - 1)) return std::pair{file.substr(0, at), file.substr(end)};
  }
  return std::nullopt;
}

std::string journal_like(const std::string& journal, int shard, int other) {
  const auto parts = around_number(journal, shard);
  return parts ? fmt::format("{}{}{}", parts->first, other, parts->second) : "";
}

}  // namespace nqueens::journal
