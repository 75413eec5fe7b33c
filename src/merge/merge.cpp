// merge_journals(): the total of several journals, or the missing tasks and their shards.
#include "merge/merge.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "count/pipeline.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"

namespace nqueens {

namespace merging {

namespace {

template <typename T>
void add_new(std::vector<T>& list, const T& one) {
  if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
}

}  // namespace

JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop) {
  if (journals.empty()) {
    throw InvalidArgument("no journal to read: none is named; give the journals' file names");
  }
  journal::JournalContents journal = journal::read_journal(journals.front());
  const std::string first = journals.front().string();
  JournalSet set{counting::plan_of(journal.header, first, stop),
                 journal::JournalUnion(journal.header, first),
                 {},
                 {}};
  for (const std::filesystem::path& path : journals) {
    if (stop.stop_requested()) {
      throw Stopped("stopped: not all journals are read; run it again with more time");
    }
    if (!set.files.empty()) journal = journal::read_journal(path);
    const std::uint64_t added = set.all.add(path.string(), journal);
    journal::require_possible(journal, set.plan, path.string());
    JournalFile& file = set.files.emplace_back();
    file = {path, journal.records.size(), added, journal.damaged, journal.closed};
    for (Provenance one : journal.counted_by) {
      const std::optional<Shard> shard = counting::parse_shard(one.shard);
      if (shard && static_cast<std::uint64_t>(shard->count) <= set.plan.tasks().size()) {
        add_new(file.shards, *shard);
      }
      one.shard.clear();
      add_new(set.counted_by, one);
    }
  }
  return set;
}

}  // namespace merging

namespace {

/// The engine name that makes count() use the plan of the journals.
std::string engine_name(const merging::JournalSet& set) {
  const Problem& problem = set.plan.problem();
  const std::string_view decomposition = set.plan.decomposition().name();
  if (counting::choose_engine(problem, "auto").decomposition_name() == decomposition) return "auto";
  return std::string(
      engine::fastest_engine(problem, base::best_instruction_set(), decomposition)->name());
}

/// The journal to resume for a shard; the first one where there is only one shard.
std::filesystem::path journal_of(const Shard& shard, const std::vector<JournalFile>& files) {
  if (shard.count == 1) return files.front().path;
  for (const JournalFile& file : files) {
    if (std::find(file.shards.begin(), file.shards.end(), shard) != file.shards.end()) {
      return file.path;
    }
  }
  return {};
}

/// Counts the missing tasks of each shard and predicts their time.
void add_missing(const merging::JournalSet& set, MergeResult& result) {
  const engine::WorkTime time = counting::predict(set.plan);
  const std::vector<engine::Task>& tasks = set.plan.tasks();
  result.missing = set.all.missing();
  for (const JournalFile& file : set.files) {
    for (const Shard& shard : file.shards) result.shards = std::max(result.shards, shard.count);
  }
  const journal::Shards cut(tasks, result.shards);
  std::vector<journal::ShardLoad> loads(static_cast<std::size_t>(result.shards));
  std::uint64_t cost = 0;
  for (const std::uint64_t task : result.missing) {
    journal::ShardLoad& load = loads[static_cast<std::size_t>(cut.of(task))];
    ++load.tasks;
    load.cost += tasks[task].cost;
    cost += tasks[task].cost;
  }
  for (int number = 1; number <= result.shards; ++number) {
    const journal::ShardLoad& load = loads[static_cast<std::size_t>(number - 1)];
    if (load.tasks == 0) continue;
    result.gaps.push_back({number, load.tasks, time.seconds(load.cost),
                           journal_of({number, result.shards}, set.files)});
  }
  const std::uint64_t total = set.plan.total_cost();
  result.fraction = result.missing.empty() ? 1 : engine::part_done(total - cost, total);
  result.missing_core_seconds = time.seconds(cost, result.gaps.size());
}

}  // namespace

MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options) {
  const merging::JournalSet set = merging::read_journals(journals, options.stop);
  MergeResult result;
  static_cast<RunInfo&>(result) = counting::describe(set.plan);
  result.count_engine = engine_name(set);
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.files = set.files;
  result.solutions = set.all.solutions();
  result.counted_by = set.counted_by;
  add_missing(set, result);
  if (!result.solutions) return result;
  if (options.accept) options.accept(result);
  if (options.output.empty()) return result;
  journal::ClosedJournal closed{set.all.header(), set.counted_by, set.all.tallies()};
  for (int which = 0; which < 2; ++which) closed.residues[which] = set.all.residue(which);
  result.output_bytes = journal::write_closed(closed, options.output);
  return result;
}

}  // namespace nqueens
