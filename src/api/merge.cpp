// merge_journals(): the total of several journals, or the missing tasks and their shards.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "api/journal_set.hpp"
#include "api/pipeline.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

/// Finds the journal that each shard resumes.
class ShardJournals {
 public:
  explicit ShardJournals(const journal::Shards& shards)
      : shards_(shards),
        journal_of_(static_cast<std::size_t>(shards.count()), kNone),
        max_tasks_(journal_of_.size()) {}

  void add(const journal::JournalContents& journal, std::size_t file) {
    std::vector<std::uint64_t> tasks(journal_of_.size());
    for (const journal::JournalRecord& record : journal.records) {
      ++tasks[static_cast<std::size_t>(shards_.of(record.task_id))];
    }
    for (std::size_t shard = 0; shard < tasks.size(); ++shard) {
      // At most one shard has more than half of a journal, so no journal is named twice.
      if (2 * tasks[shard] <= journal.records.size() || tasks[shard] <= max_tasks_[shard]) continue;
      journal_of_[shard] = file;
      max_tasks_[shard] = tasks[shard];
    }
  }

  std::filesystem::path of(std::size_t shard, const std::vector<JournalFile>& files) const {
    return journal_of_[shard] == kNone ? std::filesystem::path() : files[journal_of_[shard]].path;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  const journal::Shards& shards_;
  std::vector<std::size_t> journal_of_;   // by shard
  std::vector<std::uint64_t> max_tasks_;  // by shard: its tasks in that journal
};

/// The number of shards in "3/64"; 0 where the text names no shard.
int shards_of(const Provenance& provenance) {
  const std::string& shard = provenance.shard;
  int count = 0;
  const std::size_t slash = std::min(shard.find('/'), shard.size());
  std::from_chars(shard.data() + std::min(slash + 1, shard.size()), shard.data() + shard.size(),
                  count);
  return count;
}

bool is_possible(int shards, std::size_t tasks) {
  return shards >= 1 && static_cast<std::size_t>(shards) <= tasks;
}

/// The engine name by which work() chooses the decomposition of the journals.
std::string engine_name(const counting::Plan& plan, const std::string& journal) {
  const std::string_view decomposition = plan.decomposition().name();
  const counting::Engine& usual = api::choose_engine(plan.problem(), "auto");
  if (usual.decomposition_name() == decomposition) return "auto";
  return std::string(api::choose_engine_of_journal(plan.problem(), "auto",
                                                   base::best_instruction_set(), decomposition,
                                                   journal)
                         .name());
}

}  // namespace

MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options) {
  std::optional<journal::Shards> shards;
  std::optional<ShardJournals> journal_of;
  std::set<int> cuts;  // numbers of shards that the journals name
  const api::JournalSet set = api::read_journals(
      journals, options.stop,
      [&](const api::JournalSet& so_far, const journal::JournalContents& journal) {
        for (const Provenance& provenance : journal.counted_by) {
          if (!provenance.shard.empty()) cuts.insert(shards_of(provenance));
        }
        if (options.shards == 0) return;
        if (!shards) {
          shards.emplace(so_far.plan.tasks(), options.shards);
          journal_of.emplace(*shards);
        }
        journal_of->add(journal, so_far.files.size() - 1);
      });
  const counting::Plan& plan = set.plan;
  if (!shards && !set.all.complete() && cuts.size() == 1 &&
      is_possible(*cuts.begin(), plan.tasks().size())) {
    MergeOptions again = options;
    again.shards = *cuts.begin();
    return merge_journals(journals, again);
  }

  MergeResult result;
  result.shards = options.shards;
  static_cast<RunInfo&>(result) = api::describe(plan);
  result.work_engine = engine_name(plan, journals.front().string());
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.files = set.files;
  result.solutions = set.all.solutions();
  result.missing = set.all.missing();
  result.counted_by = set.counted_by;
  for (int which = 0; which < 2; ++which) result.residues[which] = set.all.residue(which);
  if (options.tallies && result.solutions) result.tallies = set.all.tallies();

  std::vector<journal::ShardLoad> missing(shards ? shards->loads().size() : 0);
  std::uint64_t missing_cost = 0;
  for (const std::uint64_t task : result.missing) {
    const std::uint32_t cost = plan.tasks()[task].cost;
    missing_cost += cost;
    if (!shards) continue;
    journal::ShardLoad& load = missing[static_cast<std::size_t>(shards->of(task))];
    ++load.tasks;
    load.cost += cost;
  }
  result.missing_core_seconds = api::predicted_seconds(plan, missing_cost);
  for (std::size_t shard = 0; shard < missing.size(); ++shard) {
    if (missing[shard].tasks == 0) continue;
    result.gaps.push_back({static_cast<int>(shard) + 1, missing[shard].tasks,
                           api::predicted_seconds(plan, missing[shard].cost),
                           journal_of->of(shard, set.files)});
  }
  return result;
}

std::uint64_t write_journal(const MergeResult& merged, const std::filesystem::path& path) {
  if (!merged.solutions || merged.tallies.size() != merged.tasks) {
    throw InvalidArgument(
        fmt::format("cannot close journal {}: {}", path.string(),
                    merged.solutions ? "the merge was made without tallies" : "tasks are missing"));
  }
  journal::ClosedJournal closed;
  closed.header = {merged.problem.board_size(),
                   merged.problem.description(),
                   merged.decomposition,
                   merged.depth,
                   merged.tasks,
                   std::stoull(merged.plan_id, nullptr, 16)};
  closed.counted_by = merged.counted_by;
  closed.tallies = merged.tallies;
  std::copy(std::begin(merged.residues), std::end(merged.residues), closed.residues);
  return journal::write_closed(closed, path);
}

}  // namespace nqueens
