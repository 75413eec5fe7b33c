#include "api/journal_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "api/pipeline.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"

namespace nqueens::api {

namespace {

/// The number of shards in "3/64"; 0 where the text names no shard.
int shards_of(const Provenance& provenance) {
  const std::string& shard = provenance.shard;
  int count = 0;
  const std::size_t slash = std::min(shard.find('/'), shard.size());
  std::from_chars(shard.data() + std::min(slash + 1, shard.size()), shard.data() + shard.size(),
                  count);
  return count;
}

/// The number of shards that the journals name; 0 where they name none, several, or one that is
/// impossible.
int shards_of(const JournalSet& set) {
  std::set<int> counts;
  for (const JournalParts& parts : set.parts) {
    for (const Provenance& one : parts.counted_by) {
      if (!one.shard.empty()) counts.insert(shards_of(one));
    }
  }
  if (counts.size() != 1) return 0;
  const int count = *counts.begin();
  return count >= 1 && static_cast<std::uint64_t>(count) <= set.header.tasks ? count : 0;
}

/// The shard, from 1, that more than half of the tasks are of; 0 where there is none.
int main_shard(const std::vector<std::uint32_t>& tasks, const journal::Shards& shards) {
  std::vector<std::size_t> tasks_of(static_cast<std::size_t>(shards.count()));
  for (const std::uint32_t task : tasks) ++tasks_of[static_cast<std::size_t>(shards.of(task))];
  const auto most = std::max_element(tasks_of.begin(), tasks_of.end());
  return 2 * *most > tasks.size() ? static_cast<int>(most - tasks_of.begin()) + 1 : 0;
}

/// The journal with the most tasks of the shard, of those that are mainly of it.
std::filesystem::path journal_of(int shard, const JournalSet& set, const journal::Shards& shards) {
  std::filesystem::path best;
  std::ptrdiff_t most = 0;
  for (std::size_t file = 0; file < set.files.size(); ++file) {
    if (set.files[file].shard != shard) continue;
    const auto& tasks = set.parts[file].tasks;
    const std::ptrdiff_t own = std::count_if(tasks.begin(), tasks.end(), [&](std::uint32_t task) {
      return shards.of(task) == shard - 1;
    });
    if (own <= most) continue;
    most = own;
    best = set.files[file].path;
  }
  return best;
}

/// Null where the journal needs none.
std::optional<counting::Plan> find_plan(const journal::JournalContents& journal,
                                        const std::string& name, PlanNeed need,
                                        const std::stop_token& stop) try {
  return plan_of_journal(journal, name, stop);
} catch (const OtherRelease&) {
  const bool is_complete =
      journal.header.tasks > 0 && journal.records.size() == journal.header.tasks;
  if (need == PlanNeed::always || !is_complete) throw;
  return std::nullopt;
}

/// All that arithmetic tells of a journal without its plan: solutions are placements of rooks too.
void require_possible_total(const journal::JournalUnion& all, const std::string& name) {
  const Problem problem = journal::problem_of(all.header(), name);
  const int more = std::max(problem.rows(), problem.columns());
  const int fewer = std::min(problem.rows(), problem.columns());
  constexpr WideCount kEnough = WideCount{1} << 120;
  WideCount placements = 1;
  for (int i = 0; i < fewer && placements < kEnough; ++i) {
    placements *= static_cast<std::uint32_t>(more - i);
  }
  const WideCount total = all.solutions().value_or(0);
  if (total <= placements) return;
  throw JournalError(fmt::format(
      "impossible total of journal {}: {} solutions, but a board of {} x {} has only {} "
      "placements; restore a copy",
      name, to_string(total), problem.rows(), problem.columns(), to_string(placements)));
}

}  // namespace

JournalSet read_journals(std::span<const std::filesystem::path> journals, PlanNeed need,
                         const std::stop_token& stop) {
  if (journals.empty()) {
    throw InvalidArgument("no journal to read: none is named; give the journals' file names");
  }
  journal::JournalContents journal = journal::read_journal(journals.front());
  const std::string first = journals.front().string();
  std::optional<counting::Plan> plan = find_plan(journal, first, need, stop);
  const journal::JournalHeader header = journal.header;
  JournalSet set{header, std::move(plan), journal::JournalUnion(header, first), {}, {}, {}};
  for (const std::filesystem::path& path : journals) {
    if (stop.stop_requested()) {
      throw Stopped("stopped: not all journals are read; run it again with more time");
    }
    if (!set.files.empty()) journal = journal::read_journal(path);
    const std::uint64_t added = set.all.add(path.string(), journal);
    if (set.plan) {
      journal::require_possible(journal, *set.plan, path.string());
    } else {
      require_possible_total(set.all, path.string());
    }
    set.files.push_back({path, journal.records.size(), added, journal.damaged, journal.closed});
    JournalParts& parts = set.parts.emplace_back();
    parts.tasks.reserve(journal.records.size());
    for (const journal::JournalRecord& record : journal.records) {
      parts.tasks.push_back(static_cast<std::uint32_t>(record.task_id));
    }
    parts.counted_by = std::move(journal.counted_by);
    for (Provenance one : parts.counted_by) {
      one.shard.clear();
      auto& known = set.counted_by;
      if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(one);
    }
  }
  return set;
}

WorkLeft work_left(JournalSet& set, int shards) {
  WorkLeft left;
  if (!set.plan) return left;
  left.time = predict(*set.plan, set.counted_by);
  const std::vector<counting::Task>& tasks = set.plan->tasks();
  left.tasks = set.all.missing();
  for (const std::uint64_t task : left.tasks) left.cost += tasks[task].cost;
  left.core_seconds = left.time.seconds(left.cost);
  left.shards = shards;
  if (shards == 0 && !left.tasks.empty()) left.shards = shards_of(set);
  if (left.shards == 0) return left;

  const journal::Shards cut(tasks, left.shards);
  std::vector<journal::ShardLoad> loads(static_cast<std::size_t>(left.shards));
  for (const std::uint64_t task : left.tasks) {
    journal::ShardLoad& load = loads[static_cast<std::size_t>(cut.of(task))];
    ++load.tasks;
    load.cost += tasks[task].cost;
  }
  for (std::size_t file = 0; file < set.files.size(); ++file) {
    set.files[file].shard = main_shard(set.parts[file].tasks, cut);
  }
  for (int shard = 1; shard <= left.shards; ++shard) {
    const journal::ShardLoad& load = loads[static_cast<std::size_t>(shard - 1)];
    if (load.tasks == 0) continue;
    left.gaps.push_back(
        {shard, load.tasks, left.time.seconds(load.cost), journal_of(shard, set, cut)});
  }
  left.core_seconds = left.time.seconds(left.cost, left.gaps.size());
  return left;
}

}  // namespace nqueens::api
