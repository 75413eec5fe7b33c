// What reports share: the frame of JSON records, how a run counted, the published number.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/program.hpp"
#include "nqueens/problem.hpp"
#include "nqueens/run_info.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::cli {

using Json = nlohmann::ordered_json;

/// Raised whenever a member changes its meaning or goes away; new members leave it alone.
inline constexpr int kSchemaVersion = 1;

/// {"schema_version": 1, "command": ...}
Json begin_record(const std::string& command);

/// Adds "host" and "build": what the figures of the record depend on.
void add_provenance(Json& record);

/// One line. Bytes that are not UTF-8 (file names may hold them) are replaced.
std::string to_line(const Json& record);

/// The line without its closing brace, for a last member that is written as text.
std::string to_open_line(const Json& record);

/// Prints the record with its provenance.
void print_record(Session& session, Json record);

/// Throws InvalidArgument where the name of the output ends as a file of another format than JSON.
void require_json_name(const std::optional<std::string>& output);

/// Adds the board, its variant where it is not queens, and the description of the problem.
void add_problem(Json& record, const Problem& problem);

/// Adds board and problem, and where known engine, instruction set, threads, seconds,
/// decomposition, depth, plan, tasks.
void add_run(Json& record, const RunInfo& run);

/// "bitmask (bmi2)"
std::string kernels_text(const RunInfo& run);

/// "0.52 s, engine bitmask (bmi2), 2 threads"
std::string engine_text(const RunInfo& run);

/// "rows at depth 4"
std::string cut_text(const RunInfo& run);

/// "2 damaged lines (1412 bytes) left out"
std::string damage_text(const DamagedLines& damaged);

/// ", 12 of these found in the journal, 2 damaged lines (1412 bytes) left out and their tasks
/// counted again"; empty where both are 0.
std::string resumed_text(std::uint64_t tasks, const DamagedLines& damaged);

/// False where nothing is published. Throws NegativeAnswer where the published value differs.
bool agrees_with_published(WideCount value, const std::optional<WideCount>& published,
                           const std::string& sequence);

/// "A000170 has no published value for N = 30 to compare with"
std::string nothing_published(const std::string& sequence, int board_size);

/// "agrees with A000170"
void say_agreement(Session& session, const std::string& sequence);

}  // namespace nqueens::cli
