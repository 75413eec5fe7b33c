#include "api/journal_set.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "api/pipeline.hpp"
#include "base/numbers.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"

namespace nqueens::api {

namespace {

/// Of "3/64"; nothing where the text names no possible shard.
std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = base::parse_number<int>(text.substr(0, slash));
  const auto count = base::parse_number<int>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
  return Shard{*number, *count};
}

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
  JournalSet set{
      plan_of_journal(journal, first, stop), journal::JournalUnion(journal.header, first), {}, {}};
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
      const std::optional<Shard> shard = parse_shard(one.shard);
      if (shard && static_cast<std::uint64_t>(shard->count) <= set.plan.tasks().size()) {
        add_new(file.shards, *shard);
      }
      one.shard.clear();
      add_new(set.counted_by, one);
    }
  }
  return set;
}

}  // namespace nqueens::api
