#include "api/journal_set.hpp"

#include <algorithm>

#include "api/pipeline.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"

namespace nqueens::api {

JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop, const JournalVisitor& visit) {
  if (journals.empty()) {
    throw InvalidArgument("no journal to read: none is named; give the journals' file names");
  }
  journal::JournalContents journal = journal::read_journal(journals.front());
  const std::string first = journals.front().string();
  counting::Plan plan = plan_of_journal(journal.header, first, stop);
  const journal::JournalHeader header = journal::header_of(plan);
  JournalSet set{std::move(plan), journal::JournalUnion(header, first), {}, {}};
  for (const std::filesystem::path& path : journals) {
    if (stop.stop_requested()) {
      throw Stopped("stopped: not all journals are read; run it again with more time");
    }
    if (!set.files.empty()) journal = journal::read_journal(path);
    const std::uint64_t added = set.all.add(path.string(), journal);
    journal::require_possible(journal, set.plan, path.string());
    set.files.push_back({path, journal.records.size(), added, journal.torn_bytes, journal.closed});
    for (Provenance one : journal.counted_by) {
      one.shard.clear();
      auto& known = set.counted_by;
      if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(one);
    }
    if (visit) visit(set, journal);
  }
  return set;
}

}  // namespace nqueens::api
