// The text of a journal: its header line and its records, written and parsed. Knows no file.
//
//   nqueens-journal 1 board=16 problem=plain decomposition=rows depth=3 tasks=1233
//       plan=0123456789abcdef sum=fedcba9876543210          (one line)
//   # host=a1 version=0.1.0 engine=bitmask isa=avx2 threads=8 shard=3/64 <sum>
//   <task id> <weighted tally> <tally mod 65521> <tally mod 65519> <sum>
//
// A line with # says who counted what comes after it; no result hangs on it.
// Every line ends in its own check sum: XXH3 of the text before it, seeded with the plan id in the
// records, so that a record of another plan cannot pass for one of this. Text, because people look
// into journals, and tools as old as `wc -l` then tell how far a run is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "counting/plan.hpp"
#include "counting/tally.hpp"
#include "journal/provenance.hpp"

namespace nqueens::journal {

/// What the header says: enough to make the plan again, and its id to see that it is the same.
struct JournalHeader {
  int board_size = 0;
  std::string problem;  ///< Problem::description()
  std::string decomposition;
  int depth = 0;
  std::uint64_t tasks = 0;
  std::uint64_t plan_id = 0;
  friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

JournalHeader header_of(const counting::Plan& plan);

/// The header line with its newline.
std::string format_header(const JournalHeader& header);
/// One record with its newline.
std::string format_record(std::uint64_t plan_id, std::uint64_t task_id,
                          const counting::Tally& tally);
/// One line of who counts, with its newline.
std::string format_provenance_line(std::uint64_t plan_id, const Provenance& provenance);

struct JournalRecord {
  std::uint64_t task_id = 0;
  counting::Tally tally;
};

/// A journal as found: the good records up to good_bytes, and a torn tail after them.
struct JournalContents {
  JournalHeader header;
  std::vector<JournalRecord> records;  ///< each task once, in the order of the file
  std::vector<Provenance> counted_by;  ///< each different one once
  std::uint64_t duplicates = 0;        ///< equal records of a task that were dropped
  std::uint64_t good_bytes = 0;
  std::uint64_t torn_bytes = 0;  ///< at the end: the write that a kill interrupted
};

/// Parses a whole journal. A part of a line at the end, or zeros, is a torn tail: what a write
/// leaves that was interrupted. Throws JournalError (`name` in the message) when the text is no
/// journal or has any other line that is no record, a task id outside the plan, a tally that
/// contradicts its residues, or two different tallies of one task.
JournalContents parse_journal(std::string_view text, const std::string& name);

/// Parses the header line only; the same errors.
JournalHeader parse_header(std::string_view text, const std::string& name);

}  // namespace nqueens::journal
