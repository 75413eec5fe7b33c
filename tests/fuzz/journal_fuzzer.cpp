// Any bytes as a journal: refused by JournalError, or accepted, written again and read back as the
// same. A closed journal is also tried with right check sums in its first line, since nearly no
// mutation would pass them.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/numbers.hpp"
#include "journal/format.hpp"
#include "nqueens/error.hpp"

namespace {

using namespace nqueens::journal;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_canonical(const JournalContents& contents, const std::string& text) {
  ClosedJournal closed{contents.header, contents.counted_by, {}};
  nqueens::WideCount sum = 0;
  for (const JournalRecord& record : contents.records) {
    closed.tallies.push_back(record.tally.solutions());
    sum += record.tally.solutions();
  }
  for (int which = 0; which < 2; ++which) {
    closed.residues[which] =
        static_cast<std::uint32_t>(sum % nqueens::engine::kResiduePrimes[which]);
  }
  require(contents.records.size() == contents.header.tasks);
  require(format_closed(closed) == text);
}

void parse(const std::string& text) {
  try {
    const JournalContents contents = parse_journal(text, "fuzz");
    require(contents.whole_bytes + contents.torn_bytes == text.size());
    if (contents.closed) require_canonical(contents, text);
    std::string again = format_header(contents.header);
    require(contents.closed || text.starts_with(again));
    for (const nqueens::Provenance& provenance : contents.counted_by) {
      again += format_provenance_line(contents.header.plan_id, provenance);
    }
    for (const JournalRecord& record : contents.records) {
      require(record.task_id < contents.header.tasks);
      require(record.tally.is_consistent());
      again += format_record(contents.header.plan_id, record.task_id, record.tally);
    }
    const JournalContents second = parse_journal(again, "fuzz");
    require(second.records.size() == contents.records.size());
    require(second.torn_bytes == 0 && second.damaged.count == 0 && second.duplicates == 0);
    require(second.header == contents.header);
    require(second.counted_by == contents.counted_by);
  } catch (const nqueens::JournalError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  parse(text);
  const std::size_t end = text.find('\n');
  const std::size_t sums = text.substr(0, end).find(" text=");
  if (sums == std::string::npos || end == std::string::npos) return 0;
  const std::string below = text.substr(end + 1);
  const std::string line =
      text.substr(0, sums) + " text=" + nqueens::base::to_hex(nqueens::base::checksum(below));
  parse(line + " sum=" + nqueens::base::to_hex(nqueens::base::checksum(line)) + "\n" + below);
  return 0;
}
