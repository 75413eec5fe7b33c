// What reports share: the frame of JSON records, and comparing with the published number.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/program.hpp"
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

/// False, with a note, where there is no published value of that sequence. Throws NegativeAnswer
/// where it differs.
bool agrees_with_published(Session& session, int board_size, WideCount value,
                           const std::optional<WideCount>& published, const std::string& sequence);

/// "agrees with A000170"
void say_agreement(Session& session, const std::string& sequence);

}  // namespace nqueens::cli
