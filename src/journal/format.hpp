// Writes and parses the text of a journal: header, records, who counted. Opens no file. RUNNING.md
// shows the lines. Check sums of all lines but the header are seeded with the plan id, so that a
// record of another plan cannot pass for one of this plan. It is text because people look into
// journals, and `wc -l` tells how far a run is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan.hpp"
#include "engine/task.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::journal {

/// Enough to rebuild the plan, and its id to check that it is the same.
struct JournalHeader {
  int board_size = 0;
  std::string problem;  ///< Problem::description()
  std::string decomposition;
  int depth = 0;
  std::uint64_t tasks = 0;
  std::uint64_t plan_id = 0;
  friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

JournalHeader header_of(const engine::Plan& plan);

/// Returns the problem that the header describes, if there is one.
std::optional<Problem> parse_problem(const JournalHeader& header);

// Errors call it "board 16 with 0:3"; "board 16, rows at depth 3, plan 0123456789abcdef".
std::string problem_text(const JournalHeader& header);
std::string describe(const JournalHeader& header);

/// Tells who counts in this process.
Provenance provenance_here(std::string_view engine, std::string_view instruction_set, int threads);

/// Writes "host=a1 version=1.0.0 engine=simd isa=avx2 threads=8", and " shard=3/64" for a shard.
/// Any character but letters, digits and ". _ + -" becomes '_' (a shard may have a slash too), and
/// words end after 64 characters.
std::string format_provenance(const Provenance& provenance);
/// Returns nullopt for a text that format_provenance() cannot return.
std::optional<Provenance> parse_provenance(std::string_view text);

/// Each returns a line with its newline; `closing` are the words of a closed journal.
std::string format_header(const JournalHeader& header, std::string_view closing = "");
std::string format_record(std::uint64_t plan_id, std::uint64_t task_id, const engine::Tally& tally);
std::string format_provenance_line(std::uint64_t plan_id, const Provenance& provenance);

/// The contents of a closed journal. Precondition: tallies.size() == header.tasks.
struct ClosedJournal {
  JournalHeader header;
  std::vector<Provenance> counted_by;  ///< written sorted, each once
  std::vector<std::uint64_t> tallies;  ///< by task
  /// Sums of the residues in the records, modulo engine::kResiduePrimes.
  std::uint32_t residues[2] = {0, 0};
};

std::string format_closed(const ClosedJournal& journal);  ///< the whole text

struct JournalRecord {
  std::uint64_t task_id = 0;
  engine::Tally tally;
};

struct JournalContents {
  JournalHeader header;
  std::vector<JournalRecord> records;  ///< each task once, in the order of the file
  std::vector<Provenance> counted_by;  ///< each once
  std::uint64_t duplicates = 0;        ///< equal records of a task that were dropped
  DamagedLines damaged;
  std::uint64_t whole_bytes = 0;  ///< up to the last newline
  std::uint64_t torn_bytes = 0;   ///< after it, of a write in progress or interrupted
  bool closed = false;
};

/// Parses a whole journal. Throws JournalError (`name` in the message) if the text is no journal,
/// if its header is damaged, if a line with a right check sum has a task outside the plan or a
/// tally that contradicts its residues or another line, and if a closed journal was changed.
JournalContents parse_journal(std::string_view text, const std::string& name);

/// The longest header has 64 row masks of 16 digits, and some words.
inline constexpr std::size_t kLongestHeader = 2048;
/// Parses the header line only; throws as parse_journal().
JournalHeader parse_header(std::string_view text, const std::string& name);

bool is_journal(std::string_view text);  ///< whether it begins as a journal does

}  // namespace nqueens::journal
