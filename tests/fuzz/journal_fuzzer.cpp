// Any bytes as a journal: parsed or refused by JournalError, and what is accepted can be written
// again and read back as the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "journal/format.hpp"
#include "nqueens/error.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens::journal;
  const std::string text(data, data + size);
  try {
    const JournalContents contents = parse_journal(text, "fuzz");
    require(contents.good_bytes + contents.torn_bytes == text.size());
    std::string again = format_header(contents.header);
    require(text.starts_with(again));
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
    require(second.torn_bytes == 0 && second.duplicates == 0);
    require(second.header == contents.header);
    require(second.counted_by == contents.counted_by);
  } catch (const nqueens::JournalError&) {
  }
  return 0;
}
