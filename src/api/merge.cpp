// merge_journals(): the total of several journals, or the missing tasks and their shards.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/journal_set.hpp"
#include "api/pipeline.hpp"
#include "journal/file.hpp"
#include "journal/reader.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

/// The engine name by which work() chooses the decomposition of the journals.
std::string engine_name(const api::JournalSet& set, const std::string& journal) {
  const Problem problem = journal::problem_of(set.header, journal);
  const std::string& decomposition = set.header.decomposition;
  const counting::Engine& usual = api::choose_engine(problem, "auto");
  if (usual.decomposition_name() == decomposition) return "auto";
  if (const auto* const last = api::last_engine(problem, decomposition, set.counted_by)) {
    return std::string(last->name());
  }
  return std::string(api::choose_engine_of_journal(problem, "auto", base::best_instruction_set(),
                                                   decomposition, journal, set.counted_by)
                         .name());
}

}  // namespace

MergeResult merge_journals(std::span<const std::filesystem::path> journals,
                           const MergeOptions& options) {
  api::JournalSet set = api::read_journals(journals, api::PlanNeed::unless_complete, options.stop);
  api::WorkLeft left = api::work_left(set, options.shards);
  const std::string first = journals.front().string();

  MergeResult result;
  static_cast<RunInfo&>(result) = api::describe(set.header, first);
  result.work_engine = engine_name(set, first);
  result.tasks_done = set.all.tasks_done();
  result.duplicates = set.all.duplicates();
  result.files = set.files;
  result.solutions = set.all.solutions();
  result.missing = std::move(left.tasks);
  result.missing_core_seconds = left.core_seconds;
  result.shards = left.shards;
  result.gaps = std::move(left.gaps);
  result.counted_by = set.counted_by;
  for (int which = 0; which < 2; ++which) result.residues[which] = set.all.residue(which);
  if (options.tallies && result.solutions) result.tallies = set.all.tallies();
  return result;
}

std::uint64_t write_journal(const MergeResult& merged, const std::filesystem::path& path) {
  if (!merged.solutions || merged.tallies.size() != merged.tasks) {
    throw InvalidArgument(
        fmt::format("cannot close journal {}: {}", path.string(),
                    merged.solutions ? "the merge was made without tallies" : "tasks are missing"));
  }
  journal::ClosedJournal closed;
  closed.header = {merged.problem.columns(),
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
