// merge_journals(): the total of several journals, or the missing tasks and their shards.
#include "merge/merge.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/numbers.hpp"
#include "count/count_run.hpp"
#include "journal/journal.hpp"

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
    auto& [cost, threads] = set.work.emplace_back();
    for (const auto& record : journal.records) cost += set.plan.tasks()[record.task_id].cost;
    const bool is_of_one = !journal.closed && journal.counted_by.size() == 1;
    threads = is_of_one ? journal.counted_by.front().threads : 0;
  }
  return set;
}

std::optional<engine::WorkTime> time_by_journals(const JournalSet& set,
                                                 const engine::WorkTime& predicted,
                                                 double least_seconds) {
  double seconds = 0;  // of cores
  std::uint64_t cost = 0;
  std::size_t journals = 0;
  for (std::size_t i = 0; i < set.files.size(); ++i) {
    const auto& [own_cost, threads] = set.work[i];
    const double wall = journal::seconds_of_writing(set.files[i].path).value_or(0);
    const double took = wall * threads;
    const double expected = predicted.task_seconds(own_cost);
    const bool is_likely = took > 0 && took <= 10 * expected && expected <= 10 * took;
    if (wall < least_seconds || !is_likely) continue;
    seconds += took;
    cost += own_cost;
    ++journals;
  }
  if (journals == 0) return std::nullopt;
  return predicted.as_measured(seconds, cost, journals);
}

}  // namespace merging

namespace {

/// Returns the engine name with which count() uses the plan of the journals.
std::string engine_name(const merging::JournalSet& set) {
  const Problem& problem = set.plan.problem();
  const std::string_view decomposition = set.plan.decomposition().name();
  if (counting::choose_engine(problem, "auto").decomposition_name == decomposition) return "auto";
  return std::string(
      engine::fastest_engine(problem, base::best_instruction_set(), decomposition)->name);
}

/// Finds the journal to resume for a shard; the first one where there is only one shard.
std::filesystem::path journal_of(const Shard& shard, const std::vector<JournalFile>& files) {
  if (shard.count == 1) return files.front().path;
  for (const JournalFile& file : files) {
    if (std::find(file.shards.begin(), file.shards.end(), shard) != file.shards.end()) {
      return file.path;
    }
  }
  return {};
}

/// Returns the number of shards that the journals name most often, the largest of several; else 1.
int number_of_shards(const std::vector<JournalFile>& files) {
  std::map<int, int> times;
  for (const JournalFile& file : files) {
    for (const Shard& shard : file.shards) ++times[shard.count];
  }
  std::pair<int, int> best{0, 1};  // how often a number is named, and the number
  for (const auto& [count, named] : times) {
    if (count > 1) best = std::max(best, {named, count});
  }
  return best.second;
}

/// Finds the missing tasks of each shard, and what their line must except; predicts their time.
void add_missing(const merging::JournalSet& set, MergeResult& result) {
  struct ShardRest {
    std::uint64_t tasks = 0;  ///< missing
    std::uint64_t cost = 0;   ///< of these
    std::set<std::size_t> writers;
  };
  result.missing = set.all.missing();
  result.shards = number_of_shards(set.files);
  const journal::Shards shards(set.plan.tasks(), result.shards);
  std::vector<ShardRest> parts(static_cast<std::size_t>(result.shards));
  std::uint64_t cost = 0;
  for (const engine::Task& task : set.plan.tasks()) {
    ShardRest& part = parts[static_cast<std::size_t>(shards.of(task.id))];
    if (set.all.has(task.id)) {
      part.writers.insert(set.all.journal_of(task.id));
      continue;
    }
    ++part.tasks;
    part.cost += task.cost;
    cost += task.cost;
  }
  const engine::WorkTime predicted = counting::predict(set.plan);
  for (int number = 1; const ShardRest& part : parts) {
    const Shard shard{number++, result.shards};
    if (part.tasks == 0) continue;
    ShardGap& gap = result.gaps.emplace_back();
    gap = {shard.number, part.tasks, predicted.seconds(part.cost), journal_of(shard, set.files)};
    for (const std::size_t writer : part.writers) {
      const std::filesystem::path& path = set.files[writer].path;
      if (path != gap.journal) gap.except.push_back(path);
    }
  }
  const std::uint64_t total = set.plan.total_cost();
  result.fraction = result.missing.empty() ? 1 : engine::fraction_done(total - cost, total);
  const std::optional<engine::WorkTime> measured = merging::time_by_journals(set, predicted);
  result.is_time_by_journals = measured.has_value();
  result.missing_core_seconds = measured.value_or(predicted).seconds(cost, result.gaps.size());
}

}  // namespace

MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options) {
  const merging::JournalSet set = merging::read_journals(journals, options.stop);
  MergeResult result;
  static_cast<RunInfo&>(result) = counting::run_info(set.plan);
  result.count_engine = engine_name(set);
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.counted_twice = set.all.counted_twice();
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
