// The JSON object that a command prints with --json, and what reports share. JSON.md lists the
// members.
#pragma once

#include <string>
#include <vector>

#include "cli/program.hpp"
#include "nqueens/count.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/fields.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::cli {

/// Begins the object of the run. An early end prints it if it is to be `printed` on standard
/// output.
void begin_record(Session& session, const std::string& command, Fields members, bool printed);

/// The whole object: what was begun, outcome, `members`, host and build. After it an early end
/// prints nothing.
Fields end_record(Session& session, Fields members, const std::string& outcome = "done");

/// One line. Bytes that are not UTF-8 (file names may hold them) are replaced.
std::string to_line(const Fields& record);
/// The line without its closing brace, for a last member that is written as text.
std::string to_open_line(const Fields& record);

/// Ends the object and prints it.
void print_record(Session& session, Fields members, const std::string& outcome = "done");

/// The members and their values, a line each: "  start time  1.2 ms".
std::string text_of(const Fields& members);

std::string kernels_text(const RunInfo& run);     ///< "bitmask (bmi2)"
std::string engine_text(const RunInfo& run);      ///< "0.52 s, engine bitmask (bmi2), 2 threads"
std::string run_summary(const CountResult& run);  ///< the same and ", 812 tasks"
std::string cut_text(const RunInfo& run);         ///< "rows at depth 4"
/// ", 2 damaged lines (1412 bytes) left out"; empty where there is none.
std::string damage_text(const DamagedLines& damaged);
/// ", 12 of these found in the journal", and the damaged lines; empty where both are 0.
std::string resumed_text(std::uint64_t done, std::uint64_t tasks, const DamagedLines& damaged);

/// --check: the sequences of the OEIS that a number agrees with; empty, with a note, where nothing
/// is published for the board. Throws InvalidArgument for a restricted board, and NegativeAnswer
/// where the published value differs.
using Agreements = std::vector<std::string>;
Agreements check_all(Session& session, const Board& board, WideCount solutions);
Agreements check_fundamental(Session& session, const Board& board, WideCount solutions);
void require_published(const Board& board);
/// Prints them after the number.
void say_agreements(Session& session, const Agreements& sequences);
Fields agreement_fields(const Agreements& sequences);

/// The command line that merges the journals of all shards, given the name of this shard's: the
/// last occurrence of its number becomes "*", or FILE... where the name does not hold the number.
std::string format_merge_line(const std::string& journal, const Shard& shard);
/// The journal of another shard, named as that of this one; empty where the name does not hold the
/// number of the shard.
std::string journal_like(const std::string& journal, int shard, int other);

}  // namespace nqueens::cli
