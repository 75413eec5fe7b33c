// For tests of audits: gives one record of a journal a wrong tally and right check sums, as faulty
// hardware or a faulty engine would. Usage: plant_record JOURNAL PLACE [MORE] prints the task, its
// old and its new tally; plant_record JOURNAL board|depth|tasks|plan NUMBER changes the header.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string_view>

#include "journal/journal.hpp"

int main(int argc, char** argv) try {
  using namespace nqueens;
  if (argc < 3 || argc > 4) return 2;
  // 8 by default: as every weight divides it, no arithmetic tells.
  const std::uint64_t more = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 8;
  journal::JournalContents contents = journal::read_journal(argv[1]);
  const std::string_view what = argv[2];
  bool is_header = argc == 4;
  if (what == "board") {
    contents.header.board_size = static_cast<int>(more);
  } else if (what == "depth") {
    contents.header.depth = static_cast<int>(more);
  } else if (what == "tasks") {
    contents.header.tasks = more;
  } else if (what == "plan") {
    contents.header.plan_id = more;
  } else {
    is_header = false;
  }
  const auto place = static_cast<std::size_t>(std::strtoull(argv[2], nullptr, 10));
  std::string text = journal::format_header(contents.header);
  for (std::size_t i = 0; i < contents.records.size(); ++i) {
    const journal::JournalRecord& record = contents.records[i];
    engine::Tally tally = record.tally;
    if (i == place && !is_header) {
      tally.add(more, 1);
      std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(record.task_id),
                  static_cast<unsigned long long>(record.tally.solutions()),
                  static_cast<unsigned long long>(tally.solutions()));
    }
    text += journal::format_record(contents.header.plan_id, record.task_id, tally);
  }
  std::ofstream(argv[1], std::ios::binary) << text;
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
